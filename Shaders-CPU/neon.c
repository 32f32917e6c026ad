#if defined(__aarch64__)
#include <arm_neon.h>

#define VECTOR_BYTES 16
#define VECTOR_NEON
#define LEVEL(name) name##_neon
#include "level.h"
#endif
