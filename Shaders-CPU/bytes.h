#ifndef SPLASH_BYTES_H
#define SPLASH_BYTES_H

// Vectors of bytes, for the kernels around the mask. Inside of a template (bytes_each.h) the type V
// holds LANES of them and W as many words; planes are padded, so a vector of them has no tail.

#include <stdint.h>
#include <string.h>

#define SPLASH_JOIN_(a, b) a##_##b
#define SPLASH_JOIN(a, b) SPLASH_JOIN_(a, b)
/// The name of a function or type in this instruction set.
#define NAME(x) SPLASH_JOIN(x, SUFFIX)
#define V NAME(splash_bytes)
#define W NAME(splash_words)

#if defined(__x86_64__)
typedef uint8_t splash_bytes_sse2 __attribute__((ext_vector_type(16)));
typedef uint8_t splash_bytes_avx2 __attribute__((ext_vector_type(32)));
typedef uint8_t splash_bytes_avx512 __attribute__((ext_vector_type(64)));
typedef uint16_t splash_words_sse2 __attribute__((ext_vector_type(16)));
typedef uint16_t splash_words_avx2 __attribute__((ext_vector_type(32)));
typedef uint16_t splash_words_avx512 __attribute__((ext_vector_type(64)));
#elif defined(__aarch64__)
typedef uint8_t splash_bytes_neon __attribute__((ext_vector_type(16)));
typedef uint16_t splash_words_neon __attribute__((ext_vector_type(16)));
#endif

#define LOAD(v, p) memcpy(&(v), p, sizeof(v))
#define STORE(p, v) memcpy(p, &(v), sizeof(v))
#define ADD(a, b) __builtin_elementwise_add_sat(a, b)
#define SUB(a, b) __builtin_elementwise_sub_sat(a, b)
#define MIN(a, b) __builtin_elementwise_min(a, b)
#define MAX(a, b) __builtin_elementwise_max(a, b)
#define DISTANCE(a, b) (SUB(a, b) | SUB(b, a))
/// A mean of two, halves rounded up: one instruction (pavgb, urhadd).
#define AVERAGE(a, b) (((a) | (b)) - (((a) ^ (b)) >> 1))
/// A mean of three, the middle counting twice.
#define TRIPLE(a, b, c) AVERAGE(AVERAGE(a, c), b)
/// The sum of bytes that are small enough for it to fit into 16 bits.
#define TOTAL(v) __builtin_reduce_add(__builtin_convertvector(v, W))

#endif
