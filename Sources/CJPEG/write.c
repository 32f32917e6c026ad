#include <math.h>
#include <string.h>

#include "session.h"

// MARK: - Blocks

typedef uint8_t block[DCTSIZE][DCTSIZE];

// Fills a block with samples: the mean over the plane samples that each covers, repeating the last ones beyond the
// edges.
static void gather(const cj_plane *plane, int32_t column, int32_t row, block samples) {
  int32_t across = plane->ratio.across, down = plane->ratio.down;
  bool is_inside = column + DCTSIZE <= plane->width && row + DCTSIZE <= plane->height;
  if (across == 1 && down == 1 && is_inside) {
    const uint8_t *start = plane->start + (size_t)row * plane->stride + column;
    for (int y = 0; y < DCTSIZE; y++) memcpy(samples[y], start + (size_t)y * plane->stride, DCTSIZE);
    return;
  }
  int32_t last_column = (plane->width - 1) / across, last_row = (plane->height - 1) / down;
  for (int32_t y = 0; y < DCTSIZE; y++) {
    int32_t top = smaller(row + y, last_row) * down, bottom = smaller(top + down, plane->height);
    for (int32_t x = 0; x < DCTSIZE; x++) {
      int32_t left = smaller(column + x, last_column) * across;
      int32_t right = smaller(left + across, plane->width);
      int32_t sum = 0, count = (bottom - top) * (right - left);
      for (int32_t v = top; v < bottom; v++) {
        for (int32_t u = left; u < right; u++) sum += plane->start[(size_t)v * plane->stride + (size_t)u];
      }
      samples[y][x] = (uint8_t)((sum + count / 2) / count);
    }
  }
}

// The cosines of ITU-T T.81, A.3.3, with the factors 1/2 and C(u) taken in.
static void prepare(float cosines[DCTSIZE][DCTSIZE]) {
  for (int u = 0; u < DCTSIZE; u++) {
    double scale = u == 0 ? sqrt(0.125) : 0.5;
    for (int x = 0; x < DCTSIZE; x++) {
      cosines[x][u] = (float)(scale * cos((2 * x + 1) * u * 3.14159265358979323846 / 16));
    }
  }
}

// The coefficients of a block by T.81, A.3.3 and A.3.4.
static void transform(
  block samples, float cosines[DCTSIZE][DCTSIZE], const JQUANT_TBL *table, JCOEF *result) {
  float rows[DCTSIZE][DCTSIZE] = {0}, both[DCTSIZE][DCTSIZE] = {0};
  for (int y = 0; y < DCTSIZE; y++) {
    for (int x = 0; x < DCTSIZE; x++) {
      float sample = (float)samples[y][x] - CENTERJSAMPLE;
      for (int u = 0; u < DCTSIZE; u++) rows[y][u] += sample * cosines[x][u];
    }
  }
  for (int y = 0; y < DCTSIZE; y++) {
    for (int v = 0; v < DCTSIZE; v++) {
      for (int u = 0; u < DCTSIZE; u++) both[v][u] += rows[y][u] * cosines[y][v];
    }
  }
  for (int i = 0; i < DCTSIZE2; i++) {
    // A step of 0 means damage, and decodes to 0. No 8-bit sample needs larger levels than ±1023.
    float level = table->quantval[i] ? both[i / DCTSIZE][i % DCTSIZE] / (float)table->quantval[i] : 0;
    result[i] = (JCOEF)lrintf(fminf(fmaxf(level, -1023), 1023));
  }
}

// MARK: - The same file with other samples

static void recode_component(session *session, int index, jvirt_barray_ptr coefficients) {
  const cj_plane *before = session->before + index, *after = session->after + index;
  if (before->start == after->start) return;
  struct jpeg_decompress_struct *source = &session->source;
  const jpeg_component_info *component = source->comp_info + index;
  const JQUANT_TBL *table = session_table(session, index);
  if (!table) return;
  float cosines[DCTSIZE][DCTSIZE];
  prepare(cosines);
  for (JDIMENSION row = 0; row < component->height_in_blocks; row++) {
    JBLOCKROW blocks =
      source->mem->access_virt_barray((j_common_ptr)source, coefficients, row, 1, TRUE)[0];
    for (JDIMENSION column = 0; column < component->width_in_blocks; column++) {
      block old, new;
      gather(before, (int32_t)column * DCTSIZE, (int32_t)row * DCTSIZE, old);
      gather(after, (int32_t)column * DCTSIZE, (int32_t)row * DCTSIZE, new);
      if (memcmp(old, new, sizeof old) == 0) continue;
      transform(new, cosines, table, blocks[column]);
    }
  }
}

// Copies the properties of a file that are not in its coefficients or tables.
static void copy_manner(session *session) {
  struct jpeg_compress_struct *target = &session->target;
  if (session->source.progressive_mode) jpeg_simple_progression(target);
  target->arith_code = session->source.arith_code;
  target->restart_interval = session->source.restart_interval;
  target->optimize_coding = !target->arith_code;
}

static bool describes_components(jpeg_saved_marker_ptr marker) {
  return (marker->marker == JPEG_APP0 && marker->data_length >= 5 &&
          memcmp(marker->data, "JFIF", 5) == 0) ||
         (marker->marker == JPEG_APP0 + 14 && marker->data_length >= 5 &&
          memcmp(marker->data, "Adobe", 5) == 0);
}

static void copy_markers(session *session, bool copies_all) {
  for (jpeg_saved_marker_ptr marker = session->source.marker_list; marker; marker = marker->next) {
    if (!copies_all && describes_components(marker)) continue;
    jpeg_write_marker(&session->target, marker->marker, marker->data, marker->data_length);
  }
}

static void recode(session *session) {
  session_open(session, true);
  struct jpeg_decompress_struct *source = &session->source;
  struct jpeg_compress_struct *target = &session->target;
  jvirt_barray_ptr *coefficients = jpeg_read_coefficients(source);
  session->end = session_position(session);
  for (int i = 0; i < source->num_components; i++) recode_component(session, i, coefficients[i]);
  session_create(session);
  jpeg_copy_critical_parameters(source, target);
  copy_manner(session);
  // The copied markers include these two.
  target->write_JFIF_header = FALSE;
  target->write_Adobe_marker = FALSE;
  jpeg_write_coefficients(target, coefficients);
  copy_markers(session, true);
  jpeg_finish_compress(target);
}

bool cj_recode(
  cj_bytes file, const cj_plane *before, const cj_plane *after, cj_file *result, size_t *end,
  cj_message *message) {
  session session = {
    .message = message, .file = file, .before = before, .after = after, .result = result};
  bool is_done = session_run(&session, recode);
  *end = session.end;
  return is_done;
}

// MARK: - Another photo in its place

// Takes the tables of the source's first two components for luma and chroma. A step of 0 means damage, and libjpeg
// would divide by it; the coarsest step, 255, replaces it.
static void copy_tables(session *session) {
  struct jpeg_decompress_struct *source = &session->source;
  struct jpeg_compress_struct *target = &session->target;
  for (int i = 0; i < 2; i++) {
    int component = i < source->num_components ? i : 0;
    const JQUANT_TBL *table = session_table(session, component);
    for (int k = 0; table && k < DCTSIZE2; k++) {
      target->quant_tbl_ptrs[i]->quantval[k] = table->quantval[k] ? table->quantval[k] : 255;
    }
  }
}

static void describe(session *session) {
  struct jpeg_compress_struct *target = &session->target;
  target->image_width = (JDIMENSION)session->after[0].width;
  target->image_height = (JDIMENSION)session->after[0].height;
  target->input_components = session->count;
  target->in_color_space = session->count == 1 ? JCS_GRAYSCALE : JCS_YCbCr;
  jpeg_set_defaults(target);
  if (session->quality > 0) {
    jpeg_set_quality(target, session->quality, TRUE);
  } else {
    copy_tables(session);
  }
  cj_ratio finest = session->after[session->count - 1].ratio;
  for (int i = 0; i < session->count; i++) {
    cj_ratio ratio = session->after[i].ratio;
    target->comp_info[i].h_samp_factor = finest.across / ratio.across;
    target->comp_info[i].v_samp_factor = finest.down / ratio.down;
  }
  copy_manner(session);
  target->raw_data_in = TRUE;
}

static void encode(session *session) {
  session_open(session, true);
  session_create(session);
  struct jpeg_compress_struct *target = &session->target;
  describe(session);
  jpeg_start_compress(target, TRUE);
  copy_markers(session, false);
  JSAMPARRAY strips[MAX_COMPONENTS];
  session_strips((j_common_ptr)target, target->comp_info, session->count, strips);
  JDIMENSION lines = (JDIMENSION)target->max_v_samp_factor * DCTSIZE;
  for (int32_t strip = 0; target->next_scanline < target->image_height; strip++) {
    for (int i = 0; i < session->count; i++) {
      const cj_plane *plane = session->after + i;
      int32_t width = (int32_t)target->comp_info[i].width_in_blocks * DCTSIZE;
      int32_t count = target->comp_info[i].v_samp_factor * DCTSIZE;
      for (int32_t row = 0; row < count; row++) {
        int32_t y = smaller(strip * count + row, plane->height - 1);
        const uint8_t *samples = plane->start + (size_t)y * plane->stride;
        int32_t real = smaller(width, plane->width);
        memcpy(strips[i][row], samples, (size_t)real);
        memset(strips[i][row] + real, samples[real - 1], (size_t)(width - real));
      }
    }
    jpeg_write_raw_data(target, strips, lines);
  }
  jpeg_finish_compress(target);
}

bool cj_encode(
  const cj_plane *planes, int32_t count, cj_bytes like, int32_t quality, cj_file *result,
  cj_message *message) {
  session session = {
    .message = message, .file = like, .after = planes, .count = count, .quality = quality,
    .result = result};
  return session_run(&session, encode);
}
