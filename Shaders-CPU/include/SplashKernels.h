#ifndef SPLASH_KERNELS_H
#define SPLASH_KERNELS_H

// The C interface of the pixel kernels: instruction sets, and a table of kernels for one of them.

#include "SplashColorWords.h"
#include "SplashCompose.h"
#include "SplashMask.h"
#include "SplashPicture.h"
#include "SplashRGB.h"
#include "SplashRule.h"

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

/// The sets that this machine and its system support; `reference` is always among them.
splash_cpu_flags splash_cpu_detect(void) SPLASH_SWIFT(getter:CPUFlags.host());

/// The compiler of the kernels, and whether it optimized: for the headings of timing tables.
const char *splash_compiler(void);

/// Reads luma and chroma, writes `out_cb` and `out_cr`: chroma scaled by the mask of the key.
typedef void splash_splash_kernel(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end);

/// Reads luma and chroma, writes `mask`.
typedef void splash_mask_kernel(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end);

/// Reads `mask` and chroma, writes `out_cb` and `out_cr`. The key is not read.
typedef void splash_apply_kernel(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end);

/// The luma of each chroma sample in 8 bits: luma samples cut to 8 bits, averaged in pairs, first vertically and then
/// horizontally, halves rounded up.
typedef void splash_guide_kernel(
    const splash_picture *picture, const splash_plane *guide, int32_t first, int32_t end);

/// Moves the last mask towards this frame's by at most the slew plus what the evidence adds. Returns how many samples
/// changed by more than a quarter (63 codes).
typedef int64_t splash_steady_kernel(
    const splash_steadying *how, const splash_steady_step *step, int32_t first, int32_t end);

/// Clamps each sample to the highest and lowest sample of the ring around a square of `size` × `size` samples that
/// holds it, for the square that changes it most. So a speck or pinhole that fits into such a square is removed, and
/// all that is larger stays: edges, corners, lines. `size` is 1…3; planes narrower than that are copied. On entry
/// `result` holds the last frame's result. Returns how many samples differ from that by more than 63 codes.
typedef int64_t splash_despeckle_kernel(
    const splash_plane *mask, const splash_plane *result, int32_t size, int32_t first, int32_t end);

/// A plane half as wide and half as high, odd sizes rounded up: samples averaged in pairs, first vertically
/// and then horizontally, halves rounded up; a last odd row or column counts twice. Rows are those of `half`.
typedef void splash_halve_kernel(
    const splash_plane *plane, const splash_plane *half, int32_t first, int32_t end);

/// Raises samples by amendments a above 128, to at least 2a − 256 (from 192 on to 2a − 255), and lowers them by those
/// below, to at most 2a − 1: 255 selects a sample fully, 0 not at all, 128 leaves it unchanged. Each amendment is for
/// 2ⁿ × 2ⁿ samples, with n = `log2_side`, 0…5. On entry `result` holds the last frame's result. Returns how many
/// samples differ from that by more than 63 codes.
typedef int64_t splash_amend_kernel(
    const splash_plane *mask, const splash_plane *amendments, int32_t log2_side,
    const splash_plane *result, int32_t first, int32_t end);

/// The highest sample of the plane within a distance of `reach` / 16 of each; with a negative reach the lowest. Between
/// whole distances n and n + 1 the results of both are mixed, in sixteenths. `reach` is −512…512. On entry `result`
/// holds the last frame's result. Returns how many samples differ from that by more than 63 codes.
typedef int64_t splash_grow_kernel(
    const splash_plane *mask, const splash_plane *result, int32_t reach, int32_t first, int32_t end);

/// The mean over a square of 2·reach + 1, with triangular weights in each direction; outside of the plane the nearest
/// samples repeat. `reach` is 1…32. Result and return value are as for `grow`.
typedef int64_t splash_feather_kernel(
    const splash_plane *mask, const splash_plane *result, int32_t reach, int32_t first, int32_t end);

/// The median of the samples within a distance of `reach` of each; outside of the plane the nearest samples repeat.
/// `reach` is 1…8. Result and return value are as for `grow`.
typedef int64_t splash_smooth_kernel(
    const splash_plane *mask, const splash_plane *result, int32_t reach, int32_t first, int32_t end);

/// Joins the mask with other selections: min(max(mask, min(kept, allowed)), window), or 255 minus that if inverted.
typedef void splash_join_kernel(
    const splash_plane *mask, const splash_join *with, const splash_plane *result, int32_t first,
    int32_t end);

/// A mask as a linear function of luma at chroma resolution. The coefficients are interpolated between the centers of
/// the squares, and constant beyond the last ones. Rounded and clamped to 0…255.
typedef void splash_lines_kernel(
    const splash_lines *lines, const splash_plane *guide, const splash_plane *result, int32_t first,
    int32_t end);

/// Multiplies R'G'B' by the rule's gains, positive, clamped to 0…1, and converts back to Y'CbCr. Reads luma and chroma,
/// writes `out_luma`, `out_cb` and `out_cr` in the layout of the source, packed ones as planar 4:2:2 (`unpack`). Of the
/// rule only matrix, depth, range and gains are used. Chroma uses the mean of the luma it covers.
typedef void splash_balance_kernel(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end);

/// Draws `mask` as grey, black to white, into the same planes as `balance`. Of the rule only depth and range are used.
typedef void splash_show_mask_kernel(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end);

/// Applies a tone: reads luma and chroma, writes `out_cb` and `out_cr`, and `out_luma` if the tone has luma, like
/// `balance`. Packed frames need a tone that has luma.
typedef void splash_tone_kernel(
    const splash_tone *tone, const splash_picture *picture, int32_t first, int32_t end);

/// Applies a color lattice: reads luma and chroma, writes the same planes as `balance`. Of the rule only matrix, depth
/// and range are used. Chroma uses the mean of the luma that it covers.
typedef void splash_cube_kernel(
    const splash_cube *cube, const splash_rule *rule, const splash_picture *picture, int32_t first,
    int32_t end);

/// Applies color curves, in the same way.
typedef void splash_curves_kernel(
    const splash_curves *curves, const splash_rule *rule, const splash_picture *picture,
    int32_t first, int32_t end);

/// Black and white by the luminance of sRGB-coded R'G'B' (IEC 61966-2-1), within a code of the formula: reads 8-bit
/// luma and chroma, writes the same planes as `balance`. Of the rule only matrix and range are used. Red and blue weigh
/// at most as much as green each, and together less than 0.45.
typedef void splash_luminance_kernel(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end);

/// Shrinks a component to its small plane, in rows without padding: means over squares.
typedef void splash_shrink_kernel(
    const splash_blur *how, const splash_channel *channel, float *small, int32_t first,
    int32_t end);

/// Two small planes of a component: means of samples times weights, and means of the weights.
typedef void splash_weigh_kernel(
    const splash_blur *how, const splash_weighing *weighing, const splash_channel *channel,
    float *small, float *weights, int32_t first, int32_t end);

/// Blurs a small plane along both sides, repeating its last samples beyond the edges, and divides it by the weights, if
/// any.
typedef void splash_soften_kernel(
    const splash_blur *how, const float *from, float *to, int32_t columns, int32_t rows,
    int32_t first, int32_t end);

/// Enlarges a small plane to rows of a component, by linear interpolation between the centers of the squares.
typedef void splash_enlarge_kernel(
    const splash_blur *how, const splash_channel *channel, const float *small, int32_t first,
    int32_t end);

/// Rotates chroma: reads `cb` and `cr`, writes `out_cb` and `out_cr`. Not for packed frames.
typedef void splash_turn_kernel(
    const splash_turning *how, const splash_picture *picture, int32_t first, int32_t end);

/// Recolors: reads luma and chroma, writes `out_cb` and `out_cr` of another hue, at the same share of the way from grey
/// to the limit of displayable colors, given the mean of the luma that is covered. Of the rule only matrix, depth and
/// range are used. Not for packed frames.
typedef void splash_recolor_kernel(
    const splash_recoloring *how, const splash_rule *rule, const splash_picture *picture,
    int32_t first, int32_t end);

/// Darkens rows of a component towards the corners.
typedef void splash_vignette_kernel(
    const splash_vignetting *how, const splash_channel *channel, int32_t first, int32_t end);

/// Adds noise to rows of luma.
typedef void splash_grain_kernel(
    const splash_graining *how, const splash_channel *channel, int32_t first, int32_t end);

/// Adds the frame as glow to what is in the result's planes. Not for packed frames.
typedef void splash_glow_kernel(
    const splash_glowing *how, const splash_picture *picture, int32_t first, int32_t end);

/// Fills rows of blocks of a component, each with the weighted mean of its samples.
typedef void splash_mosaic_kernel(
    const splash_mosaicking *how, const splash_weighing *weighing, const splash_channel *channel,
    int32_t first, int32_t end);

/// Removes from a component what shines through the object: where alpha is neither 0 nor 255, `to` gets the object's
/// own color; other samples are not written. Unlike other kernels it does the whole component at once.
typedef void splash_unmix_kernel(const splash_unmixing *how, const splash_channel *channel);

/// Interpolates a mask to luma resolution. `first` and `end` are rows of the mask; `luma` needs no padding.
typedef void splash_spread_kernel(
    const splash_spread *how, const splash_plane *mask, const splash_plane *luma, int32_t first,
    int32_t end);

/// Mixes the source frame into the planes that `balance` writes: where a mask is full the source replaces their samples.
/// Chroma is mixed by the frame's `mask`, luma by the mask `luma`, or not at all if that is null.
typedef void splash_mix_kernel(
    const splash_plane *_Nullable luma, const splash_picture *picture, int32_t first, int32_t end);

/// The kernels of one instruction set. Each works on the chroma rows `first`…`end`−1 of its result and gives the same
/// samples in one call or in many: bands of a frame may follow one another, and slices of it may run on several threads
/// at once.
typedef struct __attribute__((swift_attr("@Sendable"))) SPLASH_SWIFT(SplashDSP) splash_dsp {
  /// The set that this table uses: the best of the given flags.
  splash_cpu_flags instruction_set SPLASH_SWIFT(flags);
  splash_splash_kernel *splash;
  splash_mask_kernel *mask;
  splash_apply_kernel *apply;
  splash_guide_kernel *guide;
  splash_steady_kernel *steady;
  splash_despeckle_kernel *despeckle;
  splash_halve_kernel *halve;
  splash_amend_kernel *amend;
  splash_grow_kernel *grow;
  splash_smooth_kernel *smooth;
  splash_feather_kernel *feather;
  splash_join_kernel *join;
  splash_lines_kernel *lines;
  splash_balance_kernel *balance;
  splash_show_mask_kernel *show_mask SPLASH_SWIFT(showMask);
  splash_tone_kernel *tone;
  splash_spread_kernel *spread;
  splash_mix_kernel *mix;
  splash_cube_kernel *cube;
  splash_curves_kernel *curves;
  splash_shrink_kernel *shrink;
  splash_weigh_kernel *weigh;
  splash_soften_kernel *soften;
  splash_enlarge_kernel *enlarge;
  splash_turn_kernel *turn;
  splash_recolor_kernel *recolor;
  splash_vignette_kernel *vignette;
  splash_grain_kernel *grain;
  splash_glow_kernel *glow;
  splash_mosaic_kernel *mosaic;
  splash_unmix_kernel *unmix;
  splash_luminance_kernel *luminance;
} splash_dsp;

/// The table for the best of `flags`, which the machine must have. Without a known flag: the reference.
splash_dsp splash_dsp_init(splash_cpu_flags flags) SPLASH_SWIFT(SplashDSP.init(_:));

/// Work that closes holes, removes islands and decides regions in a finished mask. They are looked for in cells: the
/// mask, halved `halvings` times.
typedef struct SPLASH_SWIFT(SplashTidyWork) splash_tidy_work {
  splash_areas areas;
  /// Planes for the mask and, if `steadies`, for its guide, halved once, twice and so on. The last guide, or that of
  /// the mask itself if there are none, is the guide of `step`.
  int32_t halvings;
  const splash_plane *_Nullable masks, *_Nullable guides;
  /// The amendments are written to `step.mask` and, if `steadies`, steadied.
  bool steadies;
  splash_steadying steadying;
  splash_steady_step step;
  splash_plane result;
} splash_tidy_work;

/// Shapes the edge of a mask: grows, then shrinks it, each by 0…512 sixteenths of a sample, smooths it by 0…8 samples,
/// and feathers it by 0…32. Each stage that is not 0 writes a plane of its own.
typedef struct SPLASH_SWIFT(SplashShapeWork) splash_shape_work {
  int32_t grow, shrink, smooth, feather;
  splash_plane grown, shrunk, smoothed, feathered;
} splash_shape_work;

/// The work from a frame to its mask and, if there is a target, to the result.
typedef struct SPLASH_SWIFT(SplashMaskWork) splash_mask_work {
  const splash_key *key;
  /// The frame whose mask is drawn into `step.mask`, to which its `mask` points.
  const splash_picture *source;
  /// The frame that the finished mask is applied to, to which its `mask` points; may be null.
  const splash_picture *_Nullable target;
  /// `steadying` is read, and `step.result` written, only if `steadies`.
  bool steadies;
  splash_steadying steadying;
  splash_steady_step step;
  /// 0…3; above 0 the finished mask is in `clean`.
  int32_t despeckle;
  splash_plane clean;
  /// May be null; otherwise the finished mask is in its `result`.
  const splash_tidy_work *_Nullable tidy;
  /// May be null; otherwise the finished mask is in the last of its planes that is used.
  const splash_shape_work *_Nullable shape;
} splash_mask_work;

/// Does the work in bands of rows. Each kernel is as many rows behind the one before as it needs to look ahead, so that
/// data stay in the cache between them. Returns how many samples of the finished mask differ from the last frame's by
/// more than 63 codes.
int64_t splash_mask_run(const splash_dsp *dsp, const splash_mask_work *work)
    SPLASH_SWIFT(SplashMaskWork.run(_:self:));

/// Tidies and shapes a mask, as `splash_mask_run` does after drawing: into `result` of `tidy` and the planes of
/// `shape`, each of which may be null. If `tidy` steadies or decides regions, the frame's guide is written to `guide`.
void splash_mask_finish(
    const splash_dsp *dsp, const splash_plane *mask, const splash_picture *source,
    const splash_plane *guide, const splash_tidy_work *_Nullable tidy,
    const splash_shape_work *_Nullable shape)
    SPLASH_SWIFT(SplashDSP.finish(self:_:_:guide:tidy:shape:));

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end

#endif
