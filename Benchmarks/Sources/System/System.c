#define _GNU_SOURCE
#include "System.h"

#include <unistd.h>

#if defined(__APPLE__)
#include <malloc/malloc.h>

long allocated_bytes(void) {
  malloc_statistics_t statistics;
  malloc_zone_statistics(0, &statistics);
  return statistics.size_in_use;
}

void restart_on_one_core(char **arguments) {}
void use_all_cores(void) {}
void use_other_cores(void) {}

#elif defined(__GLIBC__)
#include <malloc.h>
#include <sched.h>
#include <string.h>

long allocated_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void restart_on_one_core(char **arguments) {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) != 0 || CPU_COUNT(&cores) == 1) return;
  CPU_ZERO(&cores);
  CPU_SET(sched_getcpu(), &cores);
  if (sched_setaffinity(0, sizeof cores, &cores) == 0) execv("/proc/self/exe", arguments);
}

void use_all_cores(void) {
  cpu_set_t cores;
  // The system leaves out those that there are not.
  memset(&cores, 0xff, sizeof cores);
  sched_setaffinity(0, sizeof cores, &cores);
}

void use_other_cores(void) {
  cpu_set_t cores;
  memset(&cores, 0xff, sizeof cores);
  CPU_CLR(sched_getcpu(), &cores);
  sched_setaffinity(0, sizeof cores, &cores);
}

#else
long allocated_bytes(void) { return -1; }
void restart_on_one_core(char **arguments) {}
void use_all_cores(void) {}
void use_other_cores(void) {}
#endif

__attribute__((noinline)) void row_has_ended(void) { __asm__ volatile(""); }
