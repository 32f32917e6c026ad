// Detects the machine's instruction sets, and fills the table of kernels.

#include "kernels.h"

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
  return "clang " TEXT(__clang_major__) "." TEXT(__clang_minor__) ", optimized";
#else
  return "clang " TEXT(__clang_major__) "." TEXT(__clang_minor__) ", not optimized";
#endif
}

#define REFERENCE(x) .x = splash_##x##_reference,

splash_dsp splash_dsp_init(splash_cpu_flags flags) {
  splash_dsp dsp = {.instruction_set = splash_cpu_reference, SPLASH_KERNELS(REFERENCE)};
#define CLIMB(level)                         \
  if (flags & splash_cpu_##level) {          \
    dsp.instruction_set = splash_cpu_##level; \
    splash_fill_##level(&dsp);               \
  }
#if defined(__x86_64__)
  CLIMB(sse2)
  CLIMB(avx2)
  CLIMB(avx512)
#elif defined(__aarch64__)
  CLIMB(neon)
#endif
  return dsp;
}
