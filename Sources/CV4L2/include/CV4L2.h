/// Video4Linux for Swift: the kernel's interface, libv4l's converter, and typed names for the
/// macros Swift does not import.
#ifndef CV4L2_H
#define CV4L2_H

#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>

#include <linux/videodev2.h>

#include <libv4lconvert.h>

#define SPLASH_SWIFT(name) __attribute__((swift_name(#name)))

/// An ioctl request of videodev2.h; in Swift `V4L2Request`.
typedef struct {
  unsigned long code;
} splash_v4l2_request SPLASH_SWIFT(V4L2Request);

#define SPLASH_REQUEST(name, swift, code) \
  static const splash_v4l2_request splash_v4l2_##name SPLASH_SWIFT(V4L2Request.swift) = {code}

SPLASH_REQUEST(query_capabilities, queryCapabilities, VIDIOC_QUERYCAP);
SPLASH_REQUEST(enumerate_formats, enumerateFormats, VIDIOC_ENUM_FMT);
SPLASH_REQUEST(enumerate_sizes, enumerateSizes, VIDIOC_ENUM_FRAMESIZES);
SPLASH_REQUEST(enumerate_intervals, enumerateIntervals, VIDIOC_ENUM_FRAMEINTERVALS);
SPLASH_REQUEST(get_format, getFormat, VIDIOC_G_FMT);
SPLASH_REQUEST(set_format, setFormat, VIDIOC_S_FMT);
SPLASH_REQUEST(get_parameters, getParameters, VIDIOC_G_PARM);
SPLASH_REQUEST(set_parameters, setParameters, VIDIOC_S_PARM);
SPLASH_REQUEST(get_timings, getTimings, VIDIOC_G_DV_TIMINGS);
SPLASH_REQUEST(request_buffers, requestBuffers, VIDIOC_REQBUFS);
SPLASH_REQUEST(query_buffer, queryBuffer, VIDIOC_QUERYBUF);
SPLASH_REQUEST(queue_buffer, queueBuffer, VIDIOC_QBUF);
SPLASH_REQUEST(dequeue_buffer, dequeueBuffer, VIDIOC_DQBUF);
SPLASH_REQUEST(stream_on, streamOn, VIDIOC_STREAMON);
SPLASH_REQUEST(stream_off, streamOff, VIDIOC_STREAMOFF);
SPLASH_REQUEST(query_control, queryControl, VIDIOC_QUERY_EXT_CTRL);
SPLASH_REQUEST(query_menu, queryMenu, VIDIOC_QUERYMENU);
SPLASH_REQUEST(get_controls, getControls, VIDIOC_G_EXT_CTRLS);
SPLASH_REQUEST(set_controls, setControls, VIDIOC_S_EXT_CTRLS);
SPLASH_REQUEST(subscribe_event, subscribeEvent, VIDIOC_SUBSCRIBE_EVENT);
SPLASH_REQUEST(dequeue_event, dequeueEvent, VIDIOC_DQEVENT);

#undef SPLASH_REQUEST

/// Controls that `--lock-camera` turns off, and the values they govern (control.rst in the
/// kernel's userspace-api/media/v4l).
enum {
  SPLASH_CID_AUTO_WHITE_BALANCE = V4L2_CID_AUTO_WHITE_BALANCE,
  SPLASH_CID_RED_BALANCE = V4L2_CID_RED_BALANCE,
  SPLASH_CID_BLUE_BALANCE = V4L2_CID_BLUE_BALANCE,
  SPLASH_CID_WHITE_BALANCE_TEMPERATURE = V4L2_CID_WHITE_BALANCE_TEMPERATURE,
  SPLASH_CID_EXPOSURE_AUTO = V4L2_CID_EXPOSURE_AUTO,
  SPLASH_CID_EXPOSURE_ABSOLUTE = V4L2_CID_EXPOSURE_ABSOLUTE,
  SPLASH_CID_EXPOSURE = V4L2_CID_EXPOSURE,
  SPLASH_CID_AUTOGAIN = V4L2_CID_AUTOGAIN,
  SPLASH_CID_GAIN = V4L2_CID_GAIN,
};

/// Opens a device node for reading and writing without waiting; the descriptor, or minus
/// `errno`.
int splash_v4l2_open(const char *path);

/// `ioctl`, again when a signal interrupted it. Zero or more, or minus `errno`.
int splash_v4l2_ioctl(int fd, splash_v4l2_request request, void *argument);

#endif
