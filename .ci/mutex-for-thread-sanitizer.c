// Tells the thread sanitizer when a thread gets or leaves a contended `Synchronization.Mutex`.
//
// On Linux a mutex that nobody waits for is locked by code that is compiled into the program, which
// the sanitizer sees. One that is waited for is locked by functions of libswiftSynchronization,
// which it does not see: so it reports races between threads that took turns. Linked into a
// program, these functions stand in front of the library's, and do nothing but call them and say
// so.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// _MutexHandle._lockSlow(UInt32), ._tryLockSlow() -> Bool, ._unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

static void *library_function(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) abort();
  return function;
}

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void lock_slow(uint32_t thread, SELF) {
  typedef SWIFT void (*Function)(uint32_t, SELF);
  ((Function)library_function(LOCK))(thread, self);
  __tsan_acquire(self);
}

SWIFT bool try_lock_slow(SELF) __asm__(TRY_LOCK);
SWIFT bool try_lock_slow(SELF) {
  typedef SWIFT bool (*Function)(SELF);
  bool is_locked = ((Function)library_function(TRY_LOCK))(self);
  if (is_locked) __tsan_acquire(self);
  return is_locked;
}

SWIFT void unlock_slow(SELF) __asm__(UNLOCK);
SWIFT void unlock_slow(SELF) {
  typedef SWIFT void (*Function)(SELF);
  __tsan_release(self);
  ((Function)library_function(UNLOCK))(self);
}
