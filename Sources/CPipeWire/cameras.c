#define _GNU_SOURCE

#include <errno.h>
#include <string.h>
#include <time.h>

#include <spa/utils/hook.h>

#include "include/capture.h"
#include "library.h"

// PipeWire's objects are called through tables; these are the beginnings of those in core.h that
// are used. The tables only grow at their ends.

struct core_methods {
  uint32_t version;
  int (*add_listener)(void *core, struct spa_hook *, const void *events, void *data);
  int (*hello)(void *core, uint32_t version);
  int (*sync)(void *core, uint32_t id, int sequence);
  int (*pong)(void *core, uint32_t id, int sequence);
  int (*error)(void *core, uint32_t id, int sequence, int result, const char *message);
  void *(*get_registry)(void *core, uint32_t version, size_t user_data);
};

struct core_events {
  uint32_t version;
  void (*info)(void *data, const void *info);
  void (*done)(void *data, uint32_t id, int sequence);
  void (*ping)(void *data, uint32_t id, int sequence);
  void (*error)(void *data, uint32_t id, int sequence, int result, const char *message);
  void (*remove_id)(void *data, uint32_t id);
  void (*bound_id)(void *data, uint32_t id, uint32_t global);
  void (*add_memory)(void *data, uint32_t id, uint32_t type, int descriptor, uint32_t flags);
  void (*remove_memory)(void *data, uint32_t id);
};

struct registry_methods {
  uint32_t version;
  int (*add_listener)(void *registry, struct spa_hook *, const void *events, void *data);
};

struct registry_events {
  uint32_t version;
  void (*global)(
      void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version,
      const struct spa_dict *properties);
  void (*global_remove)(void *data, uint32_t id);
};

struct listing {
  const splash_pipewire *pw;
  struct pw_thread_loop *loop;
  void (*tell)(void *context, const char *name, const char *description);
  void *context;
  /// Sequence number of the request whose answer ends the listing.
  int last;
  bool is_done, has_failed;
};

static void found(
    void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version,
    const struct spa_dict *properties) {
  (void)id, (void)permissions, (void)version;
  struct listing *listing = data;
  if (!properties || strcmp(type, "PipeWire:Interface:Node") != 0) return;
  const char *class = spa_dict_lookup(properties, "media.class");
  const char *name = spa_dict_lookup(properties, "node.name");
  if (!class || !name || strcmp(class, "Video/Source") != 0) return;
  const char *description = spa_dict_lookup(properties, "node.description");
  listing->tell(listing->context, name, description ? description : name);
}

static void done(void *data, uint32_t id, int sequence) {
  struct listing *listing = data;
  if (id != 0 || sequence != listing->last) return;
  listing->is_done = true;
  listing->pw->pw_thread_loop_signal(listing->loop, false);
}

static void failed(void *data, uint32_t id, int sequence, int result, const char *message) {
  (void)sequence, (void)result, (void)message;
  struct listing *listing = data;
  if (id != 0) return;
  listing->has_failed = true;
  listing->pw->pw_thread_loop_signal(listing->loop, false);
}

/// Call with the loop locked.
static int ask(struct listing *listing, struct pw_context *context) {
  static const struct core_events of_core = {.version = 0, .done = done, .error = failed};
  static const struct registry_events of_registry = {.version = 0, .global = found};
  const splash_pipewire *pw = listing->pw;
  errno = 0;
  struct pw_core *core = pw->pw_context_connect(context, NULL, 0);
  if (!core) return errno ? errno : ENOTCONN;
  struct spa_hook core_hook = {0}, registry_hook = {0};
  const struct spa_callbacks *called = &((struct spa_interface *)core)->cb;
  const struct core_methods *methods = called->funcs;
  methods->add_listener(called->data, &core_hook, &of_core, listing);
  struct spa_interface *registry = methods->get_registry(called->data, 3, 0);
  if (registry) {
    const struct registry_methods *of = registry->cb.funcs;
    of->add_listener(registry->cb.data, &registry_hook, &of_registry, listing);
    listing->last = methods->sync(called->data, 0, 0);
    // A daemon that does not answer counts as missing.
    while (!listing->is_done && !listing->has_failed)
      if (pw->pw_thread_loop_timed_wait(listing->loop, 2) != 0) break;
    pw->pw_proxy_destroy((struct pw_proxy *)registry);
  }
  spa_hook_remove(&core_hook);
  pw->pw_core_disconnect(core);
  return listing->is_done ? 0 : ETIMEDOUT;
}

int splash_pipewire_cameras(
    void (*tell)(void *context, const char *name, const char *description), void *context) {
  const splash_pipewire *pw = splash_pipewire_library();
  if (!pw) return ENOTSUP;
  struct listing listing = {.pw = pw, .tell = tell, .context = context};
  listing.loop = pw->pw_thread_loop_new("splash-cameras", NULL);
  if (!listing.loop) return ENOMEM;
  int status = ENOMEM;
  struct pw_context *connection =
      pw->pw_context_new(pw->pw_thread_loop_get_loop(listing.loop), NULL, 0);
  if (connection && pw->pw_thread_loop_start(listing.loop) == 0) {
    pw->pw_thread_loop_lock(listing.loop);
    status = ask(&listing, connection);
    pw->pw_thread_loop_unlock(listing.loop);
    pw->pw_thread_loop_stop(listing.loop);
  }
  if (connection) pw->pw_context_destroy(connection);
  pw->pw_thread_loop_destroy(listing.loop);
  return status;
}
