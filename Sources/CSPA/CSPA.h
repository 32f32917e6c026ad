#include <spa/param/video/color.h>
#include <spa/param/video/raw.h>
