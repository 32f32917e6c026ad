#ifndef UNIONS_H
#define UNIONS_H

// Union-find on runs: parents precede their children, and the root of a part is its first run.

#include "include/SplashMask.h"

static inline int32_t splash_root_of(splash_run *runs, int32_t i) {
  while (runs[i].parent != i) {
    runs[i].parent = runs[runs[i].parent].parent;
    i = runs[i].parent;
  }
  return i;
}

static inline void splash_unite(splash_run *runs, int32_t a, int32_t b) {
  a = splash_root_of(runs, a);
  b = splash_root_of(runs, b);
  if (a < b)
    runs[b].parent = a;
  else
    runs[a].parent = b;
}

#endif
