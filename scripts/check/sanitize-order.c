// Tells the thread sanitizer what comes before what: preloaded into the program under test.
//
// Swift's Mutex takes and releases a free lock in code that the sanitizer sees, but waits for a held one and hands it
// over inside libswiftSynchronization, which is not instrumented; two critical sections in sequence would
// then look like a race. These two functions replace the library's and add the missing happens-before
// relation. The names are those of `_MutexHandle._lockSlow` and `_unlockSlow`.
//
// FFmpeg counts a buffer's references in libavutil, likewise unseen: whoever takes a buffer from a pool comes after all
// who have freed a frame.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Absent in child processes without the sanitizer.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

#define CONTEXT __attribute__((swift_context))

typedef __attribute__((swiftcall)) void lock_function(uint32_t thread, CONTEXT void *handle);
typedef __attribute__((swiftcall)) void unlock_function(CONTEXT void *handle);

__attribute__((swiftcall)) void lock_slow(uint32_t thread, CONTEXT void *handle) __asm__(LOCK);
__attribute__((swiftcall)) void unlock_slow(CONTEXT void *handle) __asm__(UNLOCK);

__attribute__((swiftcall)) void lock_slow(uint32_t thread, CONTEXT void *handle) {
  ((lock_function *)dlsym(RTLD_NEXT, LOCK))(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

__attribute__((swiftcall)) void unlock_slow(CONTEXT void *handle) {
  if (__tsan_release) __tsan_release(handle);
  ((unlock_function *)dlsym(RTLD_NEXT, UNLOCK))(handle);
}

static char buffers;

void av_frame_free(void **frame) {
  if (__tsan_release) __tsan_release(&buffers);
  ((void (*)(void **))dlsym(RTLD_NEXT, "av_frame_free"))(frame);
}

void *av_buffer_pool_get(void *pool) {
  void *buffer = ((void *(*)(void *))dlsym(RTLD_NEXT, "av_buffer_pool_get"))(pool);
  if (__tsan_acquire) __tsan_acquire(&buffers);
  return buffer;
}
