#define _GNU_SOURCE

#include "include/capture.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "params.h"

enum { buffers_wished = 16, buffers_least = 2, buffers_most = 32, formats_most = 32, side_most = 16384 };

struct splash_capture {
  const splash_pipewire *pw;
  struct pw_thread_loop *loop;
  struct pw_stream *stream;
  /// The context of a connection that was opened elsewhere.
  struct pw_context *context;
  struct spa_hook listener;
  /// File descriptors that signal frames and losses, and interruptions.
  int event, interruption;

  /// Guarded by the loop's lock.
  struct spa_video_info_raw agreed;
  bool has_format, is_lost, is_closing;
  /// The newest frame, until it is taken or a newer one comes.
  struct pw_buffer *newest;
  int skipped;
};

static void tell(splash_capture capture) { eventfd_write(capture->event, 1); }

static void state_changed(
    void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
  (void)error;
  splash_capture capture = data;
  const bool has_ended = old == pw_stream_streaming && state < pw_stream_streaming;
  if (capture->is_closing) return;
  if (state != pw_stream_error && state != pw_stream_unconnected && !has_ended) return;
  capture->is_lost = true;
  tell(capture);
}

static void param_changed(void *data, uint32_t id, const struct spa_pod *param) {
  splash_capture capture = data;
  if (id != SPA_PARAM_Format) return;
  capture->has_format = false;
  struct spa_video_info_raw info = {0};
  if (!param || spa_format_video_raw_parse(param, &info) < 0) return;
  if (info.size.width < 1 || info.size.height < 1) return;
  if (info.size.width > side_most || info.size.height > side_most) return;
  capture->agreed = info;
  capture->has_format = true;
  uint8_t room[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
  const struct spa_pod *params[] = {
      // Graphics memory is not among the types, so that no camera offers it.
      spa_pod_builder_add_object(
          &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
          SPA_POD_CHOICE_RANGE_Int(buffers_wished, buffers_least, buffers_most),
          SPA_PARAM_BUFFERS_dataType,
          SPA_POD_CHOICE_FLAGS_Int(1 << SPA_DATA_MemFd | 1 << SPA_DATA_MemPtr)),
      splash_header_param(&builder),
  };
  capture->pw->pw_stream_update_params(capture->stream, params, 2);
}

static void remove_buffer(void *data, struct pw_buffer *buffer) {
  splash_capture capture = data;
  if (capture->newest == buffer) capture->newest = NULL;
}

/// Keeps the newest frame and returns the others.
static void process(void *data) {
  splash_capture capture = data;
  struct pw_buffer *buffer;
  while ((buffer = capture->pw->pw_stream_dequeue_buffer(capture->stream))) {
    if (capture->newest) {
      capture->pw->pw_stream_queue_buffer(capture->stream, capture->newest);
      capture->skipped++;
    }
    capture->newest = buffer;
  }
  if (capture->newest) tell(capture);
}

static const struct pw_stream_events events = {
    .version = 2, .state_changed = state_changed, .param_changed = param_changed,
    .remove_buffer = remove_buffer, .process = process};

static const struct spa_pod *wish_of(
    const splash_capture_wish *wish, struct spa_pod_builder *builder) {
  struct spa_pod_frame object;
  splash_push_formats(builder, &object, wish->formats, (uint32_t)wish->format_count);
  if (wish->width > 0) {
    spa_pod_builder_add(
        builder, SPA_FORMAT_VIDEO_size,
        SPA_POD_Rectangle(&SPA_RECTANGLE((uint32_t)wish->width, (uint32_t)wish->height)), 0);
  } else {
    spa_pod_builder_add(
        builder, SPA_FORMAT_VIDEO_size,
        SPA_POD_CHOICE_RANGE_Rectangle(
            &SPA_RECTANGLE(1920, 1080), &SPA_RECTANGLE(1, 1),
            &SPA_RECTANGLE(side_most, side_most)), 0);
  }
  const uint32_t rate = wish->rate ? wish->rate : 30, per = wish->rate ? wish->per : 1;
  spa_pod_builder_add(
      builder, SPA_FORMAT_VIDEO_framerate,
      SPA_POD_CHOICE_RANGE_Fraction(
          &SPA_FRACTION(rate, per), &SPA_FRACTION(0, 1), &SPA_FRACTION(1000, 1)), 0);
  return spa_pod_builder_pop(builder, &object);
}

/// A stream over a given connection, which is closed with it; NULL on failure.
static struct pw_stream *stream_over(splash_capture capture, int remote, struct pw_properties *properties) {
  const splash_pipewire *pw = capture->pw;
  capture->context = pw->pw_context_new(pw->pw_thread_loop_get_loop(capture->loop), NULL, 0);
  if (!capture->context) return close(remote), NULL;
  struct pw_core *core = pw->pw_context_connect_fd(capture->context, remote, NULL, 0);
  struct pw_stream *stream = core ? pw->pw_stream_new(core, "splash-input", properties) : NULL;
  if (stream) pw->pw_stream_add_listener(stream, &capture->listener, &events, capture);
  return stream;
}

/// Call with the loop locked. Returns 0 or an error number.
static int connect_stream(splash_capture capture, const splash_capture_wish *wish) {
  const splash_pipewire *pw = capture->pw;
  struct pw_properties *properties = pw->pw_properties_new(
      "media.type", "Video", "media.category", "Capture", "media.role", "Camera", "node.name",
      "splash-input", "node.description", "splash", "node.dont-reconnect", "true", NULL);
  if (properties && wish->target)
    pw->pw_properties_set(properties, "target.object", wish->target);
  errno = 0;
  capture->stream =
      wish->remote >= 0 ? stream_over(capture, wish->remote, properties)
                        : pw->pw_stream_new_simple(
                              pw->pw_thread_loop_get_loop(capture->loop), "splash-input", properties, &events, capture);
  if (!capture->stream) return errno ? errno : ENOMEM;
  uint8_t room[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
  const struct spa_pod *pod = wish_of(wish, &builder);
  const int result = pw->pw_stream_connect(
      capture->stream, SPA_DIRECTION_INPUT, wish->remote >= 0 ? wish->node : pw_id_any,
      pw_stream_flag_autoconnect | pw_stream_flag_map_buffers, &pod, 1);
  return result < 0 ? -result : 0;
}

splash_capture splash_capture_open(const splash_capture_wish *wish) {
  const splash_pipewire *pw = splash_pipewire_library();
  if (!pw || wish->format_count > formats_most) return errno = ENOTSUP, NULL;
  splash_capture capture = calloc(1, sizeof *capture);
  if (!capture) return NULL;
  capture->pw = pw;
  capture->event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  capture->interruption = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  int status = capture->event < 0 || capture->interruption < 0 ? errno : ENOMEM;
  if (status == ENOMEM) capture->loop = pw->pw_thread_loop_new("splash-capture", NULL);
  if (capture->loop && pw->pw_thread_loop_start(capture->loop) == 0) {
    pw->pw_thread_loop_lock(capture->loop);
    status = connect_stream(capture, wish);
    pw->pw_thread_loop_unlock(capture->loop);
    if (status == 0) return capture;
  }
  splash_capture_close(capture);
  errno = status;
  return NULL;
}

splash_capture_event splash_capture_wait(splash_capture capture, int milliseconds) {
  struct pollfd files[] = {
      {.fd = capture->event, .events = POLLIN}, {.fd = capture->interruption, .events = POLLIN}};
  const int count = poll(files, 2, milliseconds);
  if (files[1].revents) return splash_capture_interrupted;
  if (count <= 0) return splash_capture_nothing;
  eventfd_t events_told;
  eventfd_read(capture->event, &events_told);
  capture->pw->pw_thread_loop_lock(capture->loop);
  const bool is_ready = capture->newest != NULL, is_lost = capture->is_lost;
  capture->pw->pw_thread_loop_unlock(capture->loop);
  return is_lost ? splash_capture_lost : is_ready ? splash_capture_ready : splash_capture_nothing;
}

int splash_capture_is_linked(splash_capture capture) {
  capture->pw->pw_thread_loop_lock(capture->loop);
  const bool is_linked = capture->has_format;
  capture->pw->pw_thread_loop_unlock(capture->loop);
  return is_linked;
}

/// The frame in a buffer; false for one that is empty, damaged or larger than its memory.
static bool read_picture(
    splash_capture capture, struct spa_buffer *buffer, splash_captured_picture *picture) {
  const struct spa_meta_header *header =
      spa_buffer_find_meta_data(buffer, SPA_META_Header, sizeof *header);
  if (header && header->flags & SPA_META_HEADER_FLAG_CORRUPTED) return false;
  const struct spa_video_info_raw *agreed = &capture->agreed;
  *picture = (splash_captured_picture){
      .format = agreed->format, .width = (int32_t)agreed->size.width,
      .height = (int32_t)agreed->size.height, .range = agreed->color_range,
      .matrix = agreed->color_matrix, .rate = agreed->framerate.num,
      .per = agreed->framerate.denom, .time = header ? header->pts : -1};
  for (uint32_t i = 0; i < buffer->n_datas && i < 4; i++) {
    const struct spa_data *data = &buffer->datas[i];
    if (!data->data || !data->chunk) break;
    // Another process may write here meanwhile.
    const uint32_t offset = *(volatile uint32_t *)&data->chunk->offset;
    const uint32_t size = *(volatile uint32_t *)&data->chunk->size;
    if (data->chunk->flags & SPA_CHUNK_FLAG_CORRUPTED) return false;
    if (offset > data->maxsize || size > data->maxsize - offset || size == 0) break;
    picture->blocks[i] = (const uint8_t *)data->data + offset;
    picture->sizes[i] = size;
    picture->strides[i] = data->chunk->stride;
    picture->block_count = (int32_t)i + 1;
  }
  return picture->block_count > 0;
}

int splash_capture_take(
    splash_capture capture, void (*use)(void *context, const splash_captured_picture *picture),
    void *context) {
  capture->pw->pw_thread_loop_lock(capture->loop);
  struct pw_buffer *buffer = capture->newest;
  capture->newest = NULL;
  splash_captured_picture picture;
  const bool is_picture =
      buffer && capture->has_format && read_picture(capture, buffer->buffer, &picture);
  if (is_picture) use(context, &picture);
  if (buffer) capture->pw->pw_stream_queue_buffer(capture->stream, buffer);
  const int skipped = capture->skipped;
  if (is_picture) capture->skipped = 0;
  capture->pw->pw_thread_loop_unlock(capture->loop);
  return is_picture ? skipped : -1;
}

void splash_capture_interrupt(splash_capture capture) { eventfd_write(capture->interruption, 1); }

void splash_capture_close(splash_capture capture) {
  if (capture->loop) {
    capture->pw->pw_thread_loop_lock(capture->loop);
    capture->is_closing = true;
    // A camera may wait for ever for a buffer that was not returned.
    if (capture->stream && capture->newest)
      capture->pw->pw_stream_queue_buffer(capture->stream, capture->newest);
    capture->newest = NULL;
    if (capture->stream) {
      capture->pw->pw_stream_disconnect(capture->stream);
      capture->pw->pw_stream_destroy(capture->stream);
    }
    capture->stream = NULL;
    if (capture->context) capture->pw->pw_context_destroy(capture->context);
    capture->pw->pw_thread_loop_unlock(capture->loop);
    capture->pw->pw_thread_loop_stop(capture->loop);
    capture->pw->pw_thread_loop_destroy(capture->loop);
  }
  if (capture->event >= 0) close(capture->event);
  if (capture->interruption >= 0) close(capture->interruption);
  free(capture);
}
