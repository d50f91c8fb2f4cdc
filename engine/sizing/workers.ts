/** How many workers will look at pictures. */

import { availableParallelism } from 'node:os';

/**
 * Workers of a server, 1..cores: more than one a core gains nothing. `auto` leaves one core to the readers and the API
 * where there is more than one.
 */
export function workersOf(
  workers: number | 'auto',
  cores: number = availableParallelism(),
): number {
  return Math.max(1, workers === 'auto' ? cores - 1 : Math.min(workers, cores));
}
