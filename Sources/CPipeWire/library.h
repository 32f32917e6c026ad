// The part of PipeWire's stable interface (libpipewire-0.3.so.0: stream.h, thread-loop.h,
// context.h, since 0.3.40) that cameras, made and read, need. It is declared here, since PipeWire's
// headers require linking its library.

#ifndef SPLASH_PIPEWIRE_LIBRARY_H
#define SPLASH_PIPEWIRE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#include <spa/buffer/buffer.h>
#include <spa/pod/pod.h>
#include <spa/support/log.h>
#include <spa/utils/dict.h>
#include <spa/utils/hook.h>
#include <spa/utils/defs.h>

struct pw_loop;
struct pw_thread_loop;
struct pw_properties;
struct pw_stream;
struct pw_context;
struct pw_core;
struct pw_proxy;

enum {
  pw_id_any = SPA_ID_INVALID,
  pw_stream_flag_autoconnect = 1 << 0,
  pw_stream_flag_map_buffers = 1 << 2,
  pw_stream_flag_driver = 1 << 3,
};

enum pw_stream_state {
  pw_stream_error = -1,
  pw_stream_unconnected = 0,
  pw_stream_connecting = 1,
  pw_stream_paused = 2,
  pw_stream_streaming = 3,
};

struct pw_buffer {
  struct spa_buffer *buffer;
  void *user_data;
  uint64_t size, requested;
};

struct pw_stream_events {
  /// Must be 2.
  uint32_t version;
  void (*destroy)(void *data);
  void (*state_changed)(
      void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error);
  void (*control_info)(void *data, uint32_t id, const void *control);
  void (*io_changed)(void *data, uint32_t id, void *area, uint32_t size);
  void (*param_changed)(void *data, uint32_t id, const struct spa_pod *param);
  void (*add_buffer)(void *data, struct pw_buffer *buffer);
  void (*remove_buffer)(void *data, struct pw_buffer *buffer);
  void (*process)(void *data);
  void (*drained)(void *data);
  void (*command)(void *data, const void *command);
  void (*trigger_done)(void *data);
};

// Return type, name and parameters of every function that is called.
#define SPLASH_PIPEWIRE_FUNCTIONS(X) \
  X(void, pw_init, (int *count, char ***arguments)) \
  X(void, pw_log_set_level, (enum spa_log_level)) \
  X(struct pw_properties *, pw_properties_new, (const char *key, ...)) \
  X(int, pw_properties_set, (struct pw_properties *, const char *key, const char *value)) \
  X(struct pw_context *, pw_context_new, (struct pw_loop *, struct pw_properties *, size_t)) \
  X(struct pw_core *, pw_context_connect, (struct pw_context *, struct pw_properties *, size_t)) \
  X(struct pw_core *, pw_context_connect_fd, (struct pw_context *, int file, struct pw_properties *, size_t)) \
  X(void, pw_context_destroy, (struct pw_context *)) \
  X(int, pw_core_disconnect, (struct pw_core *)) \
  X(void, pw_proxy_destroy, (struct pw_proxy *)) \
  X(struct pw_stream *, pw_stream_new_simple, \
    (struct pw_loop *, const char *name, struct pw_properties *, const struct pw_stream_events *, \
     void *data)) \
  X(struct pw_stream *, pw_stream_new, (struct pw_core *, const char *name, struct pw_properties *)) \
  X(void, pw_stream_add_listener, \
    (struct pw_stream *, struct spa_hook *, const struct pw_stream_events *, void *data)) \
  X(int, pw_stream_connect, \
    (struct pw_stream *, enum spa_direction, uint32_t target, uint32_t flags, \
     const struct spa_pod **params, uint32_t count)) \
  X(int, pw_stream_update_params, (struct pw_stream *, const struct spa_pod **params, uint32_t count)) \
  X(struct pw_buffer *, pw_stream_dequeue_buffer, (struct pw_stream *)) \
  X(int, pw_stream_queue_buffer, (struct pw_stream *, struct pw_buffer *)) \
  X(int, pw_stream_trigger_process, (struct pw_stream *)) \
  X(int, pw_stream_disconnect, (struct pw_stream *)) \
  X(void, pw_stream_destroy, (struct pw_stream *)) \
  X(struct pw_thread_loop *, pw_thread_loop_new, (const char *name, const struct spa_dict *)) \
  X(struct pw_loop *, pw_thread_loop_get_loop, (struct pw_thread_loop *)) \
  X(int, pw_thread_loop_start, (struct pw_thread_loop *)) \
  X(void, pw_thread_loop_stop, (struct pw_thread_loop *)) \
  X(void, pw_thread_loop_lock, (struct pw_thread_loop *)) \
  X(void, pw_thread_loop_unlock, (struct pw_thread_loop *)) \
  X(int, pw_thread_loop_timed_wait, (struct pw_thread_loop *, int seconds)) \
  X(void, pw_thread_loop_signal, (struct pw_thread_loop *, bool wait)) \
  X(void, pw_thread_loop_destroy, (struct pw_thread_loop *))

typedef struct splash_pipewire {
#define SPLASH_FIELD(result, name, arguments) result(*name) arguments;
  SPLASH_PIPEWIRE_FUNCTIONS(SPLASH_FIELD)
#undef SPLASH_FIELD
} splash_pipewire;

/// NULL where the library is not installed or lacks a function. Any thread.
const splash_pipewire *splash_pipewire_library(void);

#endif
