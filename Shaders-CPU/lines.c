// A mask by lines, one sample at a time.

#include "kernels.h"
#include "plane.h"

#pragma clang fp contract(off)

/// Squares of `size` samples along one side: the two between whose middles a sample lies, the last where
/// there is none beyond it, and how far it is from the first, in halves of samples.
typedef struct between {
  int32_t from, to, halves;
} between;

static between between_of(int32_t at, int32_t size, int32_t squares) {
  const int32_t halves = 2 * at + 1 - size;
  int32_t square = halves / (2 * size);
  if (square * 2 * size > halves) square--;
  return (between){
      splash_clamp_index(square, squares), splash_clamp_index(square + 1, squares),
      halves - square * 2 * size};
}

static float along(const float *row, between place, int32_t size) {
  const float from = row[place.from], to = row[place.to];
  return from + (to - from) / (float)(2 * size) * (float)place.halves;
}

void splash_lines_reference(
    const splash_lines *lines, const splash_plane *guide, const splash_plane *result, int32_t first,
    int32_t end) {
  const int32_t size = 1 << lines->log2_size;
  const int32_t columns = (guide->width + size - 1) / size, rows = (guide->height + size - 1) / size;
  for (int32_t y = first; y < end; y++) {
    const between row = between_of(y, size, rows);
    const float part = (float)row.halves / (float)(2 * size);
    for (int32_t x = 0; x < guide->width; x++) {
      const between column = between_of(x, size, columns);
      float values[2];
      for (int which = 0; which < 2; which++) {
        const float *plane = which ? lines->offset : lines->slope;
        const float upper = along(plane + row.from * columns, column, size);
        const float lower = along(plane + row.to * columns, column, size);
        values[which] = upper + part * (lower - upper);
      }
      const float sample = values[0] * (float)guide->data[y * guide->stride + x] + values[1] + 0.5f;
      const float least = sample > 0 ? sample : 0;
      result->data[y * result->stride + x] = (uint8_t)(int32_t)(least < 255 ? least : 255);
    }
  }
}
