/** One life of the program: load, samples and perhaps an import, until SIGKILL at a moment that chance chose. */

import { isTurnoutError } from '../../../../errors.ts';
import { delay } from '../../../../runtime/timers.ts';
import { type Random, wholeNumber } from '../../../../test/support/seeded-random.ts';
import { importSchedule } from '../../support/operations.ts';
import { type Program, type ProgramOptions, startProgram } from '../../support/program.ts';
import { statusOf, waitUntil } from '../../support/status.ts';
import { timetableFile } from '../../support/timetable-file.ts';
import type { CountedKeys } from './counted-keys.ts';

/** After it listens, or in every other life after the first sample: before it a kill loses none. */
const LIFE_MS = { least: 300, most: 3_000 };
/** For the first sample: a busy machine may not come to it. */
const FIRST_SAMPLE_MS = 10_000;
/** Chosen here: a start takes 1.2 to 1.9 s. */
const STARTING_MS = 2_000;
const IMPORT_CHANCE = 0.6;
/** Who asks at the same time, and what each waits between two requests. */
export const CLIENTS = 2;
const ASK_EVERY_MS = 10;
const LOOK_EVERY_MS = 40;

export interface LifeOptions {
  readonly program: ProgramOptions;
  readonly keys: CountedKeys;
  /** Number that the classes of the next import say. */
  readonly turn: number;
  readonly random: Random;
  /** The life ends at once, by the same kill. */
  readonly signal: AbortSignal;
}

export interface Life {
  /** Samples of this life as the API told them, and how long before the kill it did. */
  readonly seen: readonly { readonly samples: number; readonly beforeKillMs: number }[];
  readonly import: 'none' | 'done' | 'cut off';
}

/** Kills it on the way to listening, at a moment between the first instruction and a little after that. */
export async function dieStarting(program: ProgramOptions, random: Random): Promise<null> {
  const signal = AbortSignal.timeout(wholeNumber(random, 0, STARTING_MS));
  const started = await startProgram({ ...program, signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return null;
  });
  await started?.end('SIGKILL');
  return null;
}

/** Rejects where the program does not start, or ends before it is killed. */
export async function live(options: LifeOptions): Promise<Life> {
  const { keys, random, signal } = options;
  const lifeMs = wholeNumber(random, LIFE_MS.least, LIFE_MS.most);
  const importAfterMs = random() < IMPORT_CHANCE ? random() * lifeMs : null;
  const isCounting = random() < 0.5;
  const program = await startProgram({ ...options.program, signal });
  const killed = new AbortController();
  const looks: { samples: number; atMs: number }[] = [];
  const owner = await keys.owner(program.dataFolder);
  const asking = Array.from({ length: CLIENTS }, () => ask(program, keys, killed.signal));
  const looking = look(program.url, owner, killed.signal, (samples) => {
    looks.push({ samples, atMs: performance.now() });
  });
  const hasCounted = () => looks.some(({ samples }) => samples > 0);
  if (isCounting) await waitUntil(hasCounted, FIRST_SAMPLE_MS, signal);
  const over = AbortSignal.any([signal, AbortSignal.timeout(lifeMs)]);
  const importing = importLater(program, importAfterMs, options.turn, over);
  await delay(lifeMs, signal);
  if (!program.isAlive()) throw new Error(`ended by itself: ${program.log.slice(-3).join(' ')}`);
  const killedMs = performance.now();
  keys.noteKill();
  await program.end('SIGKILL');
  killed.abort();
  const [imported] = await Promise.all([importing, looking, ...asking]);
  return {
    seen: looks
      .filter(({ atMs }) => atMs <= killedMs)
      .map(({ samples, atMs }) => ({ samples, beforeKillMs: killedMs - atMs })),
    import: imported,
  };
}

async function ask(program: Program, keys: CountedKeys, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const secret = await keys.take(program.dataFolder);
      const answer = await fetch(`${program.url}/v1/summary`, {
        headers: { authorization: `Bearer ${secret}` },
      });
      // Given once its head says so: the body is the same for all.
      keys.note(secret, answer.status);
      await answer.arrayBuffer();
    } catch {
      // Nobody is there: it was killed.
    }
    await delay(ASK_EVERY_MS, signal);
  }
}

async function look(
  url: string,
  key: string,
  signal: AbortSignal,
  onLook: (samples: number) => void,
): Promise<void> {
  while (!signal.aborted) {
    const status = await statusOf(url, key).catch(() => null);
    if (status !== null) onLook(status.pipeline.samples);
    await delay(LOOK_EVERY_MS, signal);
  }
}

async function importLater(
  program: Program,
  afterMs: number | null,
  turn: number,
  signal: AbortSignal,
): Promise<Life['import']> {
  if (afterMs === null || !(await delay(afterMs, signal))) return 'none';
  try {
    await importSchedule(program.dataFolder, 'desk', timetableFile(turn));
    return 'done';
  } catch (error) {
    // It says of itself what is wrong with the file; only a program that went away says nothing.
    if (isTurnoutError(error) && error.code === 'server_unreachable') return 'cut off';
    throw error;
  }
}
