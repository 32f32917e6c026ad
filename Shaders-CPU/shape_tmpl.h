// Grows, shrinks, smooths and feathers edges, on vectors, in tiles of columns and rows with a margin around them.
// grow.c, smooth.c and feather.c have the definitions.

#include "kernels.h"
#include "plane.h"
#include "shape.h"

enum {
  shape_reach = 32,
  shape_tile_rows = 64,
  shape_tile_columns = 256,
  shape_rows = shape_tile_rows + 2 * shape_reach,
  /// Includes space that vectors read and write beyond the last column.
  shape_columns = shape_tile_columns + 2 * shape_reach + 128
};

/// A tile of `columns` by `rows` samples from column `left` and row `top` on. `samples` begins `reach` rows and columns
/// earlier.
typedef struct shape_tile {
  _Alignas(64) uint8_t samples[shape_rows][shape_columns];
  int32_t left, top, columns, rows, reach;
} shape_tile;

/// Fills a tile; outside of the plane the nearest samples repeat.
static inline void shape_fill(shape_tile *tile, const splash_plane *mask) {
  const int32_t reach = tile->reach, first = tile->left - reach;
  const int32_t count = tile->columns + 2 * reach;
  const int32_t before = first < 0 ? -first : 0;
  const int32_t beyond = first + count > mask->width ? first + count - mask->width : 0;
  for (int32_t r = 0; r < tile->rows + 2 * reach; r++) {
    const uint8_t *row = splash_plane_row(mask, tile->top + r - reach);
    uint8_t *to = tile->samples[r];
    __builtin_memset(to, row[0], (size_t)before);
    __builtin_memcpy(to + before, row + first + before, (size_t)(count - before - beyond));
    __builtin_memset(to + count - beyond, row[mask->width - 1], (size_t)beyond);
  }
}

/// Copies the finished tile to the result. Returns how many samples changed by more than a quarter.
static inline int64_t shape_finish(const shape_tile *tile, const splash_plane *result) {
  int64_t changed = 0;
  for (int32_t r = 0; r < tile->rows; r++) {
    uint8_t *out = result->data + (tile->top + r) * result->stride + tile->left;
    u8v flips = {};
    for (int32_t x = 0; x < tile->columns; x += lanes_u8) {
      const u8v v = load_u8(tile->samples[r] + x);
      u8v flip = (u8v)(distance_u8(v, load_u8(out + x)) > splat_u8(splash_quarter)) & 1;
      store_u8(out + x, v);
      for (int i = tile->columns - x; i < lanes_u8; i++) flip[i] = 0;
      flips += flip;
    }
    changed += total_u8(flips);
  }
  return changed;
}

INLINE u8v shape_extreme(u8v a, u8v b, int grows) { return grows ? max_u8(a, b) : min_u8(a, b); }

/// Rows of a tile for the extremes of a disc.
typedef struct shape_disc {
  _Alignas(64) uint8_t rows[shape_tile_rows][shape_columns];
} shape_disc;

/// Replaces each sample by the extreme of itself and the two after it. After the first pass the middle one is already
/// included in its neighbors.
INLINE void shape_widen(uint8_t *row, int32_t columns, bool first, int grows) {
  for (int32_t x = 0; x < columns; x += lanes_u8) {
    u8v extreme = shape_extreme(load_u8(row + x), load_u8(row + x + 2), grows);
    if (first) extreme = shape_extreme(extreme, load_u8(row + x + 1), grows);
    store_u8(row + x, extreme);
  }
}

INLINE void shape_add(shape_disc *disc, int32_t to, const uint8_t *row, int32_t columns, int grows) {
  uint8_t *const sums = disc->rows[to];
  for (int32_t x = 0; x < columns; x += lanes_u8)
    store_u8(sums + x, shape_extreme(load_u8(sums + x), load_u8(row + x), grows));
}

/// The extremes of discs: each row, widened to the disc's width at a distance, is used for the rows that far above and
/// below it.
INLINE void shape_extremes(shape_tile *tile, int grows) {
  const int32_t reach = tile->reach;
  int32_t widths[shape_reach + 1];
  for (int32_t away = 0; away <= reach; away++) widths[away] = splash_disc_width(reach, away);
  shape_disc disc;
  for (int32_t r = 0; r < tile->rows; r++)
    __builtin_memset(disc.rows[r], grows ? 0 : 255, (size_t)tile->columns + lanes_u8);
  for (int32_t r = 0; r < tile->rows + 2 * reach; r++) {
    uint8_t *const row = tile->samples[r];
    int32_t away = reach;
    for (int32_t width = 0; width <= reach; width++) {
      if (width > 0) shape_widen(row, tile->columns + 2 * (reach - width), width == 1, grows);
      // The largest distance at which the disc is this wide.
      for (; away >= 0 && widths[away] == width; away--) {
        const int32_t above = r - reach - away, below = r - reach + away;
        const uint8_t *const from = row + reach - width;
        if (above >= 0 && above < tile->rows) shape_add(&disc, above, from, tile->columns, grows);
        if (away > 0 && below >= 0 && below < tile->rows)
          shape_add(&disc, below, from, tile->columns, grows);
      }
    }
  }
  for (int32_t r = 0; r < tile->rows; r++)
    __builtin_memcpy(tile->samples[r], disc.rows[r], (size_t)tile->columns);
}

/// Mixes a tile that has grown or shrunk by a whole number of samples with one for one sample more, by `part`
/// sixteenths.
INLINE void shape_between(shape_tile *tile, const splash_plane *mask, int32_t part, int grows) {
  shape_tile more;
  more.left = tile->left, more.top = tile->top, more.columns = tile->columns, more.rows = tile->rows;
  more.reach = tile->reach + 1;
  shape_fill(&more, mask);
  shape_extremes(&more, grows);
  const u16v share = splat_u16((uint16_t)part), other = splat_u16((uint16_t)(16 - part));
  for (int32_t r = 0; r < tile->rows; r++) {
    uint8_t *const row = tile->samples[r];
    for (int32_t x = 0; x < tile->columns; x += lanes_u16) {
      const u16v sum = widen_u8(load_half(row + x)) * other + widen_u8(load_half(more.samples[r] + x)) * share;
      store_half(row + x, narrow_u16((sum + splat_u16(8)) >> 4));
    }
  }
}

enum { shape_most_smooth = 8, shape_mixed = 256 };

/// For each row of the tile and each vector in it, the common code of all samples that its disc may reach, or
/// `shape_mixed`.
typedef struct shape_flats {
  uint16_t codes[shape_rows][shape_tile_columns / lanes_u8 + 1];
} shape_flats;

INLINE void shape_find_flats(const shape_tile *tile, shape_flats *flats) {
  for (int32_t r = 0; r < tile->rows + 2 * tile->reach; r++) {
    const uint8_t *const row = tile->samples[r];
    for (int32_t x = 0; x < tile->columns; x += lanes_u8) {
      const u8v code = splat_u8(row[x]);
      const u8v others = (load_u8(row + x) ^ code) | (load_u8(row + x + 2 * tile->reach) ^ code);
      flats->codes[r][x / lanes_u8] = __builtin_reduce_or(others) ? shape_mixed : row[x];
    }
  }
}

/// Medians of the discs around `lanes_u8` samples, from the highest bit down: a code is at most the median if more than
/// half of the samples are at least that code. `at` is the upper left corner for the first sample.
INLINE u8v shape_medians(
    const uint8_t (*at)[shape_columns], int32_t reach, const int32_t *widths, int32_t half) {
  u8v median = {};
  for (int bit = 128; bit > 0; bit >>= 1) {
    const u8v code = median | splat_u8((uint8_t)bit);
    u8v count = {};
    for (int32_t r = 0; r <= 2 * reach; r++) {
      const int32_t width = widths[r < reach ? reach - r : r - reach];
      const uint8_t *const row = at[r] + reach - width;
      for (int32_t i = 0; i <= 2 * width; i++) count -= (u8v)(load_u8(row + i) >= code);
    }
    const u8v fits = (u8v)(count > splat_u8((uint8_t)half));
    median = (fits & code) | (~fits & median);
  }
  return median;
}

INLINE void shape_smooth(shape_tile *tile) {
  const int32_t reach = tile->reach;
  int32_t widths[shape_most_smooth + 1], half = 0;
  for (int32_t away = 0; away <= reach; away++) {
    widths[away] = splash_disc_width(reach, away);
    half += (away > 0 ? 2 : 1) * (2 * widths[away] + 1);
  }
  half /= 2;
  shape_flats flats;
  shape_find_flats(tile, &flats);
  // The result overwrites rows that are no longer needed.
  for (int32_t r = 0; r < tile->rows; r++) {
    _Alignas(64) uint8_t medians[shape_tile_columns];
    for (int32_t x = 0; x < tile->columns; x += lanes_u8) {
      const uint16_t code = flats.codes[r][x / lanes_u8];
      bool is_flat = code != shape_mixed;
      for (int32_t i = 1; i <= 2 * reach && is_flat; i++)
        is_flat = flats.codes[r + i][x / lanes_u8] == code;
      const uint8_t(*const at)[shape_columns] =
          (const uint8_t(*)[shape_columns])(tile->samples[r] + x);
      store_u8(
          medians + x, is_flat ? splat_u8((uint8_t)code) : shape_medians(at, reach, widths, half));
    }
    __builtin_memcpy(tile->samples[r], medians, (size_t)tile->columns);
  }
}

INLINE u8h shape_means(u16v sums, int32_t count) {
  return narrow_u16(
      mul_high_u16(sums + splat_u16((uint16_t)(count / 2)), splat_u16(splash_share_of(count))));
}

/// Replaces each of `columns` samples of a row by the mean of itself and the next `reach` ones.
static inline void shape_means_along(uint8_t *row, int32_t columns, int32_t reach) {
  uint16_t sums[shape_columns + 64];
  uint16_t sum = 0;
  sums[0] = 0;
  for (int32_t x = 0; x < columns + reach; x++) sums[x + 1] = sum = (uint16_t)(sum + row[x]);
  for (int32_t x = 0; x < columns; x += lanes_u16) {
    const u16v from = load_u16((const uint8_t *)(sums + x));
    const u16v to = load_u16((const uint8_t *)(sums + x + reach + 1));
    store_half(row + x, shape_means(to - from, reach + 1));
  }
}

/// The same down the columns, for `rows` rows.
static inline void shape_means_down(shape_tile *tile, int32_t rows) {
  for (int32_t x = 0; x < tile->columns; x += lanes_u16) {
    u16v sum = {};
    for (int32_t r = 0; r < tile->reach; r++) sum += widen_u8(load_half(tile->samples[r] + x));
    for (int32_t r = 0; r < rows; r++) {
      const u16v leaves = widen_u8(load_half(tile->samples[r] + x));
      sum += widen_u8(load_half(tile->samples[r + tile->reach] + x));
      store_half(tile->samples[r] + x, shape_means(sum, tile->reach + 1));
      sum -= leaves;
    }
  }
}

static inline void shape_feather(shape_tile *tile) {
  const int32_t reach = tile->reach;
  for (int32_t r = 0; r < tile->rows + 2 * reach; r++) {
    shape_means_along(tile->samples[r], tile->columns + reach, reach);
    shape_means_along(tile->samples[r], tile->columns, reach);
  }
  shape_means_down(tile, tile->rows + reach);
  shape_means_down(tile, tile->rows);
}

/// The operation on a tile.
typedef enum shape_change { shape_grows, shape_shrinks, shape_smooths, shape_fades } shape_change;

INLINE int64_t shape_all(
    shape_change change, const splash_plane *mask, const splash_plane *result, int32_t reach,
    int32_t part, int32_t first, int32_t end) {
  shape_tile tile;
  tile.reach = reach;
  int64_t changed = 0;
  for (tile.top = first; tile.top < end; tile.top += shape_tile_rows) {
    tile.rows = end - tile.top < shape_tile_rows ? end - tile.top : shape_tile_rows;
    for (tile.left = 0; tile.left < mask->width; tile.left += shape_tile_columns) {
      const int32_t rest = mask->width - tile.left;
      tile.columns = rest < shape_tile_columns ? rest : shape_tile_columns;
      shape_fill(&tile, mask);
      switch (change) {
        case shape_smooths: shape_smooth(&tile); break;
        case shape_fades: shape_feather(&tile); break;
        default:
          shape_extremes(&tile, change == shape_grows);
          if (part > 0) shape_between(&tile, mask, part, change == shape_grows);
      }
      changed += shape_finish(&tile, result);
    }
  }
  return changed;
}

KERNEL int64_t grow_rows(
    const splash_plane *mask, const splash_plane *result, int32_t reach, int32_t first,
    int32_t end) {
  return reach < 0 ? shape_all(shape_shrinks, mask, result, -reach / 16, -reach % 16, first, end)
                   : shape_all(shape_grows, mask, result, reach / 16, reach % 16, first, end);
}

KERNEL int64_t smooth_rows(
    const splash_plane *mask, const splash_plane *result, int32_t reach, int32_t first,
    int32_t end) {
  return shape_all(shape_smooths, mask, result, reach, 0, first, end);
}

KERNEL int64_t feather_rows(
    const splash_plane *mask, const splash_plane *result, int32_t reach, int32_t first,
    int32_t end) {
  return shape_all(shape_fades, mask, result, reach, 0, first, end);
}
