// All code of one instruction set: its vectors, the templates of the kernels, and its part of the table. Each level's
// file includes this once.

#include "kernels.h"
#include "vector.h"

#include "samples_tmpl.h"
#include "tail_tmpl.h"

#include "amend_tmpl.h"
#include "balance_tmpl.h"
#include "despeckle_tmpl.h"
#include "guide_tmpl.h"
#include "halve_tmpl.h"
#include "join_tmpl.h"
#include "shape_tmpl.h"
#include "show_mask_tmpl.h"
#include "splash_tmpl.h"
#include "spread_tmpl.h"
#include "steady_tmpl.h"
#include "tone_tmpl.h"
#include "mix_tmpl.h"
#include "blur_tmpl.h"
#include "lines_tmpl.h"
#include "cube_tmpl.h"
#include "curves_tmpl.h"
#include "luminance_tmpl.h"
#include "steps_tmpl.h"
#include "mosaic_tmpl.h"
#include "unmix_tmpl.h"

#define FILL(x) dsp->x = x##_rows;

void LEVEL(splash_fill)(splash_dsp *dsp) { SPLASH_KERNELS(FILL) }
