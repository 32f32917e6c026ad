#ifndef SPLASH_H
#define SPLASH_H

// libsplash: keeps the colors you choose in a video and turns the rest grey. This interface is stable: it keeps its
// meaning as long as the library is libsplash.so.1.
//
// A filter is for one video and takes its frames in order, one at a time. Any thread may call any function, also for
// the same filter: a frame waits for the one before it, and settings take effect with the next frame.
//
// AI models (keep=person) run on each frame before the call returns. The models and ONNX Runtime are those that `splash
// models fetch` gets; settings that need a missing one fail.
//
// Functions that can fail return NULL or -1 and write one line of UTF-8 that says what is wrong and what
// to do about it to `error`, cut to `size` bytes with a zero at the end; `error` may be NULL.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct splash_filter splash_filter;

// The matrix that makes luma from R', G' and B'.
enum {
  SPLASH_MATRIX_UNKNOWN = 0,  // BT.709 from 720 lines up in limited range and of RGB, else BT.601
  SPLASH_MATRIX_BT601 = 1,
  SPLASH_MATRIX_BT709 = 2,
  SPLASH_MATRIX_BT2020 = 3,
};

// How R'G'B' becomes linear light.
enum {
  SPLASH_TRANSFER_SDR = 0,
  SPLASH_TRANSFER_PQ = 1,
  SPLASH_TRANSFER_HLG = 2,
};

// The red, green and blue that the frame's colors are mixed from.
enum {
  SPLASH_PRIMARIES_BT709 = 0,
  SPLASH_PRIMARIES_DISPLAY_P3 = 1,
  SPLASH_PRIMARIES_BT2020 = 2,
};

// A frame in the caller's memory, changed in place.
typedef struct splash_image {
  // A name from splash_formats().
  const char *format;
  // In luma samples, 1 to 65535.
  int32_t width, height;
  int32_t matrix;
  // 0 for limited range (luma 16 to 235 in 8 bits), 1 for full range. RGB is always full.
  int32_t full_range;
  int32_t transfer, primaries;
  // When it is shown, in seconds; NAN if unknown.
  double time;
  // First rows of the planes, and bytes from a row to the next. Entries beyond the format's planes are not read; alpha
  // planes are not changed.
  uint8_t *data[4];
  ptrdiff_t stride[4];
} splash_image;

// Measurements of a filter.
typedef struct splash_readings {
  // White balance gains for red, green and blue of the last frame, used only to select colors.
  double gains[3];
  // Mean share of the frames that was selected, 0 to 1; NAN before the first frame.
  double kept;
  // Mean share of the mask that changed by more than a quarter from frame to frame; NAN before the second frame.
  double flicker;
} splash_readings;

// Kinds of settings, by the control that a window would use.
enum {
  SPLASH_KIND_NUMBER = 0,
  SPLASH_KIND_SWITCH = 1,  // "on" or "off"
  SPLASH_KIND_CHOICE = 2,  // one of `choices`
  SPLASH_KIND_TEXT = 3,
  // Any number of words separated by blanks, or by line ends if a word contains blanks: "dark red\n200:15".
  SPLASH_KIND_LIST = 4,
};

// A look setting. Names and values are those of the command's flags.
typedef struct splash_setting {
  const char *name;      // "gate-softness"
  const char *label;     // "Gate softness"
  const char *help;      // what it does, which values it takes, and its default
  const char *standard;  // the default as a value; empty for lists
  int32_t kind;
  int32_t whole;                // 1 if only whole numbers are valid
  double min, max, step;        // the useful part of a number's range
  const char *unit;             // what follows a number: " s"; may be empty
  const char *const *choices;  // ends with NULL; NULL unless the kind is a choice
} splash_setting;

// The library's version, such as "0.1.0".
const char *splash_version(void);

// FFmpeg's names of the supported formats, ended by NULL: yuv420p, nv12, yuyv422, rgba, bgr24, ...
const char *const *splash_formats(void);

// All settings, `count` of them.
const splash_setting *splash_settings(size_t *count);

// A new filter.
//
// settings: JSON as `splash --save-settings` writes it, keyframes included; missing settings have their defaults. NULL
//   for all defaults.
splash_filter *splash_filter_open(const char *settings, char *error, size_t size);

// Frees a filter that no other thread uses any more. NULL is fine.
void splash_filter_close(splash_filter *filter);

// Replaces all settings, as splash_filter_open does. On failure the filter keeps its settings.
int splash_filter_load(splash_filter *filter, const char *settings, char *error, size_t size);

// Sets one setting, in all keyframes if there are any. On failure the filter keeps its settings.
//
// name: one of splash_settings(), such as "hue", or a flag with another name: "hue-width" for "threshold"
// value: what would follow the flag: "red 200:15"
int splash_filter_set(
    splash_filter *filter, const char *name, const char *value, char *error, size_t size);

// Sets the seconds from the first frame to the end, which `fade-out` needs; NAN if unknown. Times are counted from the
// first frame; frames without a time count as 30 per second.
void splash_filter_set_length(splash_filter *filter, double seconds);

// Applies the look to the next frame in place. In Y'CbCr only chroma is written, unless the settings change luma; in
// RGB, selected colors stay bit for bit. On failure the frame is unchanged.
int splash_filter_apply(
    splash_filter *filter, const splash_image *image, char *error, size_t size);

// Makes the mask of the next frame, in place of splash_filter_apply. The frame stays as it is.
//
// mask: the first row; gets a byte per luma sample, from 0 (not selected) to 255 (selected), as show=mask shows it.
// stride: bytes from a row of the mask to the next, at least the frame's width
int splash_filter_mask(
    splash_filter *filter, const splash_image *image, uint8_t *mask, ptrdiff_t stride, char *error,
    size_t size);

// Writes the measurements up to the last frame to `readings`.
void splash_filter_read(splash_filter *filter, splash_readings *readings);

#ifdef __cplusplus
}
#endif

#endif
