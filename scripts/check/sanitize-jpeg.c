// Passes damaged JPEG files to every call of CJPEG, with planes that end where their memory ends. Built
// by scripts/check/sanitize with clang's checks for addresses, leaks and undefined behavior, which end the program;
// the seed is printed.
//
// usage: jpeg ROUNDS FILE...

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CJPEG.h"

enum { longest_side = 512 };

static uint64_t state = 1;

static uint32_t dice(uint32_t sides) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33) % sides;
}

static cj_bytes damaged(const uint8_t *file, size_t count) {
  uint8_t *bytes = malloc(count);
  memcpy(bytes, file, count);
  for (uint32_t wounds = dice(12); wounds > 0; wounds--) {
    // Half of the damage goes to the headers.
    size_t at = dice(2) ? dice((uint32_t)count) : dice(count < 700 ? (uint32_t)count : 700);
    bytes[at] = dice(3) ? bytes[at] ^ (uint8_t)(1 << dice(8)) : (uint8_t)dice(256);
  }
  return (cj_bytes){bytes, dice(4) ? count : 1 + dice((uint32_t)count)};
}

// A plane for a component, with random samples.
static cj_plane plane(const cj_header *header, int index) {
  cj_plane plane = {.ratio = header->ratios[index]};
  bool is_half = index > 0 && plane.ratio.across % 2 == 0;
  plane.width = is_half ? (header->width + 1) / 2 : header->width;
  plane.height = header->height;
  if (is_half) plane.ratio.across /= 2;
  plane.stride = (size_t)plane.width + dice(40);
  size_t size = plane.stride * (size_t)(plane.height - 1) + (size_t)plane.width;
  plane.start = malloc(size);
  for (size_t i = 0; i < size; i++) plane.start[i] = (uint8_t)dice(256);
  return plane;
}

static bool is_usable(const cj_header *header) {
  int count = header->component_count;
  if (header->width > longest_side || header->height > longest_side || count > 3) return false;
  for (int i = 0; i < count; i++) {
    if (header->ratios[i].across == 0 || header->ratios[i].down == 0) return false;
  }
  return true;
}

// Returns whether a file was written from the available data.
static bool attempt(cj_bytes file) {
  cj_message message;
  cj_header header;
  size_t end;
  if (!cj_read_header(file, &header, &message) || !is_usable(&header)) return false;
  cj_measure(file, &end, &message);
  cj_plane before[3], after[3];
  for (int i = 0; i < header.component_count; i++) {
    before[i] = plane(&header, i);
    after[i] = dice(3) ? plane(&header, i) : before[i];
  }
  bool is_done = cj_decode(file, before, &message);
  if (is_done) {
    cj_file result = {0};
    is_done = cj_recode(file, before, after, &result, &end, &message);
    free(result.start);
    cj_plane luma = before[0];
    luma.ratio = (cj_ratio){1, 1};
    result = (cj_file){0};
    cj_encode(&luma, 1, file, (int32_t)dice(101), &result, &message);
    free(result.start);
  }
  for (int i = 0; i < header.component_count; i++) {
    if (after[i].start != before[i].start) free(after[i].start);
    free(before[i].start);
  }
  return is_done;
}

int main(int count, char **names) {
  int rounds = count > 1 ? atoi(names[1]) : 0, written = 0;
  printf("jpeg: seed %llu\n", (unsigned long long)state);
  for (int index = 2; index < count; index++) {
    static uint8_t bytes[1 << 20];
    FILE *file = fopen(names[index], "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (size == 0) return 1;
    fclose(file);
    for (int round = 0; round < rounds; round++) {
      cj_bytes wounded = damaged(bytes, size);
      written += attempt(wounded);
      free((void *)wounded.start);
    }
  }
  printf("jpeg: %d rounds of %d files, %d written\n", rounds, count - 2, written);
  return written > 0 ? 0 : 1;
}
