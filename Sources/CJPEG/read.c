#include <string.h>

#include "session.h"

// MARK: - Header

static cj_color color(const struct jpeg_decompress_struct *source) {
  switch (source->jpeg_color_space) {
  case JCS_GRAYSCALE: return cj_grey;
  case JCS_YCbCr: return cj_ycc;
  case JCS_RGB: return cj_rgb;
  case JCS_CMYK:
  case JCS_YCCK: return cj_cmyk;
  default: return cj_other;
  }
}

static void read_header(session *session) {
  session_open(session, false);
  const struct jpeg_decompress_struct *source = &session->source;
  cj_header *header = session->header;
  header->width = (int32_t)source->image_width;
  header->height = (int32_t)source->image_height;
  header->component_count = source->num_components;
  header->color = source->num_components > 4 ? cj_other : color(source);
  int widest = 1, highest = 1;
  for (int i = 0; i < source->num_components; i++) {
    const jpeg_component_info *component = source->comp_info + i;
    if (component->h_samp_factor > widest) widest = component->h_samp_factor;
    if (component->v_samp_factor > highest) highest = component->v_samp_factor;
  }
  for (int i = 0; i < source->num_components && i < 4; i++) {
    const jpeg_component_info *component = source->comp_info + i;
    int across = component->h_samp_factor, down = component->v_samp_factor;
    header->ratios[i].across = widest % across ? 0 : widest / across;
    header->ratios[i].down = highest % down ? 0 : highest / down;
  }
}

bool cj_read_header(cj_bytes file, cj_header *header, cj_message *message) {
  session session = {.message = message, .file = file, .header = header};
  return session_run(&session, read_header);
}

// MARK: - Samples

// Writes a row of samples into all plane rows that it covers.
static void spread(const JSAMPLE *samples, const cj_plane *plane, int32_t row) {
  int32_t across = plane->ratio.across, down = plane->ratio.down;
  int32_t end = smaller((row + 1) * down, plane->height);
  for (int32_t y = row * down; y < end; y++) {
    uint8_t *place = plane->start + (size_t)y * plane->stride;
    if (across == 1) {
      memcpy(place, samples, (size_t)plane->width);
    } else {
      for (int32_t x = 0; x < plane->width; x++) place[x] = samples[x / across];
    }
  }
}

static void decode(session *session) {
  session_open(session, false);
  struct jpeg_decompress_struct *source = &session->source;
  source->raw_data_out = TRUE;
  source->out_color_space = source->jpeg_color_space;
  source->dct_method = JDCT_ISLOW;
  jpeg_start_decompress(source);
  JSAMPARRAY strips[MAX_COMPONENTS];
  session_strips((j_common_ptr)source, source->comp_info, source->num_components, strips);
  JDIMENSION lines = (JDIMENSION)source->max_v_samp_factor * DCTSIZE;
  for (int32_t strip = 0; source->output_scanline < source->output_height; strip++) {
    jpeg_read_raw_data(source, strips, lines);
    for (int i = 0; i < source->num_components; i++) {
      const jpeg_component_info *component = source->comp_info + i;
      int32_t count = component->v_samp_factor * DCTSIZE, first = strip * count;
      int32_t height = (int32_t)component->downsampled_height;
      for (int32_t row = 0; row < count && first + row < height; row++) {
        spread(strips[i][row], session->before + i, first + row);
      }
    }
  }
  jpeg_finish_decompress(source);
}

bool cj_decode(cj_bytes file, const cj_plane *planes, cj_message *message) {
  session session = {.message = message, .file = file, .before = planes};
  return session_run(&session, decode);
}

// MARK: - Length

static void measure(session *session) {
  session_open(session, false);
  jpeg_read_coefficients(&session->source);
  session->end = session_position(session);
}

bool cj_measure(cj_bytes file, size_t *end, cj_message *message) {
  session session = {.message = message, .file = file};
  bool is_done = session_run(&session, measure);
  *end = session.end;
  return is_done;
}
