/**
 * SIGKILL at a moment chosen by chance, again and again in the same folder, while answers are counted, rooms are sampled
 * and classes imported. After each death the folder is looked at as it is, then the program starts in it again.
 */

import { seededRandom } from '../../../support/seeded-random.ts';
import type { PartOptions, TorturePart } from '../../part.ts';
import { gymConfig, sceneCameras } from '../../support/gym.ts';
import { scratchFolder } from '../../support/program.ts';
import { CountedKeys } from './counted-keys.ts';
import { type Death, figuresOf, goals } from './figures.ts';
import { live } from './life.ts';
import { readStored } from './stored.ts';

const CAMERAS = 4;
const PERIOD_MS = 200;
/** Folders that are hurt at the same time: a start keeps one core busy, a life hardly any. */
const LANES = 2;

export const kill: TorturePart = {
  name: 'kill',
  what: 'kill -9 under HTTP load with counted keys, cameras with quick samples, imports',
  amount: { unit: 'kills', long: 1_000, short: 4 },
  goals,
  run,
};

async function run({ seed, amount, signal, progress }: PartOptions) {
  const deaths: Death[] = [];
  const keys: CountedKeys[] = [];
  let begun = 0;
  const lane = async (number: number) => {
    const counted = new CountedKeys();
    keys.push(counted);
    const random = seededRandom(seed * LANES + number);
    const folder = await scratchFolder();
    const config = gymConfig({
      cameras: sceneCameras(CAMERAS),
      periodMs: PERIOD_MS,
      detector: 'motion',
    });
    const program = { folder: folder.path, config };
    let samplesBefore = 0;
    try {
      while (begun < amount && !signal.aborted) {
        begun += 1;
        const life = await live({ program, keys: counted, turn: begun, random, signal });
        const stored = await readStored(life.dataFolder);
        deaths.push({ life, stored, samplesBefore });
        samplesBefore = stored.samples;
        progress(`${deaths.length} of ${amount} kills`);
      }
    } finally {
      await folder.drop();
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
  return figuresOf(deaths, keys);
}
