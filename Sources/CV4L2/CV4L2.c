#define _GNU_SOURCE

#include "CV4L2.h"

#include <errno.h>

int splash_v4l2_open(const char *path) {
  int fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

int splash_v4l2_ioctl(int fd, splash_v4l2_request request, void *argument) {
  int result;
  do {
    result = ioctl(fd, request.code, argument);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : result;
}
