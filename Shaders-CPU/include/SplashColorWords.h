#ifndef SPLASH_COLOR_WORDS_H
#define SPLASH_COLOR_WORDS_H

// The names that people give to colors, as counted by `scripts/trials/color-words`: a constant table.

#include "SplashPicture.h"

#pragma clang assume_nonnull begin

/// Points along each side of the table's lattice over sRGB R'G'B': the first is 0, the last 1.
extern const int32_t splash_color_words_side;

/// The words of the table, separated by line ends.
const char *splash_color_words_names(void);

/// For each point, blue fastest and red slowest: the number of its words, then for each of these, the most frequent
/// first, its index in the list of words and a code, 255 times the root of the share of people.
const uint8_t *splash_color_words_table(void);

#pragma clang assume_nonnull end

#endif
