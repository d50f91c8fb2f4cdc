/** A gym as reports would have seen it at an instant, from the history alone: for a process without cameras. */

import type { GymConfig } from '../config/index.ts';
import type { ClassStore } from '../history/index.ts';
import type { GymView } from '../sessions/index.ts';
import { GymBook } from './book.ts';

/**
 * Reads six weeks of classes. What rooms hold is unknown, and so is the attendance of classes that were not evaluated yet.
 * Rejects with SQLite's error.
 */
export async function gymAsOf(
  gym: GymConfig,
  store: Pick<ClassStore, 'records' | 'trainers'>,
  nowUtcMs: number,
): Promise<GymView> {
  const clock = { nowUtcMs: () => nowUtcMs, monotonicMs: () => 0 };
  const book = new GymBook({ gym, store, cameras: () => null, clock });
  await book.load();
  return book.view();
}
