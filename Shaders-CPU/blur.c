// The stages of blur, one sample at a time.

#include "kernels.h"
#include "sample.h"

void splash_shrink_reference(
    const splash_blur *how, const splash_channel *channel, float *small, int32_t first,
    int32_t end) {
  const int32_t size = 1 << how->log2_size, columns = (channel->width + size - 1) / size;
  for (int32_t y = first; y < end; y++) {
    for (int32_t x = 0; x < columns; x++) {
      int32_t sum = 0;
      for (int32_t i = 0; i < size * size; i++)
        sum += splash_code_at(channel, x * size + i % size, y * size + i / size);
      small[y * columns + x] = (float)sum * (1 / (float)(size * size));
    }
  }
}

/// Adds up column sums; four are added as two pairs, each of which is rounded.
static float sum_of(const uint64_t *sums, int32_t count) {
  uint64_t total = 0;
  for (int32_t i = 0; i < count; i++) total += sums[i];
  if (count != 4) return (float)total;
  return (float)(sums[0] + sums[1]) + (float)(sums[2] + sums[3]);
}

void splash_weigh_reference(
    const splash_blur *how, const splash_weighing *weighing, const splash_channel *channel,
    float *small, float *weights, int32_t first, int32_t end) {
  const int32_t size = 1 << how->log2_size, columns = (channel->width + size - 1) / size;
  const float unit = 1 / (4081.0f * (float)(size * size));
  // If each column of the mask covers two columns of samples, its weight is added once for both.
  const bool is_shared = weighing->log2_width == 1 && size > 1 && channel->width % 2 == 0;
  const int32_t step = is_shared ? 2 : 1;
  for (int32_t y = first; y < end; y++) {
    for (int32_t x = 0; x < columns; x++) {
      uint64_t products[1 << 8] = {0}, weighed[1 << 8] = {0};
      for (int32_t i = 0; i < size; i++) {
        for (int32_t j = 0; j < size; j++) {
          const uint32_t weight = splash_weight_at(weighing, channel, x * size + i, y * size + j);
          products[i] += (uint64_t)splash_code_at(channel, x * size + i, y * size + j) * weight;
          if (i % step == 0) weighed[i / step] += weight;
        }
      }
      small[y * columns + x] = unit * sum_of(products, size);
      weights[y * columns + x] = (float)step * unit * sum_of(weighed, size / step);
    }
  }
}

void splash_soften_reference(
    const splash_blur *how, const float *from, float *to, int32_t columns, int32_t rows,
    int32_t first, int32_t end) {
  float *middle = how->room;
  for (int32_t y = first; y < end; y++) {
    for (int32_t x = 0; x < columns; x++) {
      middle[x] = how->column_weights[0] * from[y * columns + x];
      for (int32_t i = 1; i <= how->column_reach; i++) {
        const float above = from[splash_clamp_index(y - i, rows) * columns + x];
        const float below = from[splash_clamp_index(y + i, rows) * columns + x];
        middle[x] += how->column_weights[i] * (above + below);
      }
    }
    for (int32_t x = 0; x < columns; x++) {
      float sum = how->row_weights[0] * middle[x];
      for (int32_t i = 1; i <= how->row_reach; i++) {
        const float left = middle[splash_clamp_index(x - i, columns)];
        const float right = middle[splash_clamp_index(x + i, columns)];
        sum += how->row_weights[i] * (left + right);
      }
      to[y * columns + x] = how->weights ? sum / how->weights[y * columns + x] : sum;
    }
  }
}

void splash_enlarge_reference(
    const splash_blur *how, const splash_channel *channel, const float *small, int32_t first,
    int32_t end) {
  const int32_t size = 1 << how->log2_size;
  const int32_t columns = (channel->width + size - 1) / size;
  const int32_t rows = (channel->height + size - 1) / size;
  for (int32_t y = first; y < end; y++) {
    const splash_gap row = splash_gap_of(y, size, rows);
    for (int32_t x = 0; x < channel->width; x++) {
      const splash_gap column = splash_gap_of(x, size, columns);
      const float value = splash_enlarged(small, column, row, columns, size);
      splash_set_code(channel, x, y, (int32_t)(value + 0.5f));
    }
  }
}
