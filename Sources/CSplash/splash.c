#include "splash.h"

// The member offsets that splash.h promises on 64-bit machines.
#if defined(__LP64__)
#define PLACE(type, member, place) \
  _Static_assert(offsetof(type, member) == (place), #type "." #member " has moved")

PLACE(splash_image, format, 0);
PLACE(splash_image, width, 8);
PLACE(splash_image, height, 12);
PLACE(splash_image, matrix, 16);
PLACE(splash_image, full_range, 20);
PLACE(splash_image, transfer, 24);
PLACE(splash_image, primaries, 28);
PLACE(splash_image, time, 32);
PLACE(splash_image, data, 40);
PLACE(splash_image, stride, 72);
_Static_assert(sizeof(splash_image) == 104, "splash_image has grown");

PLACE(splash_readings, gains, 0);
PLACE(splash_readings, kept, 24);
PLACE(splash_readings, flicker, 32);
_Static_assert(sizeof(splash_readings) == 40, "splash_readings has grown");

PLACE(splash_setting, name, 0);
PLACE(splash_setting, label, 8);
PLACE(splash_setting, help, 16);
PLACE(splash_setting, standard, 24);
PLACE(splash_setting, kind, 32);
PLACE(splash_setting, whole, 36);
PLACE(splash_setting, min, 40);
PLACE(splash_setting, max, 48);
PLACE(splash_setting, step, 56);
PLACE(splash_setting, unit, 64);
PLACE(splash_setting, choices, 72);
_Static_assert(sizeof(splash_setting) == 80, "splash_setting has grown");
#endif
