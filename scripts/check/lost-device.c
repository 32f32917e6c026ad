// A fake device for `--hardware vaapi`: libavcodec decodes in software, frames claim to lie in the
// device's memory, and from frame SPLASH_LOST_AT on the device is gone (SPLASH_LOST_BY: the call that
// fails, `transfer`, `send` or `receive`). Loaded before FFmpeg by LD_PRELOAD.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <libavcodec/avcodec.h>
#include <libavutil/hwcontext.h>
#include <stdlib.h>
#include <string.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int given = 0, plain = AV_PIX_FMT_NONE;
static const AVCodecContext *device = NULL;

static int is_lost(const char *by) {
  const char *at = getenv("SPLASH_LOST_AT"), *way = getenv("SPLASH_LOST_BY");
  return at && given >= atoi(at) && way && strcmp(way, by) == 0;
}

int av_hwdevice_ctx_create(
    AVBufferRef **ref, enum AVHWDeviceType type, const char *name, AVDictionary *options, int flags) {
  *ref = av_hwdevice_ctx_alloc(type);
  return *ref ? 0 : AVERROR(ENOMEM);
}

int avcodec_open2(AVCodecContext *context, const AVCodec *codec, AVDictionary **options) {
  if (context->hw_device_ctx) {
    device = context;
    av_buffer_unref(&context->hw_device_ctx);
    context->get_format = avcodec_default_get_format;
  }
  return NEXT(avcodec_open2)(context, codec, options);
}

int avcodec_send_packet(AVCodecContext *context, const AVPacket *packet) {
  if (context == device && is_lost("send")) return AVERROR(ENODEV);
  return NEXT(avcodec_send_packet)(context, packet);
}

int avcodec_receive_frame(AVCodecContext *context, AVFrame *frame) {
  if (context == device && is_lost("receive")) return AVERROR_EXTERNAL;
  int status = NEXT(avcodec_receive_frame)(context, frame);
  if (context == device && status >= 0) {
    plain = frame->format;
    frame->format = AV_PIX_FMT_VAAPI;
  }
  return status;
}

int av_hwframe_transfer_data(AVFrame *to, const AVFrame *from, int flags) {
  if (is_lost("transfer")) return AVERROR(EIO);
  given++;
  int status = av_frame_ref(to, from);
  to->format = plain;
  return status;
}
