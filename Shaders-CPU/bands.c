// Draws and processes the mask of a frame in bands of rows.

#include "SplashKernels.h"
#include "wholes.h"

/// Rows at a time: at 1080p a band of all planes takes a third of a second-level cache.
enum { band_rows = 32 };

static int32_t band_after(int32_t done, int32_t rows) {
  return done + band_rows < rows ? done + band_rows : rows;
}

/// Halves rows `first`…`end`−1 of a plane into the first of `halves`, these rows into the next, and so on.
static void halve(
    const splash_dsp *dsp, const splash_plane *plane, const splash_plane *halves, int32_t count,
    int32_t first, int32_t end) {
  for (int32_t i = 0; i < count; i++) {
    end = end < plane->height ? end / 2 : halves[i].height;
    first /= 2;
    dsp->halve(plane, &halves[i], first, end);
    plane = &halves[i];
  }
}

/// Whether cells need luma: for steadying, or for their colors.
static bool needs_guides(const splash_tidy_work *tidy) {
  return tidy && (tidy->steadies || tidy->areas.wholes);
}

/// Amends a finished mask, and applies it if no stage follows.
static int64_t tidy_run(
    const splash_dsp *dsp, const splash_mask_work *work, const splash_plane *mask) {
  const splash_tidy_work *tidy = work->tidy;
  const splash_steady_step *step = &tidy->step;
  const splash_plane *cells = tidy->halvings > 0 ? &tidy->masks[tidy->halvings - 1] : mask;
  const splash_plane *amendments = tidy->steadies ? &step->result : &step->mask;
  const int32_t rows = mask->height;
  int64_t changes = 0;
  splash_wholes wholes;
  splash_areas areas = tidy->areas;
  if (areas.wholes && !splash_has_mask(cells)) {
    splash_forget_means(areas.wholes);
    areas.wholes = NULL;
  }
  if (areas.wholes) {
    wholes = *areas.wholes;
    splash_cell_colors(dsp, work->source, &wholes);
    wholes.last = tidy->steadies && tidy->steadying.slew < 255 ? &step->last : NULL;
    areas.wholes = &wholes;
  }
  splash_amendments(cells, &areas, &step->mask);
  if (tidy->steadies) dsp->steady(&tidy->steadying, step, 0, cells->height);
  for (int32_t done = 0; done < rows;) {
    const int32_t end = band_after(done, rows);
    changes += dsp->amend(mask, amendments, tidy->halvings, &tidy->result, done, end);
    if (areas.wholes)
      splash_fit_edges(work->source, areas.wholes, amendments, tidy->steadying.slew, &tidy->result, done, end);
    if (work->target && !work->shape) dsp->apply(work->key, work->target, done, end);
    done = end;
  }
  return changes;
}

/// Shapes a finished mask, and applies it.
static int64_t shape_run(
    const splash_dsp *dsp, const splash_mask_work *work, const splash_plane *mask) {
  const splash_shape_work *shape = work->shape;
  const int32_t rows = mask->height;
  int64_t changes = 0;
  if (shape->grow > 0) {
    changes = dsp->grow(mask, &shape->grown, shape->grow, 0, rows);
    mask = &shape->grown;
  }
  if (shape->shrink > 0) {
    changes = dsp->grow(mask, &shape->shrunk, -shape->shrink, 0, rows);
    mask = &shape->shrunk;
  }
  if (shape->smooth > 0) {
    changes = dsp->smooth(mask, &shape->smoothed, shape->smooth, 0, rows);
    mask = &shape->smoothed;
  }
  if (shape->feather > 0)
    changes = dsp->feather(mask, &shape->feathered, shape->feather, 0, rows);
  if (work->target) dsp->apply(work->key, work->target, 0, rows);
  return changes;
}

/// Tidies, shapes and applies a drawn mask, as far as the work requires it.
static int64_t finish_run(
    const splash_dsp *dsp, const splash_mask_work *work, const splash_plane *mask,
    int64_t changes) {
  if (work->tidy) {
    changes = tidy_run(dsp, work, mask);
    mask = &work->tidy->result;
  }
  return work->shape ? shape_run(dsp, work, mask) : changes;
}

void splash_mask_finish(
    const splash_dsp *dsp, const splash_plane *mask, const splash_picture *source,
    const splash_plane *guide, const splash_tidy_work *tidy, const splash_shape_work *shape) {
  const splash_mask_work work = {.source = source, .tidy = tidy, .shape = shape};
  if (tidy) halve(dsp, mask, tidy->masks, tidy->halvings, 0, mask->height);
  if (needs_guides(tidy)) {
    dsp->guide(source, guide, 0, mask->height);
    halve(dsp, guide, tidy->guides, tidy->halvings, 0, mask->height);
  }
  finish_run(dsp, &work, mask, 0);
}

int64_t splash_mask_run(const splash_dsp *dsp, const splash_mask_work *work) {
  const splash_steady_step *step = &work->step;
  const splash_tidy_work *tidy = work->tidy;
  const int32_t rows = step->mask.height;
  const bool guides = needs_guides(tidy);
  const splash_plane *steady = work->steadies ? &step->result : &step->mask;
  const splash_plane *finished = work->despeckle > 0 ? &work->clean : steady;
  int32_t drawn = 0, steadied = 0, cleaned = 0, applied = 0;
  int64_t steady_changes = 0, clean_changes = 0;
  while (applied < rows) {
    int32_t end = band_after(drawn, rows);
    dsp->mask(work->key, work->source, drawn, end);
    if (work->steadies || guides) dsp->guide(work->source, &step->guide, drawn, end);
    if (guides)
      halve(dsp, &step->guide, tidy->guides, tidy->halvings, drawn, end);
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
    if (tidy)
      halve(dsp, finished, tidy->masks, tidy->halvings, applied, cleaned);
    else if (work->target && !work->shape)
      dsp->apply(work->key, work->target, applied, cleaned);
    applied = cleaned;
  }
  return finish_run(dsp, work, finished, work->despeckle > 0 ? clean_changes : steady_changes);
}
