#ifndef WHOLES_H
#define WHOLES_H

#include "include/SplashKernels.h"

/// The weight of differences of luma relative to chroma, low since light and shade are of one material.
static const float luma_weight = 0.2f;

/// Whether any cell has a mask; most frames have none if the color is rare.
bool splash_has_mask(const splash_plane *mask);

/// Finds the colors of a frame's cells.
void splash_cell_colors(const splash_dsp *dsp, const splash_picture *picture, const splash_wholes *how);

/// Forgets the means of cells over time, so that those of the next frame begin with it.
void splash_forget_means(const splash_wholes *how);

/// Decides the regions of a frame's cells, whose colors are known.
///
/// - `mask`: of the cells, of which at least one has a mask.
/// - `cells`: memory for one run per cell.
/// - `amendments`: as `splash_amendments` writes them; cells that stay are not written.
void splash_decide_regions(
    const splash_plane *mask, const splash_wholes *how, splash_run *cells,
    const splash_plane *amendments);

/// Raises rows of an amended mask at the edges of selected regions, within two cells of them: by how far the color of a
/// sample lies on the way from that of the cells there that are not selected to that of the region's.
///
/// - `amendments`: of the decided regions, steadied over time.
/// - `slew`: by how many codes a sample of a still cell may be raised or fall from frame to frame.
void splash_fit_edges(
    const splash_picture *picture, const splash_wholes *how, const splash_plane *amendments,
    uint8_t slew, const splash_plane *mask, int32_t begin, int32_t end);

#endif
