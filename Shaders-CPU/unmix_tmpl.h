// Colors of what is in front, turned into vectors by the compiler. unmix.h has them.

#include "unmix.h"

KERNEL void unmix_rows(const splash_unmixing *how, const splash_channel *channel) {
  splash_unmix_part(how, channel);
}
