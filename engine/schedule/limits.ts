/** How much of a schedule is read. All chosen here: ten times what a chain of 20 gyms exports for a year. */

/** Largest file or feed, bytes. The interface allows imports of 32 MiB. */
export const MAX_SCHEDULE_BYTES = 32 * 1024 * 1024;
export const MAX_ENTRIES = 100_000;
/** Faults that are kept; all are counted. */
export const MAX_FAULTS = 1_000;
/** Longest class, ms. */
export const MAX_CLASS_MS = 24 * 3_600_000;
/** Length of a class whose export says neither end nor duration, ms: the most common one. */
export const DEFAULT_CLASS_MS = 3_600_000;
