// What this machine has, and the table of kernels for it.

#include "SplashKernels.h"
#include "levels.h"
#include "reference.h"

splash_cpu_flags splash_cpu_detect(void) {
  splash_cpu_flags flags = splash_cpu_reference;
#if defined(__x86_64__)
  flags |= splash_cpu_sse2;
  if (__builtin_cpu_supports("avx2")) flags |= splash_cpu_avx2;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    flags |= splash_cpu_avx512;
#elif defined(__aarch64__)
  flags |= splash_cpu_neon;
#endif
  return flags;
}

#define TEXT_OF(macro) #macro
#define TEXT(macro) TEXT_OF(macro)

const char *splash_compiler(void) {
#if defined(__OPTIMIZE__)
  return "clang " TEXT(__clang_major__) "." TEXT(__clang_minor__) ", optimised";
#else
  return "clang " TEXT(__clang_major__) "." TEXT(__clang_minor__) ", not optimised";
#endif
}

splash_dsp splash_dsp_init(splash_cpu_flags flags) {
  splash_dsp dsp = {
      .instruction_set = splash_cpu_reference,
      .splash = splash_reference_splash,
      .mask = splash_reference_mask,
      .apply = splash_reference_apply,
  };
#if defined(__x86_64__)
  if (flags & splash_cpu_sse2) {
    dsp.instruction_set = splash_cpu_sse2;
    splash_fill_sse2(&dsp);
  }
  if (flags & splash_cpu_avx2) {
    dsp.instruction_set = splash_cpu_avx2;
    splash_fill_avx2(&dsp);
  }
  if (flags & splash_cpu_avx512) {
    dsp.instruction_set = splash_cpu_avx512;
    splash_fill_avx512(&dsp);
  }
#elif defined(__aarch64__)
  if (flags & splash_cpu_neon) {
    dsp.instruction_set = splash_cpu_neon;
    splash_fill_neon(&dsp);
  }
#endif
  return dsp;
}
