// Estimates the colors of the object in front; vectorized only by the compiler.

#include "unmix.h"

#include "kernels.h"

void splash_unmix_reference(const splash_unmixing *how, const splash_channel *channel) {
  splash_unmix_part(how, channel);
}
