// The one place where FFmpeg's C meets Swift: the headers, the macros Swift cannot see, and the few
// calls whose spelling changed between FFmpeg 5.1 and 9. Every symbol of ours begins with `ff_`.

#ifndef CFFMPEG_H
#define CFFMPEG_H

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/avstring.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/crc.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/mathematics.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/samplefmt.h>
#include <libavutil/sha.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <linux/falloc.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <sys/types.h>

// libswscale's context is opaque before FFmpeg 8, and its flags are an enumeration since.
typedef struct SwsContext *ff_scaler;
static const int64_t ff_scaler_flags =
    SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP;
static const int64_t ff_best_scaler_flags =
    SWS_LANCZOS | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP;

// Status codes and sentinels: function-like macros in the headers.
static const int32_t ff_error_eof = AVERROR_EOF;
static const int32_t ff_error_exit = AVERROR_EXIT;
static const int32_t ff_error_invalid_data = AVERROR_INVALIDDATA;
static const int32_t ff_error_again = AVERROR(EAGAIN);
static const int32_t ff_error_broken_pipe = AVERROR(EPIPE);
static const int64_t ff_no_timestamp = AV_NOPTS_VALUE;

// `AV_PROFILE_` replaced `FF_PROFILE_` in FFmpeg 6.1; these are of ISO/IEC 14496-10, annex A.
static const int32_t ff_profile_h264_high_444 = 244;
static const int32_t ff_profile_h264_cavlc_444 = 44;

static inline int32_t ff_error_posix(int32_t code) { return AVERROR(code); }

// `AVFrame.duration` replaced `pkt_duration` in FFmpeg 6.0.
static inline int64_t ff_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

static inline void ff_frame_set_duration(AVFrame *frame, int64_t duration) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  frame->duration = duration;
#else
  frame->pkt_duration = duration;
#endif
}

// The interlacing fields became flags in FFmpeg 6.1.
#ifdef AV_FRAME_FLAG_INTERLACED
static inline bool ff_frame_is_interlaced(const AVFrame *frame) {
  return frame->flags & AV_FRAME_FLAG_INTERLACED;
}
static inline bool ff_frame_top_field_first(const AVFrame *frame) {
  return frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST;
}
static inline void ff_frame_set_progressive(AVFrame *frame) {
  frame->flags &= ~(AV_FRAME_FLAG_INTERLACED | AV_FRAME_FLAG_TOP_FIELD_FIRST);
}
// Makes the other field of an interlaced picture the first one.
static inline void ff_frame_swap_fields(AVFrame *frame) {
  if (frame->flags & AV_FRAME_FLAG_INTERLACED) frame->flags ^= AV_FRAME_FLAG_TOP_FIELD_FIRST;
}
#else
static inline bool ff_frame_is_interlaced(const AVFrame *frame) { return frame->interlaced_frame; }
static inline bool ff_frame_top_field_first(const AVFrame *frame) { return frame->top_field_first; }
static inline void ff_frame_set_progressive(AVFrame *frame) {
  frame->interlaced_frame = frame->top_field_first = 0;
}
static inline void ff_frame_swap_fields(AVFrame *frame) {
  if (frame->interlaced_frame) frame->top_field_first = !frame->top_field_first;
}
#endif

// Takes away the Exif that decoders attach since FFmpeg 8.1, and encoders write.
static inline void ff_frame_remove_exif(AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(60, 26, 100)
  av_frame_remove_side_data(frame, AV_FRAME_DATA_EXIF);
#endif
  // Its orientation.
  av_frame_remove_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX);
}

// Stream side data moved into `AVCodecParameters` in FFmpeg 6.1.
#define FF_CODED_SIDE_DATA (LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100))

static inline const uint8_t *ff_stream_side_data(
    const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
#if FF_CODED_SIDE_DATA
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  *size = data ? data->size : 0;
  return data ? data->data : NULL;
#else
  return av_stream_get_side_data(stream, type, size);
#endif
}

static inline uint8_t *ff_stream_new_side_data(
    AVStream *stream, enum AVPacketSideDataType type, size_t size) {
#if FF_CODED_SIDE_DATA
  AVPacketSideData *data = av_packet_side_data_new(
      &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, type, size, 0);
  return data ? data->data : NULL;
#else
  return av_stream_new_side_data(stream, type, size);
#endif
}

// `AVCodec.pix_fmts` and its siblings gave way to `avcodec_get_supported_config` in FFmpeg 7.1. All
// lists end with a value that says so, and are NULL where the encoder takes everything.
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
static inline const void *ff_encoder_list(const AVCodec *codec, enum AVCodecConfig config) {
  const void *list = NULL;
  int count = 0;
  avcodec_get_supported_config(NULL, codec, config, 0, &list, &count);
  return list;
}
#define FF_ENCODER_LIST(codec, config, field) ff_encoder_list(codec, config)
#else
#define FF_ENCODER_LIST(codec, config, field) (codec)->field
#endif

static inline const enum AVPixelFormat *ff_encoder_pixel_formats(const AVCodec *codec) {
  return FF_ENCODER_LIST(codec, AV_CODEC_CONFIG_PIX_FORMAT, pix_fmts);
}

static inline const AVRational *ff_encoder_frame_rates(const AVCodec *codec) {
  return FF_ENCODER_LIST(codec, AV_CODEC_CONFIG_FRAME_RATE, supported_framerates);
}

static inline const enum AVSampleFormat *ff_encoder_sample_formats(const AVCodec *codec) {
  return FF_ENCODER_LIST(codec, AV_CODEC_CONFIG_SAMPLE_FORMAT, sample_fmts);
}

static inline const int *ff_encoder_sample_rates(const AVCodec *codec) {
  return FF_ENCODER_LIST(codec, AV_CODEC_CONFIG_SAMPLE_RATE, supported_samplerates);
}

static inline const AVChannelLayout *ff_encoder_channel_layouts(const AVCodec *codec) {
  return FF_ENCODER_LIST(codec, AV_CODEC_CONFIG_CHANNEL_LAYOUT, ch_layouts);
}

// What is asked for each error that is logged: memory for its line, and how much; or NULL.
typedef char *(*ff_log_room)(void *source, int *size);

static inline ff_log_room *ff_log_listener(void) {
  static ff_log_room listener;
  return &listener;
}

// Writes an error without its prefix to where the listener says, then logs as FFmpeg does.
static inline void ff_log_callback(void *source, int level, const char *format, va_list arguments) {
  int size = 0, prefix = 0;
  char *text = level <= AV_LOG_ERROR ? (*ff_log_listener())(source, &size) : NULL;
  if (text) {
    va_list copy;
    va_copy(copy, arguments);
    av_log_format_line2(source, level, format, copy, text, size, &prefix);
    va_end(copy);
  }
  av_log_default_callback(source, level, format, arguments);
}

// Here, since Swift cannot take a `va_list` on every machine: for 64-bit ARM the compiler of 6.2 crashes.
static inline void ff_listen_to_log(ff_log_room listener) {
  *ff_log_listener() = listener;
  av_log_set_callback(ff_log_callback);
}

// Whether what a log line is about is a codec.
static inline bool ff_is_codec_context(const void *source) {
  const AVClass *class = *(const AVClass *const *)source;
  return class && !strcmp(class->class_name, "AVCodecContext");
}

// `frame_num` took the place of `frame_number` in FFmpeg 6.0.
static inline int64_t ff_frame_number(const AVCodecContext *context) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 2, 100)
  return context->frame_num;
#else
  return context->frame_number;
#endif
}

// Promises an open file room without changing its size: fallocate(2), which Swift's Glibc leaves out.
int fallocate(int descriptor, int mode, off_t offset, off_t length);
static inline int ff_reserve(int descriptor, int64_t offset, int64_t length) {
  return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, offset, length);
}

// Private option tables are opaque to Swift.
static inline int ff_set_private_option(void *object, const char *name, const char *value) {
  return av_opt_set(object, name, value, AV_OPT_SEARCH_CHILDREN);
}

#endif
