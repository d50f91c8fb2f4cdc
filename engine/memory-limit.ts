/** How much memory the program and its plugins may take where nothing is configured. */

import { totalmem } from 'node:os';

/** Least ceiling of the memory by default, bytes: some cameras and one plugin fit. Chosen here. */
const MIN_MEMORY_BYTES = 1e9;

/** Half of what this computer, or the group of processes that it puts us in, has. */
export function defaultMemoryBytes(): number {
  const constrained = process.constrainedMemory();
  // 0 and huge numbers stand for no limit.
  const mostBytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.max(MIN_MEMORY_BYTES, mostBytes / 2);
}
