// The table of the kernels around the mask, and their work on a picture.

#include "SplashMasks.h"

#include "steady.h"

splash_mask_dsp splash_mask_dsp_init(splash_cpu_flags flags) {
  splash_mask_dsp dsp = {
      .instruction_set = splash_cpu_reference,
      .guide = splash_guide_reference,
      .steady = splash_steady_reference,
      .despeckle = splash_despeckle_reference,
  };
  (void)flags;
#if defined(__x86_64__)
  if (flags & splash_cpu_sse2)
    dsp = (splash_mask_dsp){
        splash_cpu_sse2, splash_guide_sse2, splash_steady_sse2, splash_despeckle_sse2};
  if (flags & splash_cpu_avx2)
    dsp = (splash_mask_dsp){
        splash_cpu_avx2, splash_guide_avx2, splash_steady_avx2, splash_despeckle_avx2};
  if (flags & splash_cpu_avx512)
    dsp = (splash_mask_dsp){
        splash_cpu_avx512, splash_guide_avx512, splash_steady_avx512, splash_despeckle_avx512};
#elif defined(__aarch64__)
  if (flags & splash_cpu_neon)
    dsp = (splash_mask_dsp){
        splash_cpu_neon, splash_guide_neon, splash_steady_neon, splash_despeckle_neon};
#endif
  return dsp;
}

/// Rows at a time: a band of all planes at 1080p takes a third of a second-level cache.
enum { band_rows = 32 };

int64_t splash_mask_run(
    const splash_dsp *dsp, const splash_mask_dsp *masks, const splash_mask_work *work) {
  const splash_steady_step *step = &work->step;
  const int32_t rows = step->mask.height;
  const splash_plane *steady = work->steadies ? &step->result : &step->mask;
  int32_t drawn = 0, steadied = 0, cleaned = 0, applied = 0;
  int64_t steady_changes = 0, clean_changes = 0;
  while (applied < rows) {
    int32_t end = drawn + band_rows < rows ? drawn + band_rows : rows;
    dsp->mask(work->key, work->source, drawn, end);
    if (work->steadies) masks->guide(work->source, &step->guide, drawn, end);
    drawn = end;
    if (work->steadies) {
      end = drawn < rows ? drawn - 3 : rows;
      steady_changes += masks->steady(&work->steadying, step, steadied, end);
    }
    steadied = end;
    if (work->despeckle > 0) {
      end = steadied < rows ? steadied - work->despeckle : rows;
      clean_changes += masks->despeckle(steady, &work->clean, work->despeckle, cleaned, end);
    }
    cleaned = end;
    if (work->target) dsp->apply(work->key, work->target, applied, cleaned);
    applied = cleaned;
  }
  return work->despeckle > 0 ? clean_changes : steady_changes;
}
