// Includes TEMPLATE once per instruction set of this processor family, with vectors of LANES bytes
// and SUFFIX for the names. No include guard: every kernel file includes it for its own template.

#if defined(__x86_64__)

#define LANES 16
#define SUFFIX sse2
#include TEMPLATE
#undef LANES
#undef SUFFIX

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define LANES 32
#define SUFFIX avx2
#include TEMPLATE
#undef LANES
#undef SUFFIX
#pragma clang attribute pop

#pragma clang attribute push(                                                       \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))), apply_to = function)
#define LANES 64
#define SUFFIX avx512
#include TEMPLATE
#undef LANES
#undef SUFFIX
#pragma clang attribute pop

#elif defined(__aarch64__)

#define LANES 16
#define SUFFIX neon
#include TEMPLATE
#undef LANES
#undef SUFFIX

#endif
