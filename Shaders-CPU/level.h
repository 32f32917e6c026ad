// Everything one instruction set offers: its vectors, then one template per kernel, then its part
// of the table. A new kernel is a line in each half, and its reference in dsp.c.

#include "SplashKernels.h"
#include "levels.h"
#include "row.h"
#include "sample.h"
#include "vector.h"

#include "color_tmpl.h"
#include "fade_tmpl.h"
#include "samples_tmpl.h"
#include "splash_tmpl.h"

void LEVEL(splash_fill)(splash_dsp *dsp) {
  dsp->splash = splash_rows;
  dsp->mask = mask_rows;
  dsp->apply = apply_rows;
}
