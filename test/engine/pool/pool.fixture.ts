/** A pool of one worker, and what it is asked for. */

import type { DetectorChoice, SampleTask } from '../../../engine/pool/messages.ts';
import { type Pool, type PoolOptions, ThreadPool } from '../../../engine/pool/pool.ts';
import type { DetectorFacts } from '../../../engine/pool/sampler.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { greyFrame } from '../../support/jpegs.ts';

/** Workers start at low priority: on a busy machine they wait for their first turn. */
export const LIMITS = {
  workers: 1,
  taskTimeoutMs: 15_000,
  heapBytes: 64 * 2 ** 20,
  counts: null,
  log: silentLog,
} satisfies PoolOptions;

export function startPool(changes: Partial<PoolOptions> = {}): Pool {
  return new ThreadPool({ ...LIMITS, ...changes });
}

/** A detector that is only named. */
export function choiceOf(plugin: string, more: Partial<DetectorChoice> = {}): DetectorChoice {
  return { plugin, options: {}, fromDir: '.', modelsDir: '.', ...more };
}

export const NOTHING = { zones: [], state: null, flags: 0, target: null, pictureWidth: null };

/** A look at a grey picture; 100 is the brightness unless told. */
export async function taskFor(
  detector: DetectorChoice,
  { brightness = 100, ...changes }: Partial<SampleTask> & { brightness?: number } = {},
): Promise<SampleTask> {
  return { detector, frame: await greyFrame(brightness), ...NOTHING, ...changes };
}

/** What a pool in which nothing runs says of itself. */
export const POOL = {
  workers: 1,
  laneOf: () => ({ id: 'shared', kind: 'shared', reason: 'shipped', rssBytes: null }) as const,
  retain: () => undefined,
  onStray: () => undefined,
};

/** What a detector without anything special tells of itself. */
export const FACTS: DetectorFacts = {
  name: 'tester',
  version: '1.0.0',
  model: null,
  provider: null,
  isWeak: false,
  stateBytes: 0,
  input: { width: 32, height: 32 },
  takesInput: false,
  mostAutoPixels: null,
};
