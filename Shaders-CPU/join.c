// Joins the hue mask with other selections, one sample at a time.

#include "kernels.h"
#include "plane.h"

void splash_join_reference(
    const splash_plane *mask, const splash_join *with, const splash_plane *result, int32_t first,
    int32_t end) {
  for (int32_t y = first; y < end; y++) {
    const uint8_t *in = splash_plane_row(mask, y);
    uint8_t *out = result->data + y * result->stride;
    for (int32_t x = 0; x < mask->width; x++) {
      uint8_t v = in[x];
      if (with->kept) {
        uint8_t kept = splash_plane_row(with->kept, y)[x];
        if (with->allowed) {
          const uint8_t allowed = splash_plane_row(with->allowed, y)[x];
          kept = kept < allowed ? kept : allowed;
        }
        v = v > kept ? v : kept;
      }
      if (with->window) {
        const uint8_t window = splash_plane_row(with->window, y)[x];
        v = v < window ? v : window;
      }
      out[x] = with->invert ? 255 - v : v;
    }
  }
}
