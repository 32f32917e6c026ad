/// Reads a PipeWire camera.
#ifndef CPIPEWIRE_CAPTURE_H
#define CPIPEWIRE_CAPTURE_H

#include <stddef.h>
#include <stdint.h>

#include <spa/param/video/color.h>
#include <spa/param/video/raw.h>

#pragma clang assume_nonnull begin

#ifndef SPLASH_SWIFT
#define SPLASH_SWIFT(name) __attribute__((swift_name(#name)))
#endif

/// The mode to request from a camera.
typedef struct SPLASH_SWIFT(CaptureWish) splash_capture_wish {
  /// The name of the camera's node; NULL for the one that the session manager chooses.
  const char *_Nullable target;
  /// Formats in the order of preference.
  const enum spa_video_format *formats;
  int32_t format_count;
  /// 0 for any.
  int32_t width, height;
  /// Frames per second as a fraction; 0/1 for any.
  uint32_t rate, per;
  /// A connection to the daemon that was opened elsewhere and is closed with the capture, and the
  /// node that it may see; -1 to open a connection.
  int remote;
  uint32_t node;
} splash_capture_wish;

/// A frame, valid while the `use` function runs.
typedef struct SPLASH_SWIFT(CapturedPicture) splash_captured_picture {
  enum spa_video_format format;
  int32_t width, height;
  enum spa_video_color_range range;
  enum spa_video_color_matrix matrix;
  /// Frames per second as a fraction; 0 in both where unknown.
  uint32_t rate, per;
  /// Capture time in nanoseconds; -1 where the camera tells none.
  int64_t time;
  /// One block with all planes, or one for each plane.
  int32_t block_count;
  const uint8_t *_Nullable blocks[4];
  size_t sizes[4];
  /// Bytes per row of the first plane in each block; 0 where unknown.
  int32_t strides[4];
} splash_captured_picture;

typedef struct splash_capture *splash_capture;

typedef enum SPLASH_SWIFT(CaptureEvent) splash_capture_event {
  splash_capture_nothing,
  /// A frame can be taken.
  splash_capture_ready,
  /// The camera or the daemon has gone; no more frames come.
  splash_capture_lost,
  splash_capture_interrupted,
} splash_capture_event;

/// Connects to a camera.
///
/// - Returns: NULL, with `errno` set, when no daemon answers.
splash_capture _Nullable splash_capture_open(const splash_capture_wish *wish)
    SPLASH_SWIFT(openCapture(_:));

/// Waits for the next event, for at most this many milliseconds.
splash_capture_event splash_capture_wait(splash_capture capture, int milliseconds)
    SPLASH_SWIFT(waitForCapture(_:_:));

/// Returns 1 where a camera is connected and has agreed on a format, else 0.
int splash_capture_is_linked(splash_capture capture) SPLASH_SWIFT(captureIsLinked(_:));

/// Gives the newest frame to a function, if there is one.
///
/// - Returns: how many older frames were skipped; -1 where there is no frame.
int splash_capture_take(
    splash_capture capture, void (*use)(void *context, const splash_captured_picture *picture),
    void *context) SPLASH_SWIFT(takeCaptured(_:_:context:));

/// Ends the present and all later waits at once. Any thread.
void splash_capture_interrupt(splash_capture capture) SPLASH_SWIFT(interruptCapture(_:));

void splash_capture_close(splash_capture capture) SPLASH_SWIFT(closeCapture(_:));

/// Calls a function with the names and descriptions of all cameras.
///
/// - Returns: 0, or the `errno` of the failure to list them.
int splash_pipewire_cameras(
    void (*tell)(void *context, const char *name, const char *description), void *context)
    SPLASH_SWIFT(tellCameras(_:context:));

#pragma clang assume_nonnull end

#endif
