#include <stdbool.h>

enum { MOST_MUTANTS = 4096 };

// Which mutants the environment chooses, in a list of their numbers: mostly one.
extern const bool chosen_mutants[MOST_MUTANTS];

// A byte for each mutant, in a file that the environment names; or NULL.
extern unsigned char *const mutant_notes;

static inline bool is_chosen(int mutant) { return chosen_mutants[mutant]; }

// Notes that a mutant would change something here.
static inline void note(int mutant) {
  if (mutant_notes) mutant_notes[mutant] = 1;
}
