// Estimates the colors of the object in front, vectorized by the compiler. unmix.h has it.

#include "unmix.h"

KERNEL void unmix_rows(const splash_unmixing *how, const splash_channel *channel) {
  splash_unmix_part(how, channel);
}
