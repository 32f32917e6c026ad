#ifndef WHOLES_H
#define WHOLES_H

#include "include/SplashKernels.h"

/// The weight of differences of luma relative to chroma, low since light and shade are of one material.
static const float luma_weight = 0.2f;

/// Whether any cell has a mask; most frames have none if the color is rare.
bool splash_has_mask(const splash_plane *mask);

/// Finds the colors of a frame's cells, which are squares of 2^`log2_size` chroma samples a side.
void splash_cell_colors(
    const splash_dsp *dsp, const splash_picture *picture, uint8_t log2_size,
    const splash_wholes *how);

/// Decides the regions of a frame's cells, whose colors are known.
///
/// - `mask`: of the cells, of which at least one has a mask.
/// - `cells`: memory for one run per cell.
/// - `amendments`: as `splash_amendments` writes them; cells that stay are not written.
void splash_decide_regions(
    const splash_plane *mask, const splash_wholes *how, splash_run *cells,
    const splash_plane *amendments);

/// Raises rows of an amended mask at the edges of selected regions, in cells that these share with what is beside them:
/// samples whose color is nearer to that of the region's cells within two cells than to that of the others there.
///
/// - `amendments`: of the decided regions; `steadied` over time, or the same plane.
void splash_fit_edges(
    const splash_picture *picture, int32_t log2_side, const splash_wholes *how, const splash_plane *amendments,
    const splash_plane *steadied, const splash_plane *mask, int32_t begin, int32_t end);

#endif
