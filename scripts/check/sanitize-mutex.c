// Tells the thread sanitizer about Swift's Mutex: preloaded into what it watches.
//
// Mutex takes and gives a free lock in code that the sanitizer sees, but waits for a taken one and hands it
// on inside libswiftSynchronization, which is not instrumented; two critical sections that follow each
// other by that way would look like a race. These two functions stand before the library's and add the
// happens-before that is there. The names are those of `_MutexHandle._lockSlow` and `_unlockSlow`.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Absent in programs without the sanitizer that a test starts.
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
