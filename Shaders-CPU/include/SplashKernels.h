#ifndef SPLASH_KERNELS_H
#define SPLASH_KERNELS_H

// The C face of the pixel kernels: the instruction sets, and the table of kernels for one of them.

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

/// What this machine and its operating system offer; `reference` is always among them.
splash_cpu_flags splash_cpu_detect(void) SPLASH_SWIFT(getter:CPUFlags.host());

/// The compiler of the kernels, and whether it optimized: for the heading of a table of times.
const char *splash_compiler(void);

/// Luma and chroma in, `out_cb` and `out_cr` out: what the key leaves of the color.
typedef void splash_splash_kernel(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end);

/// Luma and chroma in, `mask` out.
typedef void splash_mask_kernel(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end);

/// `mask` and chroma in, `out_cb` and `out_cr` out. Of the key nothing is read.
typedef void splash_apply_kernel(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end);

/// The luma under each chroma sample in 8 bits: samples cut to 8 bits, averaged in pairs, first
/// vertically and then horizontally, halves rounded up.
typedef void splash_guide_kernel(
    const splash_picture *picture, const splash_plane *guide, int32_t first, int32_t end);

/// Moves the last mask towards this picture's by at most the slew and what the evidence adds. Returns
/// how many samples changed by more than a quarter (63 codes).
typedef int64_t splash_steady_kernel(
    const splash_steadying *how, const splash_steady_step *step, int32_t first, int32_t end);

/// Clamps every sample to what lies around it: to the highest and lowest sample of the ring around a
/// square of `size` × `size` samples that holds it, for the square that changes it most. So a speck or
/// pinhole that fits into such a square goes, and whatever reaches out of it stays: edges, corners,
/// lines. `size` is 1…3; planes narrower than that are copied. `result` holds the last picture's result
/// before. Returns how many samples differ from that by more than 63 codes.
typedef int64_t splash_despeckle_kernel(
    const splash_plane *mask, const splash_plane *result, int32_t size, int32_t first, int32_t end);

/// A plane half as wide and half as high, odd sizes rounded up: samples averaged in pairs, first vertically
/// and then horizontally, halves rounded up; a last odd row or column counts twice. Rows are those of `half`.
typedef void splash_halve_kernel(
    const splash_plane *plane, const splash_plane *half, int32_t first, int32_t end);

/// Raises samples by amendments a above 128, to at least 2a − 256 (from 192 on to 2a − 255), and lowers
/// them by those below, to at most 2a − 1: 255 keeps a sample in full, 0 not at all, 128 leaves it. Each
/// amendment is for 2ⁿ × 2ⁿ samples, with n = `log2_side`, 0…5. `result` holds the last picture's result
/// before. Returns how many samples differ from that by more than 63 codes.
typedef int64_t splash_amend_kernel(
    const splash_plane *mask, const splash_plane *amendments, int32_t log2_side,
    const splash_plane *result, int32_t first, int32_t end);

/// The highest sample within a distance of `reach` / 16 of each, as far as it is inside of the plane; with a negative
/// reach the lowest; between whole distances n and n + 1, by sixteenths, a mean of what these give. `reach` is
/// −512…512. `result` holds the last picture's result before. Returns how
/// many samples differ from that by more than 63 codes.
typedef int64_t splash_grow_kernel(
    const splash_plane *mask, const splash_plane *result, int32_t reach, int32_t first, int32_t end);

/// The mean of a square of 2·reach + 1, weighted by a triangle in each direction; outside of the plane are the nearest
/// samples inside. `reach` is 1…32; else as `grow`.
typedef int64_t splash_feather_kernel(
    const splash_plane *mask, const splash_plane *result, int32_t reach, int32_t first, int32_t end);

/// The median of the samples within a distance of `reach` of each; outside of the plane are the nearest samples
/// inside. `reach` is 1…8; else as `grow`.
typedef int64_t splash_smooth_kernel(
    const splash_plane *mask, const splash_plane *result, int32_t reach, int32_t first, int32_t end);

/// The larger of the mask and what is kept besides it (and allowed), within the window: min(max(mask,
/// min(kept, allowed)), window), and 255 minus that where it is inverted.
typedef void splash_join_kernel(
    const splash_plane *mask, const splash_join *with, const splash_plane *result, int32_t first,
    int32_t end);

/// A mask from luma at chroma resolution: between the middles of the squares the lines change evenly, beyond
/// the last ones they stay. Rounded, and kept within 0…255.
typedef void splash_lines_kernel(
    const splash_lines *lines, const splash_plane *guide, const splash_plane *result, int32_t first,
    int32_t end);

/// R'G'B' times the rule's gains, positive, within 0…1, back to Y'CbCr: luma and chroma in, `out_luma`,
/// `out_cb` and `out_cr` out, in the layout of the source, packed ones as planar 4:2:2 (`unpack`). Of the
/// rule, matrix, depth, range and gains count. Chroma is balanced with the mean of the luma it covers.
typedef void splash_balance_kernel(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end);

/// `mask` as grey, black to white, into the same planes as `balance`. Of the rule, depth and range count.
typedef void splash_show_mask_kernel(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end);

/// A tone: luma and chroma in, `out_cb` and `out_cr`, and `out_luma` where the tone has luma, out, into
/// the same planes as `balance`; packed pictures need a tone that has luma.
typedef void splash_tone_kernel(
    const splash_tone *tone, const splash_picture *picture, int32_t first, int32_t end);

/// Colors by a lattice: luma and chroma in, into the same planes as `balance`. Of the rule, matrix, depth and
/// range count. Chroma goes with the mean of the luma that it covers.
typedef void splash_cube_kernel(
    const splash_cube *cube, const splash_rule *rule, const splash_picture *picture, int32_t first,
    int32_t end);

/// Colors by curves, likewise.
typedef void splash_curves_kernel(
    const splash_curves *curves, const splash_rule *rule, const splash_picture *picture,
    int32_t first, int32_t end);

/// Black and white by the luminance of R'G'B' encoded as IEC 61966-2-1 has it, within a code of the formula: luma
/// and chroma of 8 bits in, into the same planes as `balance`. Of the rule, matrix and range count. Red and blue weigh
/// no more than green each, and together less than 0.45.
typedef void splash_luminance_kernel(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end);

/// The small plane of a component, row after row without padding: means of squares.
typedef void splash_shrink_kernel(
    const splash_blur *how, const splash_channel *channel, float *small, int32_t first,
    int32_t end);

/// Two small planes of a component: means of its samples times what they weigh, and of what they weigh.
typedef void splash_weigh_kernel(
    const splash_blur *how, const splash_weighing *weighing, const splash_channel *channel,
    float *small, float *weights, int32_t first, int32_t end);

/// A small plane softened along both sides, beyond its ends the last sample, and divided by the weights
/// where there are some.
typedef void splash_soften_kernel(
    const splash_blur *how, const float *from, float *to, int32_t columns, int32_t rows,
    int32_t first, int32_t end);

/// Rows of a component from its small plane, along straight lines between the middles of the squares.
typedef void splash_enlarge_kernel(
    const splash_blur *how, const splash_channel *channel, const float *small, int32_t first,
    int32_t end);

/// Chroma turned: `cb` and `cr` in, `out_cb` and `out_cr` out. Not for packed pictures.
typedef void splash_turn_kernel(
    const splash_turning *how, const splash_picture *picture, int32_t first, int32_t end);

/// Luma and chroma in, `out_cb` and `out_cr` out, which go as far from grey as the picture's do, measured by what
/// can be shown with the mean of the luma that is covered. Of the rule, matrix, depth and range count. Not for
/// packed pictures.
typedef void splash_recolor_kernel(
    const splash_recoloring *how, const splash_rule *rule, const splash_picture *picture,
    int32_t first, int32_t end);

/// Rows of a component with less light towards the corners.
typedef void splash_vignette_kernel(
    const splash_vignetting *how, const splash_channel *channel, int32_t first, int32_t end);

/// Rows of luma with noise.
typedef void splash_grain_kernel(
    const splash_graining *how, const splash_channel *channel, int32_t first, int32_t end);

/// The picture, as light, over what is in the result's planes. Not for packed pictures.
typedef void splash_glow_kernel(
    const splash_glowing *how, const splash_picture *picture, int32_t first, int32_t end);

/// Rows of blocks of a component, each of the mean of its samples by what they weigh.
typedef void splash_mosaic_kernel(
    const splash_mosaicking *how, const splash_weighing *weighing, const splash_channel *channel,
    int32_t first, int32_t end);

/// A component's color without what shines through it: where alpha is neither nothing nor all, `to` gets the
/// color that the thing has there of its own; other samples are left. Unlike the others it does the whole
/// component at once.
typedef void splash_unmix_kernel(const splash_unmixing *how, const splash_channel *channel);

/// A mask at luma resolution. `first` and `end` are rows of the mask; `luma` needs no padding.
typedef void splash_spread_kernel(
    const splash_spread *how, const splash_plane *mask, const splash_plane *luma, int32_t first,
    int32_t end);

/// The picture laid over what is in the same planes as `balance` writes: chroma by its `mask`, luma by the
/// mask `luma`, where that is not null.
typedef void splash_mix_kernel(
    const splash_plane *_Nullable luma, const splash_picture *picture, int32_t first, int32_t end);

/// The kernels of one instruction set. Each works on the chroma rows `first`…`end`−1 of its result and
/// gives the same samples whether they come in one call or in many: bands of a picture may follow one
/// another, and slices of it may run on several threads at once.
typedef struct __attribute__((swift_attr("@Sendable"))) SPLASH_SWIFT(SplashDSP) splash_dsp {
  /// The set this table uses: the best of those asked for.
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

/// The table for the best of `flags`, which the machine must have. Without a known flag: the
/// reference.
splash_dsp splash_dsp_init(splash_cpu_flags flags) SPLASH_SWIFT(SplashDSP.init(_:));

/// What makes whole objects of a finished mask. Holes and islands are looked for in cells: the mask, halved
/// `halvings` times.
typedef struct SPLASH_SWIFT(SplashTidyWork) splash_tidy_work {
  splash_areas areas;
  /// Planes for the mask and, where `steadies`, for its guide, halved once, twice and so on. The last guide,
  /// or that of the mask itself where there are none, is the guide of `step`.
  int32_t halvings;
  const splash_plane *_Nullable masks, *_Nullable guides;
  /// The amendments are written to `step.mask` and, where `steadies`, steadied.
  bool steadies;
  splash_steadying steadying;
  splash_steady_step step;
  splash_plane result;
} splash_tidy_work;

/// What shapes the edge of a mask: it grows, then shrinks, each by 0…512 sixteenths of a sample, loses its teeth,
/// by 0…8 samples, and fades, by 0…32; each into a plane of its own where that is not 0.
typedef struct SPLASH_SWIFT(SplashShapeWork) splash_shape_work {
  int32_t grow, shrink, smooth, feather;
  splash_plane grown, shrunk, smoothed, feathered;
} splash_shape_work;

/// Everything from a picture to its mask and, where there is a target, to what the mask leaves.
typedef struct SPLASH_SWIFT(SplashMaskWork) splash_mask_work {
  const splash_key *key;
  /// The picture whose mask is drawn into `step.mask`, to which its `mask` points.
  const splash_picture *source;
  /// The picture that the finished mask is applied to, to which its `mask` points; may be null.
  const splash_picture *_Nullable target;
  /// `steadying` is read, and `step.result` written, only where `steadies`.
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

/// Does the work in bands of rows, each kernel as far behind the one before as it has to look ahead, so
/// that what passes from one to the next is still in the cache. Returns how many samples of the
/// finished mask differ from the last one's by more than 63 codes.
int64_t splash_mask_run(const splash_dsp *dsp, const splash_mask_work *work)
    SPLASH_SWIFT(SplashMaskWork.run(_:self:));

/// Makes a mask whole and shapes it, as `splash_mask_run` does behind those it draws: into `result` of `tidy` and the
/// planes of `shape`, each of which may be null. Where `tidy` steadies or decides
/// regions, `guide` gets that of the picture.
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
