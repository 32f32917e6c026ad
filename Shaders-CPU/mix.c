// One picture over another by a mask, one sample at a time.

#include "mix.h"

#include "kernels.h"

void splash_mix_reference(
    const splash_plane *luma, const splash_picture *picture, int32_t first, int32_t end) {
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    splash_mix_part(&picture->format, &row, luma, y, 0);
  }
}
