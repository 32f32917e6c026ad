/// A camera node of PipeWire. The library is opened with the first node, so that no program needs
/// it before.
#ifndef CPIPEWIRE_H
#define CPIPEWIRE_H

#include <stddef.h>
#include <stdint.h>

#include <spa/param/video/color.h>
#include <spa/param/video/raw.h>

#pragma clang assume_nonnull begin

#define SPLASH_SWIFT(name) __attribute__((swift_name(#name)))

/// What a node offers to readers.
typedef struct SPLASH_SWIFT(NodeOffer) splash_node_offer {
  /// The camera's name on desktops.
  const char *name;
  /// Formats in the order of preference; the first is that of the frames.
  const enum spa_video_format *formats;
  int32_t format_count;
  int32_t width, height;
  /// Frames per second as a fraction; 0/1 for any.
  uint32_t rate, per;
  enum spa_video_color_range range;
  enum spa_video_color_matrix matrix;
} splash_node_offer;

typedef struct splash_node *splash_node;

/// Whether PipeWire's library is installed. The first call opens it; any thread.
int splash_pipewire_is_installed(void) SPLASH_SWIFT(pipeWireIsInstalled());

/// Makes a node that desktops see as a camera.
///
/// - Returns: NULL, with `errno` set, when no daemon answers.
splash_node _Nullable splash_node_open(const splash_node_offer *offer)
    SPLASH_SWIFT(openNode(_:));

/// The format that the readers have agreed on; `SPA_VIDEO_FORMAT_UNKNOWN` while there is no reader.
/// A node whose daemon has gone looks for another one at most once a second.
enum spa_video_format splash_node_format(splash_node node) SPLASH_SWIFT(nodeFormat(_:));

/// Gives a frame to all readers.
///
/// - Parameters:
///   - time: of the frame, in nanoseconds of the monotonic clock.
///   - size: bytes of the frame.
///   - stride: bytes per row of its first plane.
///   - fill: writes the frame, with its context; called at most once, before this returns.
/// - Returns: 0 when no reader took it: there is none, or the readers hold all buffers.
int splash_node_put(
    splash_node node, int64_t time, size_t size, int32_t stride,
    void (*fill)(void *context, uint8_t *memory), void *context)
    SPLASH_SWIFT(putPicture(_:time:size:stride:fill:context:));

void splash_node_close(splash_node node) SPLASH_SWIFT(closeNode(_:));

#pragma clang assume_nonnull end

#include "capture.h"
#include "portal.h"

#endif
