#include "session.h"

#include <stdlib.h>
#include <string.h>

#include <jerror.h>

// A limit on passes, more than any encoder makes: a few bytes per pass could cost minutes of decoding.
enum { longest_script = 500, first_capacity = 1 << 16 };

// MARK: - Errors

static session *owner(j_common_ptr info) { return (session *)info->err; }

static void leave(j_common_ptr info) {
  session *session = owner(info);
  info->err->format_message(info, session->message->text);
  longjmp(session->way_out, 1);
}

static void keep_first_warning(j_common_ptr info, int level) {
  session *session = owner(info);
  if (level < 0 && info->err->num_warnings++ == 0) {
    info->err->format_message(info, session->message->text);
  }
}

static void stay_silent(j_common_ptr info) { (void)info; }

static void limit_passes(j_common_ptr info) {
  session *session = owner(info);
  if (session->source.input_scan_number <= longest_script) return;
  snprintf(session->message->text, sizeof session->message->text, "it has too many passes");
  longjmp(session->way_out, 1);
}

bool session_run(session *session, void (*work)(struct session *)) {
  session->message->text[0] = 0;
  jpeg_std_error(&session->errors);
  session->errors.error_exit = leave;
  session->errors.emit_message = keep_first_warning;
  session->errors.output_message = stay_silent;
  session->progress.progress_monitor = limit_passes;
  bool is_done = false;
  if (setjmp(session->way_out) == 0) {
    work(session);
    is_done = true;
  }
  if (session->has_target) jpeg_destroy_compress(&session->target);
  if (session->has_source) jpeg_destroy_decompress(&session->source);
  return is_done;
}

// MARK: - Reading

void session_open(session *session, bool keeps_markers) {
  struct jpeg_decompress_struct *source = &session->source;
  source->err = &session->errors;
  jpeg_create_decompress(source);
  session->has_source = true;
  source->progress = &session->progress;
  jpeg_mem_src(source, session->file.start, session->file.count);
  if (keeps_markers) {
    jpeg_save_markers(source, JPEG_COM, 0xffff);
    for (int number = 0; number < 16; number++) {
      jpeg_save_markers(source, JPEG_APP0 + number, 0xffff);
    }
  }
  jpeg_read_header(source, TRUE);
}

size_t session_position(const session *session) {
  const uint8_t *next = session->source.src->next_input_byte;
  const uint8_t *start = session->file.start;
  // Past the end libjpeg reads an end marker of its own.
  bool is_inside = next >= start && next <= start + session->file.count;
  return is_inside ? (size_t)(next - start) : session->file.count;
}

const JQUANT_TBL *session_table(const session *session, int component) {
  const jpeg_component_info *info = session->source.comp_info + component;
  if (info->quant_table) return info->quant_table;
  return info->quant_tbl_no < NUM_QUANT_TBLS ? session->source.quant_tbl_ptrs[info->quant_tbl_no] : NULL;
}

// MARK: - Writing

static void begin(j_compress_ptr info) {
  session *session = owner((j_common_ptr)info);
  session->capacity = first_capacity;
  session->result->start = malloc(first_capacity);
  if (!session->result->start) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
  session->destination.next_output_byte = session->result->start;
  session->destination.free_in_buffer = first_capacity;
}

static boolean grow(j_compress_ptr info) {
  session *session = owner((j_common_ptr)info);
  uint8_t *larger = realloc(session->result->start, session->capacity * 2);
  if (!larger) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
  session->result->start = larger;
  session->destination.next_output_byte = larger + session->capacity;
  session->destination.free_in_buffer = session->capacity;
  session->capacity *= 2;
  return TRUE;
}

static void finish(j_compress_ptr info) {
  session *session = owner((j_common_ptr)info);
  session->result->count = session->capacity - session->destination.free_in_buffer;
}

void session_create(session *session) {
  session->target.err = &session->errors;
  jpeg_create_compress(&session->target);
  session->has_target = true;
  session->destination.init_destination = begin;
  session->destination.empty_output_buffer = grow;
  session->destination.term_destination = finish;
  session->target.dest = &session->destination;
}

void session_strips(
  j_common_ptr codec, const jpeg_component_info *components, int count, JSAMPARRAY *strips) {
  for (int i = 0; i < count; i++)
    strips[i] = codec->mem->alloc_sarray(
      codec, JPOOL_IMAGE, components[i].width_in_blocks * DCTSIZE,
      (JDIMENSION)components[i].v_samp_factor * DCTSIZE);
}
