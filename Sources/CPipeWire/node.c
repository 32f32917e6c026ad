#define _GNU_SOURCE

#include "CPipeWire.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "params.h"

enum { buffers_wished = 8, buffers_least = 2, buffers_most = 16, formats_most = 16 };
/// How long other readers wait for one that does not finish, in nanoseconds.
static const int64_t patience = 500000000;

struct splash_node {
  const splash_pipewire *pw;
  struct pw_thread_loop *loop;
  struct pw_stream *stream;

  char *name;
  enum spa_video_format formats[formats_most];
  uint32_t format_count;
  struct spa_video_info_raw offered;

  /// Guarded by the loop's lock.
  enum spa_video_format agreed;
  bool is_streaming, is_lost;
  uint64_t pictures;
  int64_t next_try;
  /// Frames that wait for the one that is being read, and the time at which that was given or last
  /// reported as read.
  int32_t waiting;
  bool is_being_read;
  int64_t reading_since;
};

static int64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void state_changed(
    void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
  (void)old, (void)error;
  splash_node node = data;
  node->is_streaming = state == pw_stream_streaming;
  node->is_being_read = false;
  node->waiting = 0;
  if (state == pw_stream_error || state == pw_stream_unconnected) node->is_lost = true;
}

/// Makes all readers take the next frame.
static void trigger(splash_node node) {
  if (!node->is_being_read) node->reading_since = nanoseconds();
  node->is_being_read = true;
  node->pw->pw_stream_trigger_process(node->stream);
}

/// All readers have taken a frame. A frame given before that would have replaced it for the slower
/// ones.
static void trigger_done(void *data) {
  splash_node node = data;
  node->is_being_read = false;
  if (node->waiting == 0) return;
  node->waiting--;
  trigger(node);
}

/// Readers have agreed on a format: requests buffers with room for any frame of it, and for its
/// time.
static void param_changed(void *data, uint32_t id, const struct spa_pod *param) {
  splash_node node = data;
  if (id != SPA_PARAM_Format) return;
  node->agreed = SPA_VIDEO_FORMAT_UNKNOWN;
  struct spa_video_info_raw info = {0};
  if (!param || spa_format_video_raw_parse(param, &info) < 0) return;
  node->agreed = info.format;
  uint8_t room[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
  // No format here has more than 16 bits of each of four channels, or rows that are not padded to 4 bytes.
  const int32_t size = (int32_t)((info.size.width + 3) * info.size.height * 8);
  const struct spa_pod *params[] = {
      spa_pod_builder_add_object(
          &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
          SPA_POD_CHOICE_RANGE_Int(buffers_wished, buffers_least, buffers_most),
          SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1), SPA_PARAM_BUFFERS_size, SPA_POD_Int(size),
          SPA_PARAM_BUFFERS_stride, SPA_POD_Int((int32_t)(info.size.width + 3) * 8),
          SPA_PARAM_BUFFERS_dataType,
          SPA_POD_CHOICE_FLAGS_Int(1 << SPA_DATA_MemFd | 1 << SPA_DATA_MemPtr)),
      splash_header_param(&builder),
  };
  node->pw->pw_stream_update_params(node->stream, params, 2);
}

static const struct pw_stream_events events = {
    .version = 2, .state_changed = state_changed, .param_changed = param_changed,
    .trigger_done = trigger_done};

static const struct spa_pod *offer_of(splash_node node, struct spa_pod_builder *builder) {
  struct spa_video_info_raw *offered = &node->offered;
  struct spa_pod_frame object;
  splash_push_formats(builder, &object, node->formats, node->format_count);
  spa_pod_builder_add(
      builder, SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&offered->size),
      SPA_FORMAT_VIDEO_framerate, SPA_POD_Fraction(&offered->framerate),
      SPA_FORMAT_VIDEO_colorRange, SPA_POD_Id(offered->color_range),
      SPA_FORMAT_VIDEO_colorMatrix, SPA_POD_Id(offered->color_matrix), 0);
  return spa_pod_builder_pop(builder, &object);
}

static void disconnect(splash_node node) {
  if (node->stream) node->pw->pw_stream_destroy(node->stream);
  node->stream = NULL;
  node->is_streaming = false;
  node->is_lost = true;
  node->agreed = SPA_VIDEO_FORMAT_UNKNOWN;
}

/// Call with the loop locked; sets `errno` on failure.
static bool connect_node(splash_node node) {
  const splash_pipewire *pw = node->pw;
  errno = 0;
  node->stream = pw->pw_stream_new_simple(
      pw->pw_thread_loop_get_loop(node->loop), node->name,
      pw->pw_properties_new(
          "media.type", "Video", "media.category", "Capture", "media.role", "Camera", "media.class",
          "Video/Source", "node.name", node->name, "node.description", node->name, NULL),
      &events, node);
  int result = -errno;
  if (node->stream) {
    uint8_t room[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
    const struct spa_pod *offer = offer_of(node, &builder);
    result = pw->pw_stream_connect(
        node->stream, SPA_DIRECTION_OUTPUT, pw_id_any,
        pw_stream_flag_driver | pw_stream_flag_map_buffers, &offer, 1);
    if (result >= 0) {
      node->is_lost = false;
      return true;
    }
  }
  disconnect(node);
  errno = -result;
  return false;
}

splash_node splash_node_open(const splash_node_offer *offer) {
  const splash_pipewire *pw = splash_pipewire_library();
  if (!pw || offer->format_count > formats_most) return errno = ENOTSUP, NULL;
  splash_node node = calloc(1, sizeof *node);
  if (!node || !(node->name = strdup(offer->name))) return free(node), NULL;
  node->pw = pw;
  node->format_count = (uint32_t)offer->format_count;
  memcpy(node->formats, offer->formats, node->format_count * sizeof *node->formats);
  node->offered.size = SPA_RECTANGLE((uint32_t)offer->width, (uint32_t)offer->height);
  node->offered.framerate = SPA_FRACTION(offer->rate, offer->per);
  node->offered.color_range = offer->range;
  node->offered.color_matrix = offer->matrix;
  node->loop = pw->pw_thread_loop_new("splash-pipewire", NULL);
  if (node->loop && pw->pw_thread_loop_start(node->loop) == 0) {
    pw->pw_thread_loop_lock(node->loop);
    const bool is_connected = connect_node(node);
    const int status = errno;
    pw->pw_thread_loop_unlock(node->loop);
    if (is_connected) return node;
    errno = status;
  }
  const int status = errno;
  splash_node_close(node);
  errno = status;
  return NULL;
}

enum spa_video_format splash_node_format(splash_node node) {
  node->pw->pw_thread_loop_lock(node->loop);
  if (node->is_lost && nanoseconds() >= node->next_try) {
    disconnect(node);
    connect_node(node);
    node->next_try = nanoseconds() + 1000000000;
  }
  const enum spa_video_format format =
      node->is_streaming ? node->agreed : SPA_VIDEO_FORMAT_UNKNOWN;
  node->pw->pw_thread_loop_unlock(node->loop);
  return format;
}

int splash_node_put(
    splash_node node, int64_t time, size_t size, int32_t stride,
    void (*fill)(void *context, uint8_t *memory), void *context) {
  const splash_pipewire *pw = node->pw;
  pw->pw_thread_loop_lock(node->loop);
  struct pw_buffer *buffer =
      node->is_streaming ? pw->pw_stream_dequeue_buffer(node->stream) : NULL;
  if (buffer) {
    struct spa_data *data = &buffer->buffer->datas[0];
    const bool has_room = data->data && data->maxsize >= size;
    if (has_room) fill(context, data->data);
    *data->chunk = (struct spa_chunk){0, has_room ? (uint32_t)size : 0, stride, 0};
    struct spa_meta_header *header =
        spa_buffer_find_meta_data(buffer->buffer, SPA_META_Header, sizeof *header);
    if (header)
      *header = (struct spa_meta_header){.pts = time, .seq = node->pictures};
    node->pictures++;
    pw->pw_stream_queue_buffer(node->stream, buffer);
  }
  if (node->is_streaming) {
    // A reader that died or was stopped in the middle of a frame does not report, and a graph that
    // has missed one comes back into step only when it is driven on, which also returns buffers.
    if (!node->is_being_read || nanoseconds() - node->reading_since >= patience)
      trigger(node);
    else if (buffer)
      node->waiting++;
  }
  pw->pw_thread_loop_unlock(node->loop);
  return buffer != NULL;
}

void splash_node_close(splash_node node) {
  if (node->loop) {
    node->pw->pw_thread_loop_lock(node->loop);
    disconnect(node);
    node->pw->pw_thread_loop_unlock(node->loop);
    node->pw->pw_thread_loop_stop(node->loop);
    node->pw->pw_thread_loop_destroy(node->loop);
  }
  free(node->name);
  free(node);
}
