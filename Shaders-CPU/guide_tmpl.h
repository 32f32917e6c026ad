// Luma at chroma resolution with vectors. guide.c has the definition.

/// Luma samples `from`…`from + count`−1 of a row as bytes, one after another; the row's last one
/// again where it is shorter. Points into the row where that is all there is to do.
__attribute__((noinline)) static const uint8_t *NAME(luma_bytes)(
    const splash_picture *picture, const uint8_t *row, int32_t from, int32_t count,
    uint8_t *room) {
  const splash_format *format = &picture->format;
  const bool is_words = format->depth > 8, is_packed = format->layout >= splash_yuyv;
  int32_t there = picture->width - from < count ? picture->width - from : count;
  if (!is_words && !is_packed && there == count) return row + from;
  const int shift = is_words ? format->shift + format->depth - 8
                             : format->layout == splash_uyvy ? 8 : 0;
  int32_t x = 0;
  if (is_words || is_packed) {
    const uint8_t *words = row + 2 * (ptrdiff_t)from;
    for (; x + LANES <= there; x += LANES) {
      W v;
      LOAD(v, words + 2 * x);
      v = v >> (uint16_t)shift & 255;
      V bytes = __builtin_convertvector(v, V);
      STORE(room + x, bytes);
    }
    for (; x < there; x++) room[x] = luma_byte(format, row, from + x);
  } else {
    memcpy(room, row + from, (size_t)there);
  }
  memset(room + there, room[there - 1], (size_t)(count - there));
  return room;
}

SPLASH_GUIDE(NAME(splash_guide)) {
  enum { tile = 2048 };
  _Alignas(64) uint8_t rooms[2][tile];
  const bool halves = picture->format.log2_width;
  const int32_t step = halves ? 2 : 1, padded = (guide->width + LANES - 1) / LANES * LANES;
  for (int32_t y = first; y < end; y++) {
    splash_row row = splash_row_at(picture, y);
    uint8_t *out = guide->data + y * guide->stride;
    for (int32_t from = 0; from < padded; from += tile / 2) {
      int32_t count = padded - from < tile / 2 ? padded - from : tile / 2;
      const uint8_t *top =
          NAME(luma_bytes)(picture, row.luma[0], from * step, count * step, rooms[0]);
      const uint8_t *bottom =
          NAME(luma_bytes)(picture, row.luma[1], from * step, count * step, rooms[1]);
      for (int32_t x = 0; x < count; x += LANES) {
        V result;
        if (halves) {
          W a, b;
          LOAD(a, top + 2 * x);
          LOAD(b, bottom + 2 * x);
          W left = AVERAGE(a & 255, b & 255), right = AVERAGE(a >> 8, b >> 8);
          result = __builtin_convertvector(AVERAGE(left, right), V);
        } else {
          V a, b;
          LOAD(a, top + x);
          LOAD(b, bottom + x);
          result = AVERAGE(a, b);
        }
        STORE(out + from + x, result);
      }
    }
  }
}
