/**
 * Whether a provider computes what the processor computes: both look at one picture with the model that comes with the
 * program. What a driver does to its process it does to this one, so `engine/providers` runs it in one of its own.
 */

import type { OnnxProvider } from '../../env.ts';
import { ownModel } from '../../person/own-model.ts';
import { type Outputs, openSession } from '../session.ts';

export interface TriedProvider {
  /** Median time of a look, ms. */
  readonly lookMs: number;
}

/** Looks that are timed, after one that warms up. Chosen here: a fifth of a second on the processor. */
const LOOKS = 9;
/**
 * How far an output may be off, as a share of its value or of 1. Chosen here: graphics processors round to fewer digits,
 * and a score that is off by this moves a count only where it was at its threshold.
 */
const TOLERANCE = 0.05;

/** Throws, in words for people, what keeps the provider from looking at the picture, or what is wrong with its answer. */
export async function tryProvider(provider: OnnxProvider): Promise<TriedProvider> {
  const expected = await looks('cpu', 1);
  const tried = await looks(provider, LOOKS);
  const off = offBy(expected.outputs, tried.outputs);
  if (off > TOLERANCE) {
    throw new Error(`it answers something else than the processor, off by ${off.toFixed(2)}`);
  }
  return { lookMs: tried.lookMs };
}

async function looks(provider: OnnxProvider, times: number) {
  const native = async <T>(call: () => T | Promise<T>) => call();
  const file = { path: ownModel(), size: null, native, compute: { provider, threads: 1 } };
  const session = await openSession(file);
  try {
    const shape = (session.inputs[0]?.shape ?? []).map((side) => (side === 'batch' ? 1 : side));
    const sides = shape.map(Number);
    const picture = pictureOf(sides.reduce((product, side) => product * side, 1));
    let outputs = await session.run(picture, sides);
    const took: number[] = [];
    for (let look = 0; look < times; look += 1) {
      const beganMs = performance.now();
      outputs = await session.run(picture, sides);
      took.push(performance.now() - beganMs);
    }
    return { outputs, lookMs: took.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0 };
  } finally {
    await session.release();
  }
}

/** Values of 0..255 that no two places next to each other share. */
function pictureOf(length: number): Float32Array {
  return Float32Array.from({ length }, (_, at) => (at * 37 + Math.floor(at / 91) * 11) % 256);
}

/** The largest difference; infinite where an output is missing or no number. */
export function offBy(expected: Outputs, found: Outputs): number {
  let most = 0;
  for (const [name, values] of Object.entries(expected)) {
    const others = found[name];
    if (others?.length !== values.length) return Number.POSITIVE_INFINITY;
    for (const [at, value] of values.entries()) {
      const off = Math.abs(value - (others[at] ?? 0)) / Math.max(1, Math.abs(value));
      if (Number.isNaN(off)) return Number.POSITIVE_INFINITY;
      most = Math.max(most, off);
    }
  }
  return most;
}
