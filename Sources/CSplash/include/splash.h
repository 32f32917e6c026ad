#ifndef SPLASH_H
#define SPLASH_H

// libsplash: keeps the colors you choose in a video and turns the rest grey. The stable interface: what
// is here keeps its meaning as long as the library is libsplash.so.1.
//
// A filter is for one video, whose pictures it takes in order, one after the other. All functions may be
// called from any thread, also for the same filter; a picture waits for the one before it, and settings
// count from the next picture on.
//
// What networks find (keep=person) is looked for in each picture before the call returns. The networks and
// ONNX Runtime are those that `splash models fetch` gets; settings that need one that is not there fail.
//
// Functions that can fail return NULL or -1 and write one line of UTF-8 that says what is wrong and what
// to do about it to `error`, cut to `size` bytes with a zero at the end; `error` may be NULL.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct splash_filter splash_filter;

// What makes luma from R', G' and B'.
enum {
  SPLASH_MATRIX_UNKNOWN = 0,  // BT.709 from 720 lines up in limited range and of RGB, else BT.601
  SPLASH_MATRIX_BT601 = 1,
  SPLASH_MATRIX_BT709 = 2,
  SPLASH_MATRIX_BT2020 = 3,
};

// How R'G'B' becomes light.
enum {
  SPLASH_TRANSFER_SDR = 0,
  SPLASH_TRANSFER_PQ = 1,
  SPLASH_TRANSFER_HLG = 2,
};

// The red, green and blue that a picture is made of.
enum {
  SPLASH_PRIMARIES_BT709 = 0,
  SPLASH_PRIMARIES_DISPLAY_P3 = 1,
  SPLASH_PRIMARIES_BT2020 = 2,
};

// A picture in the caller's memory, which is changed in place.
typedef struct splash_image {
  // One of splash_formats().
  const char *format;
  // In luma samples, 1 to 65535.
  int32_t width, height;
  int32_t matrix;
  // 0 for limited range (luma 16 to 235 in 8 bits), 1 for full range. RGB is always full.
  int32_t full_range;
  int32_t transfer, primaries;
  // When it is seen, in seconds; NAN where nobody knows.
  double time;
  // First rows of the planes, and bytes from a row to the next. What no plane needs is not read; planes
  // of alpha are left alone.
  uint8_t *data[4];
  ptrdiff_t stride[4];
} splash_image;

// What a filter found.
typedef struct splash_readings {
  // Of red, green and blue, by which the last picture was balanced for the choice of colors.
  double gains[3];
  // Mean share of the pictures that was kept, 0 to 1; NAN before the first.
  double kept;
  // Mean share of the mask that changed by more than a quarter between pictures; NAN before the second.
  double flicker;
} splash_readings;

// Kinds of settings, by what sets them in a window.
enum {
  SPLASH_KIND_NUMBER = 0,
  SPLASH_KIND_SWITCH = 1,  // "on" or "off"
  SPLASH_KIND_CHOICE = 2,  // one of `choices`
  SPLASH_KIND_TEXT = 3,
  // Any number of words with blanks between them, or line ends where a word has blanks in it:
  // "dark red\n200:15".
  SPLASH_KIND_LIST = 4,
};

// A look setting. Names and values are those of the command's flags.
typedef struct splash_setting {
  const char *name;      // "gate-softness"
  const char *label;     // "Gate softness"
  const char *help;      // what it does and can be, and what it is when it is not set
  const char *standard;  // that as a value; lists are empty
  int32_t kind;
  int32_t whole;                // a number without a fraction
  double min, max, step;        // the useful part of a number's range
  const char *unit;             // what follows a number: " s"; may be empty
  const char *const *choices;  // ends with NULL; NULL for other kinds
} splash_setting;

// "0.1.0".
const char *splash_version(void);

// FFmpeg's names of the formats that are taken, ended by NULL: yuv420p, nv12, yuyv422, rgba, bgr24, ...
const char *const *splash_formats(void);

// All settings, `count` of them.
const splash_setting *splash_settings(size_t *count);

// A new filter.
//
// settings: JSON as `splash --save-settings` writes it, keys in time included; what is missing has its
//   default. NULL for all defaults.
splash_filter *splash_filter_open(const char *settings, char *error, size_t size);

// Frees a filter that no other thread uses any more. NULL is fine.
void splash_filter_close(splash_filter *filter);

// Takes all settings anew, as splash_filter_open does. Where it fails the filter stays as it was.
int splash_filter_load(splash_filter *filter, const char *settings, char *error, size_t size);

// Sets one setting, at all times where there are keys. Where it fails the filter stays as it was.
//
// name: one of splash_settings(): "hue"; or the flag's, where that is another: "hue-width" for "threshold"
// value: what would follow the flag: "red 200:15"
int splash_filter_set(
    splash_filter *filter, const char *name, const char *value, char *error, size_t size);

// Tells how many seconds it is from the first picture to the end, which `fade-out` needs; NAN where
// nobody knows. Times are counted from the first picture, and pictures without a time as 30 a second.
void splash_filter_set_length(splash_filter *filter, double seconds);

// Splashes the next picture in place. Of Y'CbCr only chroma is written, unless the settings ask for
// another luma; of RGB, colors that are kept stay bit for bit. Where it fails the picture is as it was.
int splash_filter_apply(
    splash_filter *filter, const splash_image *image, char *error, size_t size);

// The mask of the next picture, in place of splash_filter_apply. The picture stays as it is.
//
// mask: the first row; gets a byte for each luma sample, 0 for what is not kept to 255 for what is, as
//   show=mask shows it.
// stride: bytes from a row of it to the next, at least the picture's width
int splash_filter_mask(
    splash_filter *filter, const splash_image *image, uint8_t *mask, ptrdiff_t stride, char *error,
    size_t size);

// What the last picture gave.
void splash_filter_read(splash_filter *filter, splash_readings *readings);

#ifdef __cplusplus
}
#endif

#endif
