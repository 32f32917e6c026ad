#ifndef SPLASH_STEADY_H
#define SPLASH_STEADY_H

/// Evidence opens the slew by 2⁶ codes for each code of the guide above its floor, and by 2³ for each code of the mask.
enum { splash_guide_gain = 6, splash_mask_gain = 3 };

#endif
