/** How much of a schedule is read. All chosen here: ten times what a chain of 20 gyms exports for a year. */

import { TurnoutError } from '../../errors.ts';

/**
 * Largest import, bytes: of a file, of what is piped in, of a feed, of what a command sends, and of a text
 * that is parsed. What is larger is refused where it comes in, with {@link scheduleTooLarge}.
 */
export const MAX_SCHEDULE_BYTES = 32 * 1024 * 1024;
/** Largest workbook once it is unpacked, bytes. Chosen here: twice the largest text, since XML says everything twice. */
export const MAX_UNPACKED_BYTES = 2 * MAX_SCHEDULE_BYTES;
/** Parts of a workbook: a book has some for each sheet. */
export const MAX_WORKBOOK_PARTS = 2_000;
export const MAX_ENTRIES = 100_000;
/** Rows of a table that are read: an export may say each class twice. */
export const MAX_ROWS = 2 * MAX_ENTRIES;
/** Cells of a table that are read. Chosen here: 100,000 classes with 100 columns. */
export const MAX_CELLS = 10_000_000;
/** Values of a JSON file, counted by what stands before them. Chosen here: 100,000 classes with 50 values. */
export const MAX_VALUES = 5_000_000;
/** Cells of the rectangle that a sheet spans, of which a workbook need not write one. Chosen here: a million rows of 16. */
export const MAX_SHEET_CELLS = 2 ** 24;
/** Faults that are stored; all are counted. */
export const MAX_FAULTS = 1_000;
/** Longest class, ms. */
export const MAX_CLASS_MS = 24 * 3_600_000;
/** Length of a class whose export says neither end nor duration, ms: the most common one. */
export const DEFAULT_CLASS_MS = 3_600_000;

/** Of a file of 1 MiB, and for each further one. Chosen here: the largest exports take a third of either. */
const FIRST = { cpuMs: 5_000, heapMib: 256 };
const FURTHER = { cpuMs: 1_000, heapMib: 24 };

export type WorkBudget = ReturnType<typeof workBudget>;

/** Work that reading one file may cost; the heap is that of JavaScript. */
export function workBudget(sizeBytes: number) {
  const further = Math.max(0, Math.ceil(sizeBytes / 2 ** 20) - 1);
  return {
    cpuMs: FIRST.cpuMs + further * FURTHER.cpuMs,
    heapMib: FIRST.heapMib + further * FURTHER.heapMib,
  };
}

/** @param sizeBytes null where it is not read to its end. */
export function scheduleTooLarge(sizeBytes: number | null): TurnoutError {
  const got = sizeBytes === null ? 'more' : String(sizeBytes);
  return tooLarge(`at most ${MAX_SCHEDULE_BYTES} bytes`, got, 'export fewer weeks at a time');
}

/** For a file of little content that would take much memory. */
export function tooManyParts(expected: string, got = 'more'): TurnoutError {
  return tooLarge(expected, got, 'export fewer weeks at a time, or fewer columns');
}

export function tooLarge(expected: string, got: string, hint: string): TurnoutError {
  return new TurnoutError('schedule_too_large', { where: 'schedule', expected, got, hint });
}
