#if defined(__x86_64__)
#include <emmintrin.h>

#define VECTOR_BYTES 16
#define VECTOR_SSE2
#define LEVEL(name) name##_sse2
#include "level.h"
#endif
