/// A camera of PipeWire that is read.
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

/// What is asked of a camera.
typedef struct SPLASH_SWIFT(CaptureWish) splash_capture_wish {
  /// The name of its node; NULL for the one that the session manager chooses.
  const char *_Nullable target;
  /// Formats in the order of preference.
  const enum spa_video_format *formats;
  int32_t format_count;
  /// 0 for any.
  int32_t width, height;
  /// Pictures a second as a fraction; 0/1 for any.
  uint32_t rate, per;
  /// A connection to the daemon that somebody has opened, which is closed with the capture, and the node that it may
  /// see; -1 for a connection of its own.
  int remote;
  uint32_t node;
} splash_capture_wish;

/// A picture, valid while it is used.
typedef struct SPLASH_SWIFT(CapturedPicture) splash_captured_picture {
  enum spa_video_format format;
  int32_t width, height;
  enum spa_video_color_range range;
  enum spa_video_color_matrix matrix;
  /// Pictures a second as a fraction; 0 in both where nobody knows.
  uint32_t rate, per;
  /// In nanoseconds; -1 where the camera tells none.
  int64_t time;
  /// One with all planes, or one for each.
  int32_t block_count;
  const uint8_t *_Nullable blocks[4];
  size_t sizes[4];
  /// Bytes from row to row of the first plane in each; 0 where nobody knows.
  int32_t strides[4];
} splash_captured_picture;

typedef struct splash_capture *splash_capture;

typedef enum SPLASH_SWIFT(CaptureEvent) splash_capture_event {
  splash_capture_nothing,
  /// A picture can be taken.
  splash_capture_ready,
  /// The camera or the daemon has gone; nothing comes any more.
  splash_capture_lost,
  splash_capture_interrupted,
} splash_capture_event;

/// Connects to a camera.
///
/// - Returns: NULL, with `errno` saying why, when no daemon answers.
splash_capture _Nullable splash_capture_open(const splash_capture_wish *wish)
    SPLASH_SWIFT(openCapture(_:));

/// Waits for what comes next, so many milliseconds at most.
splash_capture_event splash_capture_wait(splash_capture capture, int milliseconds)
    SPLASH_SWIFT(waitForCapture(_:_:));

/// Whether a camera is there that has agreed on a format; 0 or 1.
int splash_capture_is_linked(splash_capture capture) SPLASH_SWIFT(captureIsLinked(_:));

/// Gives the newest picture to a function, if there is one.
///
/// - Returns: how many older ones nobody took; -1 where there is none.
int splash_capture_take(
    splash_capture capture, void (*use)(void *context, const splash_captured_picture *picture),
    void *context) SPLASH_SWIFT(takeCaptured(_:_:context:));

/// Makes each wait end at once, from now on. Any thread.
void splash_capture_interrupt(splash_capture capture) SPLASH_SWIFT(interruptCapture(_:));

void splash_capture_close(splash_capture capture) SPLASH_SWIFT(closeCapture(_:));

/// Tells the names and descriptions of all cameras.
///
/// - Returns: 0, or the `errno` that says why there are none to be told of.
int splash_pipewire_cameras(
    void (*tell)(void *context, const char *name, const char *description), void *context)
    SPLASH_SWIFT(tellCameras(_:context:));

#pragma clang assume_nonnull end

#endif
