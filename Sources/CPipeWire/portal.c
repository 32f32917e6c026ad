#define _GNU_SOURCE

#include "include/portal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "opening.h"

// The part of libsystemd's stable interface (sd-bus, since 237) that is called; the library is
// opened on first use.
typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_slot sd_bus_slot;
typedef struct sd_bus_error {
  const char *name, *message;
  int needs_free;
} sd_bus_error;
typedef int (*message_handler)(sd_bus_message *, void *context, sd_bus_error *);

#define SPLASH_BUS_FUNCTIONS(X) \
  X(int, sd_bus_open_user, (sd_bus **)) \
  X(int, sd_bus_get_unique_name, (sd_bus *, const char **name)) \
  X(int, sd_bus_match_signal, \
    (sd_bus *, sd_bus_slot **, const char *sender, const char *path, const char *interface, const char *member, \
     message_handler, void *context)) \
  X(int, sd_bus_call_method, \
    (sd_bus *, const char *destination, const char *path, const char *interface, const char *member, sd_bus_error *, \
     sd_bus_message **reply, const char *types, ...)) \
  X(int, sd_bus_process, (sd_bus *, sd_bus_message **)) \
  X(int, sd_bus_wait, (sd_bus *, uint64_t microseconds)) \
  X(int, sd_bus_message_read, (sd_bus_message *, const char *types, ...)) \
  X(int, sd_bus_message_skip, (sd_bus_message *, const char *types)) \
  X(int, sd_bus_message_enter_container, (sd_bus_message *, char type, const char *contents)) \
  X(int, sd_bus_message_exit_container, (sd_bus_message *)) \
  X(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *)) \
  X(void, sd_bus_error_free, (sd_bus_error *)) \
  X(sd_bus_slot *, sd_bus_slot_unref, (sd_bus_slot *)) \
  X(sd_bus *, sd_bus_flush_close_unref, (sd_bus *))

static struct {
#define SPLASH_FIELD(result, name, arguments) result(*name) arguments;
  SPLASH_BUS_FUNCTIONS(SPLASH_FIELD)
#undef SPLASH_FIELD
} bus;
static bool is_complete;

static void open_library(void) {
#define SPLASH_NAME(result, name, arguments) #name,
  static const char *const names[] = {SPLASH_BUS_FUNCTIONS(SPLASH_NAME)};
#undef SPLASH_NAME
  is_complete = splash_find_functions("libsystemd.so.0", names, sizeof names / sizeof *names, &bus);
}

static const char portal_name[] = "org.freedesktop.portal.Desktop";
static const char portal_path[] = "/org/freedesktop/portal/desktop";
static const char screens[] = "org.freedesktop.portal.ScreenCast";

enum { path_most = 256 };

struct splash_portal {
  sd_bus *bus;
  char session[path_most];
  uint32_t node;
  // The answer to a request: 0 is yes.
  bool is_answered;
  uint32_t answer;
};

/// Reads a node from the streams of an answer: a(ua{sv}).
static void read_streams(splash_portal portal, sd_bus_message *message) {
  if (bus.sd_bus_message_enter_container(message, 'v', "a(ua{sv})") <= 0) return;
  if (bus.sd_bus_message_enter_container(message, 'a', "(ua{sv})") > 0) {
    if (bus.sd_bus_message_enter_container(message, 'r', "ua{sv}") > 0)
      bus.sd_bus_message_read(message, "u", &portal->node);
  }
}

static int take_answer(sd_bus_message *message, void *context, sd_bus_error *error) {
  (void)error;
  splash_portal portal = context;
  const char *key;
  portal->answer = 2;
  portal->is_answered = true;
  if (bus.sd_bus_message_read(message, "u", &portal->answer) <= 0) return 0;
  if (bus.sd_bus_message_enter_container(message, 'a', "{sv}") <= 0) return 0;
  while (bus.sd_bus_message_enter_container(message, 'e', "sv") > 0) {
    if (bus.sd_bus_message_read(message, "s", &key) <= 0) return 0;
    if (!strcmp(key, "streams")) return read_streams(portal, message), 0;
    if (bus.sd_bus_message_skip(message, "v") < 0 || bus.sd_bus_message_exit_container(message) < 0) return 0;
  }
  return 0;
}

/// Sends a request to the portal and waits for the user's answer. Returns 0 or an error number.
static int request(splash_portal portal, const char *method, int (*goes_on)(void *), void *context) {
  const char *sender;
  if (bus.sd_bus_get_unique_name(portal->bus, &sender) < 0) return ECONNREFUSED;
  // Answers come from a path that is known before, so that none is missed: it consists of our bus
  // name and a token of ours.
  char name[64], path[path_most];
  snprintf(name, sizeof name, "%s", sender + 1);
  for (char *c = name; *c; c++) *c = *c == '.' ? '_' : *c;
  snprintf(path, sizeof path, "%s/request/%s/splash", portal_path, name);
  sd_bus_slot *slot = NULL;
  portal->is_answered = false;
  if (bus.sd_bus_match_signal(
          portal->bus, &slot, portal_name, path, "org.freedesktop.portal.Request", "Response", take_answer, portal) < 0)
    return ECONNREFUSED;
  sd_bus_error error = {0};
  int result;
  if (!strcmp(method, "CreateSession")) {
    snprintf(portal->session, sizeof portal->session, "%s/session/%s/splash", portal_path, name);
    result = bus.sd_bus_call_method(
        portal->bus, portal_name, portal_path, screens, method, &error, NULL, "a{sv}", 2, "handle_token", "s", "splash",
        "session_handle_token", "s", "splash");
  } else if (!strcmp(method, "SelectSources")) {
    // Requests a whole screen, including the pointer.
    result = bus.sd_bus_call_method(
        portal->bus, portal_name, portal_path, screens, method, &error, NULL, "oa{sv}", portal->session, 3,
        "handle_token", "s", "splash", "types", "u", (uint32_t)1, "cursor_mode", "u", (uint32_t)2);
  } else {
    result = bus.sd_bus_call_method(
        portal->bus, portal_name, portal_path, screens, method, &error, NULL, "osa{sv}", portal->session, "", 1,
        "handle_token", "s", "splash");
  }
  bus.sd_bus_error_free(&error);
  while (result >= 0 && !portal->is_answered && goes_on(context)) {
    result = bus.sd_bus_process(portal->bus, NULL);
    if (result == 0) result = bus.sd_bus_wait(portal->bus, 100000);
  }
  bus.sd_bus_slot_unref(slot);
  if (result < 0) return ECONNREFUSED;
  return portal->is_answered && portal->answer == 0 ? 0 : ECANCELED;
}

splash_portal splash_portal_open(int (*goes_on)(void *context), void *context) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  if (!is_complete) return errno = ENOTSUP, NULL;
  splash_portal portal = calloc(1, sizeof *portal);
  if (!portal) return NULL;
  portal->node = UINT32_MAX;
  int status = bus.sd_bus_open_user(&portal->bus) < 0 ? ECONNREFUSED : 0;
  static const char *const steps[] = {"CreateSession", "SelectSources", "Start"};
  for (int i = 0; i < 3 && status == 0; i++) status = request(portal, steps[i], goes_on, context);
  if (status == 0 && portal->node == UINT32_MAX) status = EPROTO;
  if (status == 0) return portal;
  splash_portal_close(portal);
  errno = status;
  return NULL;
}

uint32_t splash_portal_node(splash_portal portal) { return portal->node; }

int splash_portal_remote(splash_portal portal) {
  sd_bus_message *reply = NULL;
  sd_bus_error error = {0};
  int file = -1, remote = -1;
  if (bus.sd_bus_call_method(
          portal->bus, portal_name, portal_path, screens, "OpenPipeWireRemote", &error, &reply, "oa{sv}",
          portal->session, 0) >= 0 &&
      bus.sd_bus_message_read(reply, "h", &file) > 0) {
    // A duplicate, since the message owns its descriptor.
    remote = fcntl(file, F_DUPFD_CLOEXEC, 3);
  }
  bus.sd_bus_error_free(&error);
  bus.sd_bus_message_unref(reply);
  return remote;
}

void splash_portal_close(splash_portal portal) {
  // The session ends with the connection.
  if (portal->bus) bus.sd_bus_flush_close_unref(portal->bus);
  free(portal);
}
