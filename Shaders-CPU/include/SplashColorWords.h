#ifndef SPLASH_COLOR_WORDS_H
#define SPLASH_COLOR_WORDS_H

// What people call a color, as `scripts/trials/color-words` counted it: a table that is made once.

#include "SplashPicture.h"

#pragma clang assume_nonnull begin

/// The points of each side of the table's lattice over R'G'B' of sRGB: the first is 0, the last 1.
extern const int32_t splash_color_words_side;

/// The words that the table has shares of, with an end of line between two.
const char *splash_color_words_names(void);

/// Of each point, blue fastest and red slowest: how many words people have for it, and of each of
/// these, the most frequent first, its place in the list of words and a code, 255 times the root of
/// the share of people.
const uint8_t *splash_color_words_table(void);

#pragma clang assume_nonnull end

#endif
