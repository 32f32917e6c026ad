#ifndef SPLASH_PICTURE_H
#define SPLASH_PICTURE_H

// The samples that kernels read and write: frames, and planes of bytes beside them. Kernels only compute: they allocate
// no memory, keep no state, start no threads and cannot fail. Callers check sizes.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

#define SPLASH_SWIFT(name) __attribute__((swift_name(#name)))
/// Marks values that are never changed, so that they, and what they point to, may be passed between threads.
#define SPLASH_SENDABLE __attribute__((swift_attr("@Sendable")))

/// How samples lie in memory.
typedef enum __attribute__((enum_extensibility(closed)))
SPLASH_SWIFT(SplashLayout) splash_layout : uint8_t {
  /// Luma, Cb and Cr planes.
  splash_planar SPLASH_SWIFT(planar) = 0,
  /// A luma plane, and one of Cb Cr pairs: NV12, NV16, P010.
  splash_semiplanar SPLASH_SWIFT(semiplanar) = 1,
  /// One plane of Y Cb Y Cr, 8-bit 4:2:2.
  splash_yuyv SPLASH_SWIFT(yuyv) = 2,
  /// One plane of Cb Y Cr Y, 8-bit 4:2:2.
  splash_uyvy SPLASH_SWIFT(uyvy) = 3,
} splash_layout;

/// The sample format of a frame. Up to 8 bits lie in bytes, more in 16-bit words in the machine's order.
typedef struct SPLASH_SWIFT(SplashFormat) splash_format {
  splash_layout layout;
  /// Bits per sample, 8…14; must equal the key's. Packed layouts are 8-bit.
  uint8_t depth;
  /// Zero bits below each sample of a word: 6 in P010, 0 in planar formats.
  uint8_t shift;
  /// Chroma subsampling as log2, 0 or 1 each: 4:2:0 is 1 and 1, 4:2:2 is 1 and 0. Packed is 4:2:2.
  uint8_t log2_width, log2_height;
} splash_format;

/// A source frame and a result. Strides are in bytes and may be negative; pointers need only the alignment of their
/// samples. A result may replace its own source (the same pointer and stride); other overlap is not allowed.
typedef struct SPLASH_SWIFT(SplashPicture) splash_picture {
  splash_format format;
  /// Size in luma samples, odd sizes included. Chroma has ⌈width/2⌉ columns where subsampled.
  int32_t width, height;
  /// Luma; in packed layouts the single plane, ⌈width/2⌉ groups of four bytes per row. `apply` reads it in packed
  /// layouts only.
  const uint8_t *_Nullable luma;
  ptrdiff_t luma_stride;
  /// Chroma; semi-planar pairs in `cb`. Not read in packed layouts.
  const uint8_t *_Nullable cb;
  ptrdiff_t cb_stride;
  const uint8_t *_Nullable cr;
  ptrdiff_t cr_stride;
  /// The result of `splash` and `apply`, in the layout of the source.
  uint8_t *_Nullable out_cb;
  ptrdiff_t out_cb_stride;
  uint8_t *_Nullable out_cr;
  ptrdiff_t out_cr_stride;
  /// Packed layouts: the packed result, or, with `unpack`, the luma plane of a planar 4:2:2 result
  /// whose chroma goes to `out_cb` and `out_cr`. Other layouts never write luma.
  uint8_t *_Nullable out_luma;
  ptrdiff_t out_luma_stride;
  bool unpack;
  /// The share of color that stays per chroma sample, from 0 to 255: written by `mask`, read by `apply`.
  uint8_t *_Nullable mask;
  ptrdiff_t mask_stride;
} splash_picture;

/// Rows of planes are padded to a multiple of this many bytes; kernels may read and write the padding.
enum { splash_plane_alignment = 64 };

/// A plane of bytes at chroma resolution. `data` and `stride` are multiples of
/// `splash_plane_alignment`, and `stride` is at least `width` rounded up to one.
typedef struct SPLASH_SWIFT(SplashPlane) splash_plane {
  uint8_t *data;
  ptrdiff_t stride;
  int32_t width, height;
} splash_plane;

#pragma clang assume_nonnull end

#endif
