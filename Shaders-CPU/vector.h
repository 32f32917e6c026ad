// Vectors of one instruction set. A level's file sets VECTOR_BYTES and one of VECTOR_SSE2,
// VECTOR_AVX2, VECTOR_AVX512 or VECTOR_NEON, includes the intrinsics' header, pushes its target,
// and includes this and the templates once.
//
// The types are clang's vector extension: + − & | ^ << >> and comparisons (which give 0 or −1 per lane) work on them
// directly. The functions here are those that C has no operator for. Kernels for colors handle `lanes_u16` samples at a
// time: one vector of 16-bit lanes, or a pair of 32-bit vectors with its even and its odd lanes. Kernels for masks
// handle `lanes_u8`, one vector of bytes.

#ifndef SPLASH_VECTOR_H
#define SPLASH_VECTOR_H

#include <stdint.h>

#pragma clang fp contract(off)
// Vectors wider than a register are passed only between inlined functions, where no ABI applies.
#pragma clang diagnostic ignored "-Wpsabi"

#define INLINE static inline __attribute__((always_inline))
/// Functions of kernels begin at a cache line, so that the speed of their loops does not depend on the code before
/// them.
#define KERNEL static __attribute__((aligned(64)))

enum { lanes_u8 = VECTOR_BYTES, lanes_u16 = VECTOR_BYTES / 2 };

typedef uint8_t u8v __attribute__((vector_size(VECTOR_BYTES)));
typedef uint8_t u8h __attribute__((vector_size(VECTOR_BYTES / 2)));
typedef uint16_t u16v __attribute__((vector_size(VECTOR_BYTES)));
typedef int16_t s16v __attribute__((vector_size(VECTOR_BYTES)));
typedef uint32_t u32v __attribute__((vector_size(VECTOR_BYTES)));
typedef int32_t s32v __attribute__((vector_size(VECTOR_BYTES)));
typedef float f32v __attribute__((vector_size(VECTOR_BYTES)));
/// Twice as wide as the machine's vectors, used briefly between memory and lanes.
typedef uint32_t u32w __attribute__((vector_size(2 * VECTOR_BYTES)));
typedef uint16_t u16w __attribute__((vector_size(2 * VECTOR_BYTES)));

/// The even and the odd lanes of a 16-bit vector, widened.
typedef struct f32pair {
  f32v even, odd;
} f32pair;

INLINE u8v splat_u8(uint8_t x) { return (u8v){} + x; }
INLINE u16v splat_u16(uint16_t x) { return (u16v){} + x; }
INLINE s16v splat_s16(int16_t x) { return (s16v){} + x; }
INLINE f32v splat_f32(float x) { return (f32v){} + x; }

INLINE u8v load_u8(const uint8_t *p) {
  u8v v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
INLINE u8h load_half(const uint8_t *p) {
  u8h v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
INLINE u16v load_u16(const uint8_t *p) {
  u16v v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
INLINE u32w load_wide(const uint8_t *p) {
  u32w v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
INLINE void store_wide(uint8_t *p, u32w v) { __builtin_memcpy(p, &v, sizeof v); }
INLINE void store_u8(uint8_t *p, u8v v) { __builtin_memcpy(p, &v, sizeof v); }
INLINE void store_half(uint8_t *p, u8h v) { __builtin_memcpy(p, &v, sizeof v); }
INLINE void store_u16(uint8_t *p, u16v v) { __builtin_memcpy(p, &v, sizeof v); }

INLINE u16v widen_u8(u8h v) { return __builtin_convertvector(v, u16v); }
/// Lanes are at most 255.
INLINE u8h narrow_u16(u16v v) { return __builtin_convertvector(v, u8h); }

INLINE u16w words_of_u8(u8v v) { return __builtin_convertvector(v, u16w); }
/// Lanes are at most 255.
INLINE u8v bytes_of_u16(u16w v) { return __builtin_convertvector(v, u8v); }

INLINE u8v add_sat_u8(u8v a, u8v b) { return __builtin_elementwise_add_sat(a, b); }
INLINE u8v sub_sat_u8(u8v a, u8v b) { return __builtin_elementwise_sub_sat(a, b); }
INLINE u8v min_u8(u8v a, u8v b) { return __builtin_elementwise_min(a, b); }
INLINE u8v max_u8(u8v a, u8v b) { return __builtin_elementwise_max(a, b); }
INLINE u8v distance_u8(u8v a, u8v b) { return sub_sat_u8(a, b) | sub_sat_u8(b, a); }
INLINE s32v min_s32(s32v a, s32v b) { return __builtin_elementwise_min(a, b); }
INLINE s32v max_s32(s32v a, s32v b) { return __builtin_elementwise_max(a, b); }
/// Mean of two, halves rounded up: one instruction (pavgb, urhadd).
INLINE u8v average_u8(u8v a, u8v b) { return (a | b) - ((a ^ b) >> 1); }
INLINE u16w average_u16(u16w a, u16w b) { return (a | b) - ((a ^ b) >> 1); }
/// Mean of three, with the middle one counted twice.
INLINE u8v triple_u8(u8v a, u8v b, u8v c) { return average_u8(average_u8(a, c), b); }
/// The sum of all lanes, which must fit 16 bits.
INLINE int32_t total_u8(u8v v) { return __builtin_reduce_add(words_of_u8(v)); }

INLINE u16v sub_sat_u16(u16v a, u16v b) { return __builtin_elementwise_sub_sat(a, b); }
INLINE s16v add_sat_s16(s16v a, s16v b) { return __builtin_elementwise_add_sat(a, b); }
INLINE s16v sub_sat_s16(s16v a, s16v b) { return __builtin_elementwise_sub_sat(a, b); }
INLINE s16v min_s16(s16v a, s16v b) { return __builtin_elementwise_min(a, b); }
INLINE s16v max_s16(s16v a, s16v b) { return __builtin_elementwise_max(a, b); }

INLINE s16v pick_s16(s16v which, s16v yes, s16v no) { return (which & yes) | (~which & no); }
INLINE f32v pick_f32(s32v which, f32v yes, f32v no) {
  return (f32v)((which & (s32v)yes) | (~which & (s32v)no));
}

/// x86 has its instructions in three widths, which differ only in their names.
#if defined(VECTOR_AVX512)
typedef __m512i x86_lanes;
typedef __m512 x86_floats;
#define X86(name) _mm512_##name
#elif defined(VECTOR_AVX2)
typedef __m256i x86_lanes;
typedef __m256 x86_floats;
#define X86(name) _mm256_##name
#elif defined(VECTOR_SSE2)
typedef __m128i x86_lanes;
typedef __m128 x86_floats;
#define X86(name) _mm_##name
#endif

// High halves of products, and sums of products of neighbors, are instructions everywhere but have no operator in C.
#if defined(VECTOR_NEON)
INLINE u16v mul_high_u16(u16v a, u16v b) {
  u32w product = __builtin_convertvector(a, u32w) * __builtin_convertvector(b, u32w);
  return __builtin_convertvector(product >> 16, u16v);
}
INLINE s16v mul_high_s16(s16v a, s16v b) {
  int16x8_t x = (int16x8_t)a, y = (int16x8_t)b;
  int32x4_t low = vmull_s16(vget_low_s16(x), vget_low_s16(y)), high = vmull_high_s16(x, y);
  return (s16v)vuzp2q_s16(vreinterpretq_s16_s32(low), vreinterpretq_s16_s32(high));
}
INLINE s16v mul_round_s16(s16v a, s16v b) {
  return (s16v)vqrdmulhq_s16((int16x8_t)a, (int16x8_t)b);
}
INLINE s32v mul_add_pairs(s16v a, s16v b) {
  int16x8_t x = (int16x8_t)a, y = (int16x8_t)b;
  return (s32v)vpaddq_s32(vmull_s16(vget_low_s16(x), vget_low_s16(y)), vmull_high_s16(x, y));
}
INLINE f32v min_f32(f32v a, f32v b) { return (f32v)vminq_f32((float32x4_t)a, (float32x4_t)b); }
INLINE f32v max_f32(f32v a, f32v b) { return (f32v)vmaxq_f32((float32x4_t)a, (float32x4_t)b); }
#else
INLINE u16v mul_high_u16(u16v a, u16v b) {
  return (u16v)X86(mulhi_epu16)((x86_lanes)a, (x86_lanes)b);
}
INLINE s16v mul_high_s16(s16v a, s16v b) {
  return (s16v)X86(mulhi_epi16)((x86_lanes)a, (x86_lanes)b);
}
INLINE s16v mul_round_s16(s16v a, s16v b) {
#if defined(VECTOR_SSE2)
  u16v low = (u16v)(a * b);
  return mul_high_s16(a, b) * 2 + (s16v)(((low >> 14) + 1) >> 1);
#else
  return (s16v)X86(mulhrs_epi16)((x86_lanes)a, (x86_lanes)b);
#endif
}
INLINE s32v mul_add_pairs(s16v a, s16v b) {
  return (s32v)X86(madd_epi16)((x86_lanes)a, (x86_lanes)b);
}
INLINE f32v min_f32(f32v a, f32v b) { return (f32v)X86(min_ps)((x86_floats)a, (x86_floats)b); }
INLINE f32v max_f32(f32v a, f32v b) { return (f32v)X86(max_ps)((x86_floats)a, (x86_floats)b); }
#endif

#if defined(VECTOR_SSE2)
INLINE u16v min_u16(u16v a, u16v b) { return a - sub_sat_u16(a, b); }
INLINE u16v max_u16(u16v a, u16v b) { return a + sub_sat_u16(b, a); }
#else
INLINE u16v min_u16(u16v a, u16v b) { return __builtin_elementwise_min(a, b); }
INLINE u16v max_u16(u16v a, u16v b) { return __builtin_elementwise_max(a, b); }
#endif

/// Whether any lane of a comparison is true.
INLINE int any_s16(s16v which) {
#if defined(VECTOR_AVX512)
  return _mm512_movepi16_mask((__m512i)which) != 0;
#elif defined(VECTOR_NEON)
  return vmaxvq_u16((uint16x8_t)which) != 0;
#else
  return X86(movemask_epi8)((x86_lanes)which) != 0;
#endif
}

/// Absolute values, modulo 65536: −32768 becomes 32768.
INLINE u16v abs_s16(s16v a) { return (u16v)max_s16(a, -a); }

/// Each pair of bytes summed into one lane, times 64.
INLINE u16v add_pairs_u8_64(u8v v) {
#if defined(VECTOR_AVX512) || defined(VECTOR_AVX2)
  return (u16v)X86(maddubs_epi16)((x86_lanes)v, X86(set1_epi8)(64));
#elif defined(VECTOR_NEON)
  return (u16v)vpaddlq_u8((uint8x16_t)v) << 6;
#else
  return (((u16v)v & 255) + ((u16v)v >> 8)) << 6;
#endif
}

/// Loads values at several indices, if there is an instruction for that.
#if defined(VECTOR_AVX512)
#define GATHER(kind, from, index, scale) _mm512_i32gather_##kind((x86_lanes)(index), from, scale)
#elif defined(VECTOR_AVX2)
#define GATHER(kind, from, index, scale) \
  _mm256_i32gather_##kind((const void *)(from), (x86_lanes)(index), scale)
#endif

INLINE f32v gather_f32(const float *table, s32v index);

/// Pairs of 16-bit words: the one at the index, in the low half, and the next.
INLINE s16v gather_pairs(const int16_t *words, s32v index);

/// Words of 32 bits, each made of two of 16.
INLINE u32v gather_u32(const int16_t *pairs, u32v index);

#ifdef GATHER
INLINE f32v gather_f32(const float *table, s32v index) { return (f32v)GATHER(ps, table, index, 4); }
INLINE s16v gather_pairs(const int16_t *words, s32v index) { return (s16v)GATHER(epi32, words, index, 2); }
INLINE u32v gather_u32(const int16_t *pairs, u32v index) { return (u32v)GATHER(epi32, pairs, index, 4); }
#else
INLINE f32v gather_f32(const float *table, s32v index) {
  f32v result;
  for (int i = 0; i < lanes_u16 / 2; i++) result[i] = table[index[i]];
  return result;
}

INLINE s16v gather_pairs(const int16_t *words, s32v index) {
  s16v result;
  for (int i = 0; i < lanes_u16 / 2; i++)
    __builtin_memcpy((int16_t *)&result + 2 * i, words + index[i], 2 * sizeof *words);
  return result;
}

INLINE u32v gather_u32(const int16_t *pairs, u32v index) {
  u32v result;
  for (int i = 0; i < lanes_u16 / 2; i++)
    __builtin_memcpy((uint32_t *)&result + i, pairs + 2 * index[i], sizeof(uint32_t));
  return result;
}
#endif

/// A table of 256 bytes for `lookup_u8`.
typedef struct byte_table {
#if defined(VECTOR_AVX2) || defined(VECTOR_AVX512)
  u8v parts[16];
#else
  const uint8_t *bytes;
#endif
} byte_table;

/// An instruction looks up sixteen bytes. The index is reduced by 16 from part to part. Every part except the first of
/// each half holds the XOR with the one before, and once the index is below zero the instruction adds nothing.
INLINE byte_table byte_table_of(const uint8_t *bytes) {
#if defined(VECTOR_AVX2) || defined(VECTOR_AVX512)
  byte_table table;
  for (int part = 0; part < 16; part++) {
    uint8_t *to = (uint8_t *)&table.parts[part];
    for (int i = 0; i < VECTOR_BYTES; i++) {
      const uint8_t *from = bytes + 16 * part + (i & 15);
      to[i] = part & 7 ? *from ^ from[-16] : *from;
    }
  }
  return table;
#else
  return (byte_table){bytes};
#endif
}

INLINE u8v lookup_u8(const byte_table *table, u8v index) {
#if defined(VECTOR_AVX2) || defined(VECTOR_AVX512)
#define SHUFFLE(table, index) (u8v)X86(shuffle_epi8)((x86_lanes)(table), (x86_lanes)(index))
  u8v left = index & 127;
  u8v low = SHUFFLE(table->parts[0], left), high = SHUFFLE(table->parts[8], left);
  for (int part = 1; part < 8; part++) {
    left -= 16;
    low ^= SHUFFLE(table->parts[part], left);
    high ^= SHUFFLE(table->parts[8 + part], left);
  }
#undef SHUFFLE
  const u8v is_high = (u8v)(index > 127);
  return (high & is_high) | (low & ~is_high);
#elif defined(VECTOR_NEON)
  uint8x16_t result = vdupq_n_u8(0);
  for (int part = 0; part < 4; part++)
    result = vorrq_u8(
        result, vqtbl4q_u8(
                    vld1q_u8_x4(table->bytes + 64 * part),
                    vsubq_u8((uint8x16_t)index, vdupq_n_u8((uint8_t)(64 * part)))));
  return (u8v)result;
#else
  u8v result;
  for (int i = 0; i < lanes_u8; i++) result[i] = table->bytes[index[i]];
  return result;
#endif
}

INLINE f32v u32_to_f32(u32v v) { return __builtin_convertvector((s32v)v, f32v); }
INLINE f32v s32_to_f32(s32v v) { return __builtin_convertvector(v, f32v); }
/// Truncates.
INLINE s32v f32_to_s32(f32v v) { return __builtin_convertvector(v, s32v); }
INLINE f32pair widen_u16(u16v v) {
  return (f32pair){u32_to_f32((u32v)v & 0xffff), u32_to_f32((u32v)v >> 16)};
}
INLINE f32pair widen_s16(s16v v) {
  return (f32pair){s32_to_f32((s32v)((u32v)v << 16) >> 16), s32_to_f32((s32v)v >> 16)};
}
/// Joins the low halves of even and odd lanes.
INLINE u16v join_low(u32v even, u32v odd) { return (u16v)((even & 0xffff) | (odd << 16)); }

#endif
