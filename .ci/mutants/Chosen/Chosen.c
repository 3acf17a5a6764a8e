#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

// Constants elsewhere. So a mutant costs a load and a comparison.
int chosen_mutant = 0;
unsigned char *mutant_notes = NULL;

__attribute__((constructor)) static void choose(void) {
  const char *number = getenv("INJECTION_MUTANT"), *path = getenv("INJECTION_MUTANT_NOTES");
  if (number) chosen_mutant = atoi(number);
  int file = path ? open(path, O_RDWR) : -1;
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) return;
  void *notes = mmap(NULL, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (notes != MAP_FAILED) mutant_notes = notes;
}
