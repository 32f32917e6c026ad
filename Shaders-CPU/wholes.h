#ifndef WHOLES_H
#define WHOLES_H

#include "include/SplashKernels.h"

/// Whether any cell has a mask; most pictures of a rare color have none.
bool splash_has_mask(const splash_plane *mask);

/// Finds the colors of the cells of a picture: of squares of 2^`log2_size` chroma samples.
void splash_cell_colors(
    const splash_dsp *dsp, const splash_picture *picture, uint8_t log2_size,
    const splash_wholes *how);

/// Decides the regions of a picture's cells, whose colors are found.
///
/// - `mask`: of the cells, of which one at least has some.
/// - `cells`: room for as many runs as there are cells.
/// - `amendments`: as `splash_amendments` writes them; cells that stay are left as they are.
void splash_decide_regions(
    const splash_plane *mask, const splash_wholes *how, splash_run *cells,
    const splash_plane *amendments);

#endif
