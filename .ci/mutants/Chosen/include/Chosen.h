#include <stdbool.h>

// The mutant that the environment chooses, or 0.
extern const int chosen_mutant;

// A byte for each mutant, in a file that the environment names; or NULL.
extern unsigned char *const mutant_notes;

static inline bool is_chosen(int mutant) { return chosen_mutant == mutant; }

// Notes that a mutant would change something here.
static inline void note(int mutant) {
  if (mutant_notes) mutant_notes[mutant] = 1;
}
