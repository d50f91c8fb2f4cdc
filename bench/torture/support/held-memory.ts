/** Memory that a program holds: what is left of its resident memory when garbage is collected. */

import { fileURLToPath } from 'node:url';
import { delay } from '../../../runtime/timers.ts';
import { lookAt } from './process-series.ts';
import type { Program } from './program.ts';

const COLLECTOR = fileURLToPath(new URL('collect-garbage.cjs', import.meta.url));
/** How often the memory is read after that. The least of them counts: pages go back to the system step by step. */
const LOOKS = 5;
const LOOK_MS = 500;

/** Environment variables of a program that collects garbage when it is told to. */
export function collectsGarbage(): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--require ${COLLECTOR}` };
}

/** Resident, of one that was started with `collectsGarbage`; not a number where it has ended. */
export async function heldMegabytes({
  pid,
  child,
}: Pick<Program, 'pid' | 'child'>): Promise<number> {
  child.kill('SIGUSR2');
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < LOOKS; look += 1) {
    await delay(LOOK_MS);
    least = Math.min(least, lookAt(pid)?.megabytes ?? Number.NaN);
  }
  return least;
}
