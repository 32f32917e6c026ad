#ifndef SPLASH_KERNELS_H
#define SPLASH_KERNELS_H

// The C face of the pixel kernels: a rule in plain numbers, the key prepared from it, a picture's
// planes, and the table of functions for an instruction set. Kernels do arithmetic only: they
// allocate nothing, keep no state, start no thread and never fail. Who calls them has checked
// sizes.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SPLASH_SWIFT(name) __attribute__((swift_name(#name)))

#pragma clang assume_nonnull begin

#ifdef __cplusplus
extern "C" {
#endif

/// Instruction sets a table of kernels may use. Every set computes the same bits.
typedef enum __attribute__((flag_enum, enum_extensibility(open)))
SPLASH_SWIFT(CPUFlags) splash_cpu_flags : uint32_t {
  /// The scalar definition, on any machine.
  splash_cpu_reference SPLASH_SWIFT(reference) = 1u << 0,
  /// 128-bit vectors; every x86-64 has them.
  splash_cpu_sse2 SPLASH_SWIFT(sse2) = 1u << 1,
  /// 256-bit vectors; Haswell, Zen and later.
  splash_cpu_avx2 SPLASH_SWIFT(avx2) = 1u << 2,
  /// 512-bit vectors: the F, BW, DQ and VL groups, as in Skylake-X, Zen 4 and later.
  splash_cpu_avx512 SPLASH_SWIFT(avx512) = 1u << 3,
  /// 128-bit vectors of 64-bit ARM.
  splash_cpu_neon SPLASH_SWIFT(neon) = 1u << 4,
} splash_cpu_flags;

/// What this machine and its operating system offer; `reference` is always among them.
splash_cpu_flags splash_cpu_detect(void) SPLASH_SWIFT(getter:CPUFlags.host());

/// The compiler of the kernels, and whether it optimised: for the heading of a table of times.
const char *splash_compiler(void);

/// A closed interval of saturation or value, both 0…1 with `min` ≤ `max`.
typedef struct SPLASH_SWIFT(SplashInterval) splash_interval {
  double min, max;
} splash_interval;

/// One hue to keep, or to drop again.
typedef struct SPLASH_SWIFT(SplashHue) splash_hue {
  /// Degrees on the HSV hexagon, any real number: red 0, green 120, blue 240.
  double center;
  /// Half-width of what is kept in full, degrees, 0…180.
  double width;
  /// Degrees outside the width over which the hue fades out, 0…180; 0 is a hard edge.
  double softness;
  /// Multiplies the mask by one minus this hue's share, instead of adding to what is kept. A
  /// dropped hue looks at saturation or value only where it has its own interval of it.
  bool drop;
  /// The hue's own interval replaces the rule's.
  bool has_saturation, has_value;
  splash_interval saturation, value;
} splash_hue;

/// The most hues a rule may list, kept and dropped together.
enum { splash_max_hues = 64 };

/// What to keep, in plain numbers: Specification.md section 2, one field per symbol.
typedef struct SPLASH_SWIFT(SplashRule) splash_rule {
  /// Luma weights of red and blue (H.273 matrix coefficients): BT.709 is 0.2126 and 0.0722.
  double kr, kb;
  /// Bits per sample, 8…14.
  int32_t depth;
  /// Codes run from 0 to 2ⁿ−1; otherwise luma from 16·2ⁿ⁻⁸ to 235·2ⁿ⁻⁸ and chroma likewise.
  bool full_range;
  /// White-balance gains of the gate, 1 for none; limited to 2⁻¹⁰…2¹⁰.
  double red_gain, green_gain, blue_gain;
  /// `hue_count` hues, 0…`splash_max_hues`; read only while a key is prepared. Without a kept hue
  /// nothing is kept.
  const splash_hue *_Nullable hues;
  int32_t hue_count;
  splash_interval saturation, value;
  /// Width of the fade outside the saturation and value intervals, 0…1; 0 is a hard edge.
  double gate_softness;
  /// HSV chroma (maximum minus minimum) from which a color counts in full, 0…1; half of it counts
  /// nothing. 0 switches the floor off.
  double chroma_floor;
  /// Keep what the rule would turn grey, and the reverse.
  bool invert;
} splash_rule;

/// A linear fade in 16-bit integers: `(min(v ⊖ start, length)·factor + offset)·slope / 2¹⁶`, where
/// ⊖ stops at zero. Runs from 0 to 32767.
typedef struct SPLASH_SWIFT(SplashRamp) splash_ramp {
  uint16_t start, length, factor, offset, slope;
} splash_ramp;

/// A hue on a circle of 65536 units:
/// `(min(edge ⊖ |hue − center|, length)·factor ⊖ fraction)·slope / 2¹⁶`, at most 32767.
typedef struct SPLASH_SWIFT(SplashKeyHue) splash_key_hue {
  uint16_t center, edge, length, factor, fraction, slope;
} splash_key_hue;

/// Hues that share their saturation and value gates. The upper ramps run on one minus the quantity.
typedef struct SPLASH_SWIFT(SplashKeyGroup) splash_key_group {
  uint8_t first, count;
  bool drop;
  bool saturation_low, saturation_high, value_low, value_high;
  splash_ramp saturation_ramps[2], value_ramps[2];
} splash_key_group;

/// From Y'CbCr to R'G'B' in floats. `white` is 1.0; codes are aligned to the top of 16 bits.
typedef struct SPLASH_SWIFT(SplashFloatColor) splash_float_color {
  float black, white;
  float red_from_cr, green_from_cb, green_from_cr, blue_from_cb;
  float red_gain, green_gain, blue_gain;
  float value_scale, chroma_scale, chroma_offset;
} splash_float_color;

/// The same in 16-bit integers. A loss is one minus a gain that was divided by the largest.
typedef struct SPLASH_SWIFT(SplashIntegerColor) splash_integer_color {
  uint16_t luma_scale;
  int16_t black, white;
  int16_t red_from_cr, green_from_cb, green_from_cr, blue_from_cb;
  uint16_t red_loss, green_loss, blue_loss;
  bool has_losses;
} splash_integer_color;

/// A rule made ready for pixels: fixed-point constants, no pointer, about 4 kB. Preparing one takes
/// a few microseconds, so a new one per frame (gains that move) costs nothing. The fields belong to
/// the kernels.
typedef struct SPLASH_SWIFT(SplashKey) splash_key {
  uint8_t depth, group_count;
  bool invert;
  /// Fades are wide enough for 16-bit color; floats are used otherwise.
  bool uses_integers;
  splash_float_color floats;
  splash_integer_color integers;
  /// One, in the units of saturation and value.
  uint16_t saturation_top, value_top;
  /// Integers only: nothing is kept at a saturation up to this, in units of 2⁻¹⁶.
  uint16_t quiet_saturation;
  /// Integers only: what the kept hues reach beside red, green and blue, as shares of 60 degrees in
  /// units of 2⁻¹⁵.
  int16_t reach_low[3], reach_high[3];
  splash_ramp chroma_ramp;
  splash_key_hue hues[splash_max_hues];
  splash_key_group groups[splash_max_hues];
} splash_key;

/// Prepares a rule. Numbers outside the ranges above are moved into them; one that is not a number
/// counts as the lowest.
splash_key splash_key_init(const splash_rule *rule) SPLASH_SWIFT(SplashKey.init(_:));

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

/// Samples of a picture. Up to 8 bits lie in bytes, more in 16-bit words of the machine's order.
typedef struct SPLASH_SWIFT(SplashFormat) splash_format {
  splash_layout layout;
  /// Bits per sample, 8…14; must equal the key's. Packed layouts are 8-bit.
  uint8_t depth;
  /// Zero bits below each sample of a word: 6 in P010, 0 in planar formats.
  uint8_t shift;
  /// Chroma subsampling as log2, 0 or 1 each: 4:2:0 is 1 and 1, 4:2:2 is 1 and 0. Packed is 4:2:2.
  uint8_t log2_width, log2_height;
} splash_format;

/// One picture in, one out. Strides are in bytes and may be negative; pointers need no more
/// alignment than their samples. A result may replace its own source (the same pointer and stride);
/// other overlap is not allowed.
typedef struct SPLASH_SWIFT(SplashPicture) splash_picture {
  splash_format format;
  /// Size in luma samples, odd sizes included. Chroma has ⌈width/2⌉ columns where subsampled.
  int32_t width, height;
  /// Luma; in packed layouts the one plane, ⌈width/2⌉ groups of four bytes a row. `apply` reads it
  /// in packed layouts only.
  const uint8_t *_Nullable luma;
  ptrdiff_t luma_stride;
  /// Chroma; semi-planar pairs in `cb`. Not read in packed layouts.
  const uint8_t *_Nullable cb;
  ptrdiff_t cb_stride;
  const uint8_t *_Nullable cr;
  ptrdiff_t cr_stride;
  /// Result of `splash` and `apply`, in the layout of the source.
  uint8_t *_Nullable out_cb;
  ptrdiff_t out_cb_stride;
  uint8_t *_Nullable out_cr;
  ptrdiff_t out_cr_stride;
  /// Packed layouts: the packed result, or, with `unpack`, the luma plane of a planar 4:2:2 result
  /// whose chroma goes to `out_cb` and `out_cr`. Other layouts never write luma.
  uint8_t *_Nullable out_luma;
  ptrdiff_t out_luma_stride;
  bool unpack;
  /// Share of color kept per chroma sample, 255 all, 0 none: written by `mask`, read by `apply`.
  uint8_t *_Nullable mask;
  ptrdiff_t mask_stride;
} splash_picture;

/// One pass over the chroma rows `first`…`end`−1 of a picture. Slices of one picture may run on
/// several threads at once.
typedef void (*splash_operation)(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end);

/// The kernels of one instruction set.
typedef struct __attribute__((swift_attr("@Sendable"))) SPLASH_SWIFT(SplashDSP) splash_dsp {
  /// The set this table uses: the best of those asked for.
  splash_cpu_flags instruction_set SPLASH_SWIFT(instructionSet);
  /// Luma and chroma in, chroma out.
  splash_operation splash;
  /// Luma and chroma in, mask out.
  splash_operation mask;
  /// Mask and chroma in, chroma out.
  splash_operation apply;
} splash_dsp;

/// The table for the best of `flags`, which the machine must have. Without a known flag: the
/// reference.
splash_dsp splash_dsp_init(splash_cpu_flags flags) SPLASH_SWIFT(SplashDSP.init(_:));

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end

#endif
