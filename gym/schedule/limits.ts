/** How much of a schedule is read. All chosen here: ten times what a chain of 20 gyms exports for a year. */

/** Largest file or feed, bytes. The interface allows imports of 32 MiB. */
export const MAX_SCHEDULE_BYTES = 32 * 1024 * 1024;
export const MAX_ENTRIES = 100_000;
/** Rows of a table that are read: an export may say each class twice. */
export const MAX_ROWS = 2 * MAX_ENTRIES;
/** Faults that are kept; all are counted. */
export const MAX_FAULTS = 1_000;
/** Longest class, ms. */
export const MAX_CLASS_MS = 24 * 3_600_000;
/** Length of a class whose export says neither end nor duration, ms: the most common one. */
export const DEFAULT_CLASS_MS = 3_600_000;

/** Work that reading one file may cost. */
export interface WorkBudget {
  readonly cpuMs: number;
  /** JavaScript heap. */
  readonly heapMib: number;
}

/** Of a file of 1 MiB, and for each further one. Chosen here: the largest exports take a third of either. */
const FIRST = { cpuMs: 5_000, heapMib: 256 };
const FURTHER = { cpuMs: 1_000, heapMib: 24 };

export function workBudget(sizeBytes: number): WorkBudget {
  const further = Math.max(0, Math.ceil(sizeBytes / 2 ** 20) - 1);
  return {
    cpuMs: FIRST.cpuMs + further * FURTHER.cpuMs,
    heapMib: FIRST.heapMib + further * FURTHER.heapMib,
  };
}
