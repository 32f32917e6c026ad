#ifndef WHOLES_H
#define WHOLES_H

#include "include/SplashMask.h"

/// Decides parts of a mask's cells.
///
/// - `cells`: room for as many runs as there are cells.
/// - `result`: the mask with its parts decided.
/// - `amendments`: as `splash_amendments` writes them; cells of parts that stay are left as they are.
void splash_decide_parts(
    const splash_plane *mask, const splash_wholes *how, splash_run *cells,
    const splash_plane *result, const splash_plane *amendments);

#endif
