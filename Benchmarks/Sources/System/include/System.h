// What Swift's overlays of the C library leave out.

/// The bytes that are allocated now; a negative number where the C library does not tell.
long allocated_bytes(void);

/// Starts this program again on one core, unless it is on one; does nothing where it cannot.
void restart_on_one_core(char **arguments);

/// Lets this thread run on all cores.
void use_all_cores(void);

/// Moves this thread from its core to the others; does nothing where there are none.
void use_other_cores(void);

/// Does nothing: a tool that counts sees where a row ends.
void row_has_ended(void);
