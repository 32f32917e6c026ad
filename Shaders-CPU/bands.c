// Everything that happens to the mask of a picture, in bands of rows.

#include "SplashKernels.h"

/// Rows at a time: a band of all planes at 1080p takes a third of a second-level cache.
enum { band_rows = 32 };

int64_t splash_mask_run(const splash_dsp *dsp, const splash_mask_work *work) {
  const splash_steady_step *step = &work->step;
  const int32_t rows = step->mask.height;
  const splash_plane *steady = work->steadies ? &step->result : &step->mask;
  int32_t drawn = 0, steadied = 0, cleaned = 0, applied = 0;
  int64_t steady_changes = 0, clean_changes = 0;
  while (applied < rows) {
    int32_t end = drawn + band_rows < rows ? drawn + band_rows : rows;
    dsp->mask(work->key, work->source, drawn, end);
    if (work->steadies) dsp->guide(work->source, &step->guide, drawn, end);
    drawn = end;
    if (work->steadies) {
      end = drawn < rows ? drawn - 3 : rows;
      steady_changes += dsp->steady(&work->steadying, step, steadied, end);
    }
    steadied = end;
    if (work->despeckle > 0) {
      end = steadied < rows ? steadied - work->despeckle : rows;
      clean_changes += dsp->despeckle(steady, &work->clean, work->despeckle, cleaned, end);
    }
    cleaned = end;
    if (work->target) dsp->apply(work->key, work->target, applied, cleaned);
    applied = cleaned;
  }
  return work->despeckle > 0 ? clean_changes : steady_changes;
}
