// Everything that happens to the mask of a picture, in bands of rows.

#include "SplashKernels.h"

/// Rows at a time: a band of all planes at 1080p takes a third of a second-level cache.
enum { band_rows = 32 };

static int32_t band_after(int32_t done, int32_t rows) {
  return done + band_rows < rows ? done + band_rows : rows;
}

/// Amends a finished mask, and applies it.
static int64_t tidy_run(
    const splash_dsp *dsp, const splash_mask_work *work, const splash_plane *mask) {
  const splash_tidy_work *tidy = work->tidy;
  const splash_steady_step *step = &tidy->step;
  const int32_t rows = mask->height;
  int64_t changes = 0;
  splash_amendments(mask, &tidy->areas, &step->mask);
  for (int32_t done = 0; done < rows;) {
    const int32_t end = band_after(done, rows);
    if (tidy->steadies) dsp->steady(&tidy->steadying, step, done, end);
    changes += dsp->amend(
        mask, tidy->steadies ? &step->result : &step->mask, &tidy->result, done, end);
    if (work->target) dsp->apply(work->key, work->target, done, end);
    done = end;
  }
  return changes;
}

int64_t splash_mask_run(const splash_dsp *dsp, const splash_mask_work *work) {
  const splash_steady_step *step = &work->step;
  const int32_t rows = step->mask.height;
  const splash_plane *steady = work->steadies ? &step->result : &step->mask;
  int32_t drawn = 0, steadied = 0, cleaned = 0, applied = 0;
  int64_t steady_changes = 0, clean_changes = 0;
  while (applied < rows) {
    int32_t end = band_after(drawn, rows);
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
    if (work->target && !work->tidy) dsp->apply(work->key, work->target, applied, cleaned);
    applied = cleaned;
  }
  if (work->tidy) return tidy_run(dsp, work, work->despeckle > 0 ? &work->clean : steady);
  return work->despeckle > 0 ? clean_changes : steady_changes;
}
