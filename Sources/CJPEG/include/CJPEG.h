/// Wraps libjpeg-turbo for Swift: reads samples as a JPEG file stores them, and encodes only those coefficients again
/// whose samples have changed.
///
/// Files are bytes in memory. No call ends the program: on a fatal error of libjpeg a function returns false and gives
/// the reason.
#ifndef CJPEG_H
#define CJPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The color components of a file.
typedef enum cj_color { cj_grey, cj_ycc, cj_rgb, cj_cmyk, cj_other } cj_color;

/// How many columns and rows of the photo a sample covers; 0 if that is not a whole number.
typedef struct cj_ratio {
  int32_t across, down;
} cj_ratio;

typedef struct cj_header {
  int32_t width, height;
  int32_t component_count;
  cj_color color;
  cj_ratio ratios[4];
} cj_header;

/// A plane of samples; each sample of the file's component covers across × down of them.
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

/// A message of libjpeg: the reason of a failure, or the first warning; empty if there was neither.
typedef struct cj_message {
  char text[200];
} cj_message;

/// A written file; the caller frees `start`, also after a failure.
typedef struct cj_file {
  uint8_t *start;
  size_t count;
} cj_file;

/// Reads the header of a file, up to its first coefficient.
bool cj_read_header(cj_bytes file, cj_header *header, cj_message *message);

/// Decodes all components, without interpolated upsampling and without color conversion.
///
/// - Parameter planes: as many as there are components; a sample is repeated over all that it covers.
bool cj_decode(cj_bytes file, const cj_plane *planes, cj_message *message);

/// Reads all coefficients to find where the file ends.
///
/// - Parameter end: bytes up to and including the end marker; the whole length if there is none.
bool cj_measure(cj_bytes file, size_t *end, cj_message *message);

/// Writes a file again. Blocks whose samples have changed are encoded again with the same tables; every other
/// coefficient and every marker is copied.
///
/// - Parameters:
///   - before, after: the planes that `cj_decode` filled, and the edited ones; a plane that starts at the same address
///     has not changed.
///   - end: bytes of the file up to and including its end marker; the whole length if there is none.
bool cj_recode(
  cj_bytes file, const cj_plane *before, const cj_plane *after, cj_file *result, size_t *end,
  cj_message *message);

/// Encodes a photo in the manner of another file, `like`: progressive or arithmetic if that is, with its restart
/// intervals and its markers except those that describe the components.
///
/// - Parameters:
///   - planes: 3 of full-range BT.601 Y'CbCr, or 1 of luma; `ratio` says how many columns and rows of the photo each
///     sample covers.
///   - quality: 1…100 on libjpeg's scale; 0 for the tables of `like`.
bool cj_encode(
  const cj_plane *planes, int32_t count, cj_bytes like, int32_t quality, cj_file *result,
  cj_message *message);

#endif
