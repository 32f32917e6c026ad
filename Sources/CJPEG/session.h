// The state that CJPEG's functions share: libjpeg's two objects, and the way out of its errors.
#ifndef CJPEG_SESSION_H
#define CJPEG_SESSION_H

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include "CJPEG.h"

typedef struct session {
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  struct jpeg_destination_mgr destination;
  struct jpeg_decompress_struct source;
  struct jpeg_compress_struct target;
  bool has_source, has_target;
  jmp_buf way_out;
  cj_message *message;
  cj_bytes file;
  cj_file *result;
  size_t capacity;
  // Arguments of the single functions.
  const cj_plane *before, *after;
  cj_header *header;
  int32_t count, quality;
  size_t end;
} session;

static inline int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }

// Runs `work` with every libjpeg error caught, then releases all that libjpeg holds.
bool session_run(session *session, void (*work)(struct session *));

// Opens the file for reading up to its first scan.
void session_open(session *session, bool keeps_markers);

// Allocates a row of blocks for each component, until the file has been read or written.
void session_strips(
  j_common_ptr codec, const jpeg_component_info *components, int count, JSAMPARRAY *strips);

// Bytes of the file that have been read.
size_t session_position(const session *session);

// The quantization table that a component names; NULL if there is none. In a damaged file, a component without a scan
// may name any number.
const JQUANT_TBL *session_table(const session *session, int component);

// Opens the result for writing.
void session_create(session *session);

#endif
