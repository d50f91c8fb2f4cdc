/** The processes that the program has started, and which of them outlive it. Linux only: read from `/proc`. */

import { readdirSync, readFileSync } from 'node:fs';
import { waitUntil } from '../../support/status.ts';

/** How long a process that was ended may take to be gone, ms. */
const GONE_MS = 2_000;

/** All that a process started, and what those started. */
export function childrenOf(pid: number): readonly number[] {
  try {
    const own = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    );
    return own.map(Number).flatMap((child) => [child, ...childrenOf(child)]);
  } catch {
    return [];
  }
}

/** How many of them are still there. */
export async function livingOf(pids: readonly number[]): Promise<number> {
  const living = () => pids.filter(isThere);
  await waitUntil(() => living().length === 0, GONE_MS);
  return living().length;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
