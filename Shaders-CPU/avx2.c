#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define VECTOR_BYTES 32
#define VECTOR_AVX2
#define LEVEL(name) name##_avx2
#include "level.h"
#pragma clang attribute pop
#endif
