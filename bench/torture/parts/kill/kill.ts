/**
 * SIGKILL at a moment chosen by chance, again and again in the same folder, while answers are counted, rooms are sampled
 * and classes imported. After each death the folder is looked at as it is, then the program starts in it again.
 */

import { join } from 'node:path';
import { type Random, seededRandom } from '../../../../test/support/seeded-random.ts';
import type { PartOptions, TorturePart } from '../../part.ts';
import { gymConfig, sceneCameras } from '../../support/gym.ts';
import { scratchFolder } from '../../support/program.ts';
import { CountedKeys } from './counted-keys.ts';
import { type Found, figuresOf } from './figures.ts';
import { dieStarting, live } from './life.ts';
import { readStored } from './stored.ts';

const CAMERAS = 4;
const PERIOD_MS = 200;
/** Folders that are hurt at the same time: a start keeps one core busy, a life hardly any. */
const LANES = 2;
/** Of being killed before it listens. */
const EARLY_CHANCE = 0.1;

export const kill: TorturePart = {
  name: 'kill',
  what: 'kill -9 under HTTP load with counted keys, cameras with quick samples, imports',
  amount: { unit: 'kills', long: 1_000, short: 4 },
  run,
};

async function run({ seed, amount, signal, progress }: PartOptions) {
  const found: Found = { deaths: [], keys: [], failures: [] };
  let begun = 0;
  const lane = async (number: number) => {
    const random = seededRandom(seed * LANES + number);
    while (begun < amount && !signal.aborted) {
      await oneFolder(found, random, signal, () => {
        if (begun >= amount) return null;
        begun += 1;
        progress(`${found.deaths.length} of ${amount} kills`);
        return begun;
      });
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
  return figuresOf(found);
}

/** Kills in one folder until there is no turn left, or a life fails: then what is in the folder says nothing more. */
async function oneFolder(
  { deaths, keys: all, failures }: Found,
  random: Random,
  signal: AbortSignal,
  nextTurn: () => number | null,
): Promise<void> {
  const folder = await scratchFolder();
  const keys = new CountedKeys();
  all.push(keys);
  const cameras = sceneCameras(CAMERAS);
  const config = gymConfig({ cameras, periodMs: PERIOD_MS, detector: 'motion' });
  const program = { folder: folder.path, config };
  let samplesBefore: number | null = null;
  try {
    for (let turn = nextTurn(); turn !== null && !signal.aborted; turn = nextTurn()) {
      const isEarly = samplesBefore !== null && random() < EARLY_CHANCE;
      const life = isEarly
        ? await dieStarting(program, random)
        : await live({ program, keys, turn, random, signal });
      const stored = await readStored(join(folder.path, 'data'));
      deaths.push({ life, stored, samplesBefore: samplesBefore ?? 0 });
      samplesBefore = stored.samples;
    }
  } catch (error) {
    // What the end of the run cut off did not fail.
    if (!signal.aborted) failures.push(error instanceof Error ? error.message : String(error));
  } finally {
    await folder.drop();
  }
}
