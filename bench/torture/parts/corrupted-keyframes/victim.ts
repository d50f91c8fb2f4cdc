/**
 * A process with a pool, to which corrupted keyframes are given until it dies or is asked for no more:
 * `victim.ts SEED CODEC CLIP`. Gets a range of numbers of corruptions, answers with what became of each.
 */

import type { EncodedFrame } from '../../../../engine/frames/encoded-frame.ts';
import { createPool } from '../../../../engine/pool/pool.ts';
import { isTurnoutError } from '../../../../errors.ts';
import { keyframesOf } from '../../../support/keyframes.ts';
import { corruption } from './corruption.ts';

/** From the first number up to, without, the second. */
export type Range = readonly [from: number, to: number];

/** How many of a range were counted, or refused and how. */
export type Outcomes = Readonly<Record<string, number>>;

const [, , seed = '', clip = ''] = process.argv;
const frames = await keyframesOf(clip);
const pool = createPool({
  workers: 1,
  taskTimeoutMs: 10_000,
  heapBytes: 256 * 2 ** 20,
  counts: null,
});
const detector = {
  plugin: 'motion',
  options: {},
  fromDir: process.cwd(),
  modelsDir: process.cwd(),
};
const { stateBytes } = await pool.prepare(detector);
const state = stateBytes > 0 ? new SharedArrayBuffer(stateBytes) : null;

process.on('message', (range: Range) => void take(range));
process.send?.('ready');

async function take([from, to]: Range): Promise<void> {
  const outcomes: Record<string, number> = {};
  for (let index = from; index < to; index += 1) {
    const { frame, data } = corruption(frames, Number(seed), index);
    const outcome = await outcomeOf({ ...frame, data });
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  process.send?.(outcomes);
}

async function outcomeOf(frame: EncodedFrame): Promise<string> {
  const task = { detector, frame, zones: [], state, flags: 0, target: null, pictureWidth: null };
  try {
    await pool.sample(task);
    return 'counted';
  } catch (error) {
    return isTurnoutError(error) ? error.code : 'uncoded';
  }
}
