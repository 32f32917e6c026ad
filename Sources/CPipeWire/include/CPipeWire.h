/// A camera node of PipeWire. Its library is opened when the first node is, so that nothing needs it
/// before.
#ifndef CPIPEWIRE_H
#define CPIPEWIRE_H

#include <stddef.h>
#include <stdint.h>

#include <spa/param/video/color.h>
#include <spa/param/video/raw.h>

#pragma clang assume_nonnull begin

#define SPLASH_SWIFT(name) __attribute__((swift_name(#name)))

/// What a node offers to those who read.
typedef struct SPLASH_SWIFT(NodeOffer) splash_node_offer {
  /// What desktops call the camera.
  const char *name;
  /// Formats in the order of preference, the first of which is what there is.
  const enum spa_video_format *formats;
  int32_t format_count;
  int32_t width, height;
  /// Pictures a second as a fraction; 0/1 for any.
  uint32_t rate, per;
  enum spa_video_color_range range;
  enum spa_video_color_matrix matrix;
} splash_node_offer;

typedef struct splash_node *splash_node;

/// Whether PipeWire's library is there. The first call opens it; any thread.
int splash_pipewire_is_installed(void) SPLASH_SWIFT(pipeWireIsInstalled());

/// Makes a node that desktops see as a camera.
///
/// - Returns: NULL, with `errno` saying why, when no daemon answers.
splash_node _Nullable splash_node_open(const splash_node_offer *offer)
    SPLASH_SWIFT(openNode(_:));

/// The format that those who read have agreed on; `SPA_VIDEO_FORMAT_UNKNOWN` while nobody reads. A node
/// whose daemon has gone looks for another one at most once a second.
enum spa_video_format splash_node_format(splash_node node) SPLASH_SWIFT(nodeFormat(_:));

/// Gives a picture to all that read.
///
/// - Parameters:
///   - time: of the picture, in nanoseconds of the monotonic clock.
///   - size: bytes of the picture.
///   - stride: bytes from row to row of its first plane.
///   - fill: writes it with its context; called at most once, before this returns.
/// - Returns: 0 when nobody took it: nobody reads, or those who read hold all buffers.
int splash_node_put(
    splash_node node, int64_t time, size_t size, int32_t stride,
    void (*fill)(void *context, uint8_t *memory), void *context)
    SPLASH_SWIFT(putPicture(_:time:size:stride:fill:context:));

void splash_node_close(splash_node node) SPLASH_SWIFT(closeNode(_:));

#pragma clang assume_nonnull end

#include "capture.h"
#include "portal.h"

#endif
