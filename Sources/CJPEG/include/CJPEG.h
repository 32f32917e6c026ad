/// JPEG files for Swift, through libjpeg-turbo: their samples as they are stored, and their
/// coefficients, of which only those are made anew whose samples have changed.
///
/// Files are bytes in memory. No call ends the program: what libjpeg calls a fatal error makes it
/// return false and say why.
#ifndef CJPEG_H
#define CJPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What the components of a file are.
typedef enum cj_color { cj_grey, cj_ycc, cj_rgb, cj_cmyk, cj_other } cj_color;

/// How many columns and rows of the picture a sample stands for; 0 where that is no whole number.
typedef struct cj_ratio {
  int32_t across, down;
} cj_ratio;

typedef struct cj_header {
  int32_t width, height;
  int32_t component_count;
  cj_color color;
  cj_ratio ratios[4];
} cj_header;

/// A plane of samples in which each of the file's component covers across × down.
typedef struct cj_plane {
  uint8_t *start;
  size_t stride;
  int32_t width, height;
  cj_ratio ratio;
} cj_plane;

typedef struct cj_bytes {
  const uint8_t *start;
  size_t count;
} cj_bytes;

/// What libjpeg said: the reason of a failure, or the first warning; empty for nothing.
typedef struct cj_message {
  char text[200];
} cj_message;

/// A file that was written; `start` is to be freed, also after a failure.
typedef struct cj_file {
  uint8_t *start;
  size_t count;
} cj_file;

/// Reads what a file says of its picture before the first coefficient.
bool cj_read_header(cj_bytes file, cj_header *header, cj_message *message);

/// Decodes all components without upsampling or a change of color.
///
/// - Parameter planes: as many as there are components; a sample is repeated over all that it
///   covers.
bool cj_decode(cj_bytes file, const cj_plane *planes, cj_message *message);

/// Finds where a file ends, of which all coefficients are read.
///
/// - Parameter end: bytes up to and with its end marker; all where it has none.
bool cj_measure(cj_bytes file, size_t *end, cj_message *message);

/// Writes a file again with those blocks of coefficients made anew whose samples have changed, in
/// the same tables; every other coefficient and every marker is copied.
///
/// - Parameters:
///   - before, after: the planes that `cj_decode` filled, and what became of them; a plane that
///     starts at the same address has not changed.
///   - end: bytes of the file up to and with its end marker; all where it has none.
bool cj_recode(
  cj_bytes file, const cj_plane *before, const cj_plane *after, cj_file *result, size_t *end,
  cj_message *message);

/// Encodes a picture like another file's: as that is progressive or arithmetic, with its restart
/// intervals and its markers but those that say what the components are.
///
/// - Parameters:
///   - planes: 3 of full-range BT.601 Y'CbCr, or 1 of luma; `ratio` is how much of the picture their
///     own samples stand for.
///   - quality: 1…100 on libjpeg's scale; 0 for the tables of `like`.
bool cj_encode(
  const cj_plane *planes, int32_t count, cj_bytes like, int32_t quality, cj_file *result,
  cj_message *message);

#endif
