// A mask by lines, without vectors of its own.

#include "lines.h"

#include "kernels.h"

void splash_lines_reference(
    const splash_lines *lines, const splash_plane *guide, const splash_plane *result, int32_t first,
    int32_t end) {
  splash_lines_part(lines, guide, result, first, end);
}
