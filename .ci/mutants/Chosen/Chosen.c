#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { MOST_MUTANTS = 4096 };

// Constants elsewhere. So a mutant costs a load.
bool chosen_mutants[MOST_MUTANTS];
unsigned char *mutant_notes = NULL;

__attribute__((constructor)) static void choose(void) {
  const char *numbers = getenv("INJECTION_MUTANT"), *path = getenv("INJECTION_MUTANT_NOTES");
  while (numbers && *numbers) {
    char *end;
    long number = strtol(numbers, &end, 10);
    if (number > 0 && number < MOST_MUTANTS) chosen_mutants[number] = true;
    numbers = *end == ',' ? end + 1 : "";
  }
  int file = path ? open(path, O_RDWR) : -1;
  if (file < 0) return;
  void *notes = mmap(NULL, MOST_MUTANTS, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (notes != MAP_FAILED) mutant_notes = notes;
}
