// What libFuzzer calls. One program has all targets: its file's name, less what is behind a dash, says which.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool splash_fuzz(const char *name, const uint8_t *bytes, intptr_t count);

static char name[32];

// What Swift makes once and keeps counts as leaked.
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0"; }

int LLVMFuzzerInitialize(int *count, char ***words) {
  (void)count;
  const char *slash = strrchr((*words)[0], '/');
  snprintf(name, sizeof name, "%s", slash ? slash + 1 : (*words)[0]);
  name[strcspn(name, "-")] = 0;
  if (splash_fuzz(name, NULL, 0)) return 0;
  fprintf(stderr, "fuzz: %s is no target\n", name);
  exit(64);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  splash_fuzz(name, bytes, (intptr_t)size);
  return 0;
}
