#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))), apply_to = function)
#define VECTOR_BYTES 64
#define VECTOR_AVX512
#define LEVEL(name) name##_avx512
#include "level.h"
#pragma clang attribute pop
#endif
