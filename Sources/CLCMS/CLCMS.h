// LittleCMS: what color profiles mean.
#pragma once
#include <lcms2.h>

// Macros that Swift does not see. Alpha lies behind the color, and is copied.
static const cmsUInt32Number clcms_rgb_floats = TYPE_RGB_FLT;
static const cmsUInt32Number clcms_rgb_alpha_floats = TYPE_RGBA_FLT;
static const cmsUInt32Number clcms_grey_floats = TYPE_GRAY_FLT;
static const cmsUInt32Number clcms_grey_alpha_floats =
    FLOAT_SH(1) | COLORSPACE_SH(PT_GRAY) | EXTRA_SH(1) | CHANNELS_SH(1) | BYTES_SH(4);
