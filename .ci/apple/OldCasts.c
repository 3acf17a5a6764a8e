// Loaded before others (LD_PRELOAD), it gives casts to isolated conformances the outcome that they
// have in the runtimes before macOS 26 and iOS 26: each succeeds, on any actor (SE-0470).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>

// The runtime asks this function whether the caller runs on a global actor.
static bool yes(const void *actor, const void *conformance) { return true; }

// The library of concurrency calls it once, to give the runtime its own such function.
void _swift_registerConcurrencyRuntime(const void *descriptors, const void *is_current) {
  void (*next)(const void *, const void *) = dlsym(RTLD_NEXT, "_swift_registerConcurrencyRuntime");
  next(descriptors, yes);
}
