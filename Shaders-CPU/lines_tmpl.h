// Draws a mask by linear functions of luma, vectorized by the compiler. lines.h has it.

#include "lines.h"

KERNEL void lines_rows(
    const splash_lines *lines, const splash_plane *guide, const splash_plane *result, int32_t first,
    int32_t end) {
  splash_lines_part(lines, guide, result, first, end);
}
