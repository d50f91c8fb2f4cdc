/** `turnout status`: how the running server is, and what its cameras count. */

import { Check } from 'typebox/schema';
import { STATUS, type Status } from '../../api/schemas/status.ts';
import { messageOf, TurnoutError } from '../../errors.ts';
import { SAMPLE_FLAGS } from '../../gym/attendance/sample.ts';
import { readLock } from '../../store/history/folder/lock.ts';
import type { HistoryBeside } from '../../store/history/history.ts';
import type { StoredSample } from '../../store/history/samples/samples.ts';
import { type CommandRow, flag } from '../command.ts';
import { inHistory } from '../own-gym.ts';
import { type StatusAnswer, statusText } from './status-text.ts';

export const STATUS_ROW: CommandRow<{ readonly url?: string }, []> = {
  words: 'status',
  about: 'Show the running server: cameras, counts, pipeline, detectors, storage',
  flags: [
    flag(
      '--url <url>',
      'the server to ask; default: the one that owns the data folder, which shows each camera',
    ),
  ],
  examples: ['turnout status --json'],
  answer: async (world, { url: named }) => {
    const dataDir = world.dataDir();
    const url = named ?? (await runningUrl(dataDir));
    if (url === null) throw noServer();
    // By the token of its lock the owner of the folder tells all; a server that is named tells a stranger states.
    const isOwn = named === undefined;
    const status = isOwn ? await world.ask('status', {}) : await askServer(url, '/v1/status');
    if (!Check(STATUS, status)) {
      throw new TurnoutError('server_unreachable', {
        where: 'server',
        expected: 'the status of Turnout',
        got: 'something else',
        hint: 'check the address, and that server and command are of the same version',
      });
    }
    const counts = isOwn ? await countsOrFault(dataDir, status.cameras.list) : NO_COUNTS;
    const answer: StatusAnswer = { url, status, ...counts };
    return [answer, statusText(answer, world)];
  },
};

const NO_COUNTS = { counts: null, counts_fault: null };

/** The condition is worth showing even where the history cannot be read. */
async function countsOrFault(
  dataDir: string,
  cameras: Status['cameras']['list'],
): Promise<Pick<StatusAnswer, 'counts' | 'counts_fault'>> {
  const ids = cameras.map(({ id }) => id);
  try {
    const recent = await readCounts(dataDir, ids);
    // The folder is on this computer, so its clock is the one of the samples.
    const nowUtcMs = Date.now();
    const counts: Record<string, CameraCounts & { now: CountNow }> = {};
    for (const camera of cameras) {
      const known = recent[camera.id] ?? { latest: null, samples: [] };
      counts[camera.id] = { now: currentCount(camera, known.latest, nowUtcMs), ...known };
    }
    return { counts, counts_fault: null };
  } catch (error) {
    return { counts: null, counts_fault: messageOf(error) };
  }
}

/** Finds the running server and asks it. */

/** Longest wait for an answer, ms; chosen here: status is answered from memory. */
const ANSWER_MS = 5_000;

/** Address of the server that owns `dataDir`; null where none runs. */
export async function runningUrl(dataDir: string): Promise<string | null> {
  return (await readLock(dataDir))?.url ?? null;
}

/**
 * The JSON that the server at `url` answers for `path`.
 *
 * @throws `server_unreachable`.
 */
export async function askServer(url: string, path: string): Promise<unknown> {
  const base = url.replace(/\/+$/, '');
  try {
    const answer = await fetch(`${base}${path}`, { signal: AbortSignal.timeout(ANSWER_MS) });
    if (answer.ok) {
      return await answer.json();
    }
    throw unreachable(`status ${answer.status}`);
  } catch (error) {
    if (error instanceof TurnoutError) {
      throw error;
    }
    throw unreachable('no answer', error);
  }
}

function unreachable(got: string, cause?: unknown): TurnoutError {
  return new TurnoutError(
    'server_unreachable',
    {
      where: 'server',
      expected: 'a running Turnout server',
      got,
      hint: 'start it with: turnout serve, or give its address with --url',
    },
    { cause },
  );
}

/** The fault of a data folder that no one serves. */
export function noServer(): TurnoutError {
  return unreachable('none that owns this data folder (TURNOUT_DATA)');
}

/** The newest counts of each camera, read from the history while the server writes it. For the owner of the folder. */

export interface CountAt {
  /** RFC 3339, UTC. */
  readonly at: string;
  /** Position in the stream, ms; null where the source has none. */
  readonly media_ms: number | null;
  /** Null is unknown. */
  readonly count: number | null;
  /** Why the count must not be trusted; empty for a good sample. */
  readonly flags: readonly SampleFlag[];
}

export type SampleFlag = 'warming_up' | 'black' | 'frozen';

const FLAGS: readonly (readonly [bit: number, flag: SampleFlag])[] = [
  [SAMPLE_FLAGS.warmingUp, 'warming_up'],
  [SAMPLE_FLAGS.black, 'black'],
  [SAMPLE_FLAGS.frozen, 'frozen'],
];

export interface CameraCounts {
  readonly latest: CountAt | null;
  /** Oldest first, at most {@link SHOWN}. */
  readonly samples: readonly CountAt[];
}

/** Samples shown of each camera; chosen here: two and a half minutes of a class at the default period. */
const SHOWN = 30;
/** Steps back in time until enough samples are found, ms: at once in a class, further back for slow cameras. */
const REACHES_MS = [5 * 60_000, 60 * 60_000, 24 * 60 * 60_000] as const;

/** @throws `data_unusable`, `data_newer`. */
export function readCounts(
  dataDir: string,
  cameraIds: readonly string[],
): Promise<Record<string, CameraCounts>> {
  return inHistory(dataDir, async (history) => {
    const latest = await history.latest();
    const counts: Record<string, CameraCounts> = {};
    for (const id of cameraIds) {
      const newest = latest.get(id);
      const samples = newest === undefined ? [] : await newestOf(history, id, newest.atUtcMs);
      counts[id] = {
        latest: newest === undefined ? null : toCount(newest),
        samples: samples.map(toCount),
      };
    }
    return counts;
  });
}

async function newestOf(
  history: HistoryBeside,
  id: string,
  untilUtcMs: number,
): Promise<StoredSample[]> {
  let samples: StoredSample[] = [];
  for (const reachMs of REACHES_MS) {
    const range = { fromUtcMs: untilUtcMs - reachMs, toUtcMs: untilUtcMs + 1 };
    samples = await history.samples(id, range);
    if (samples.length >= SHOWN) {
      break;
    }
  }
  return samples.slice(-SHOWN);
}

function toCount({ atUtcMs, mediaMs, count, flags }: StoredSample): CountAt {
  const set = FLAGS.filter(([bit]) => (flags & bit) !== 0).map(([, flag]) => flag);
  return { at: new Date(atUtcMs).toISOString(), media_ms: mediaMs, count, flags: set };
}

/** Whether the newest sample of a camera says how many people are there now. An old count is never shown as a new one. */

type Camera = Pick<Status['cameras']['list'][number], 'state' | 'sample_period_ms'>;

/** Why no one can say how many people are there. */
export type UnknownReason =
  | 'not_streaming'
  | 'no_sample'
  | 'stale'
  | 'warming_up'
  | 'black'
  | 'frozen'
  | 'not_counted';

export interface CountNow {
  /** Null is unknown, and `reason` says why. */
  readonly count: number | null;
  readonly reason: UnknownReason | null;
}

/**
 * A count older than three periods is no longer current. Chosen here: one sample may be lost and the next one late;
 * and never less than 15 s, three of the default period, in which no class changes.
 */
const PERIODS = 3;
const MIN_MS = 15_000;

/** What `latest`, the newest sample of `camera`, says at `nowUtcMs`. */
export function currentCount(camera: Camera, latest: CountAt | null, nowUtcMs: number): CountNow {
  if (camera.state !== 'streaming' && camera.state !== 'degraded') return unknown('not_streaming');
  if (latest === null) return unknown('no_sample');
  // Either way: a sample from later than now was taken before the clock was set back.
  const distanceMs = Math.abs(nowUtcMs - Date.parse(latest.at));
  if (distanceMs > Math.max(PERIODS * (camera.sample_period_ms ?? 0), MIN_MS))
    return unknown('stale');
  const [flag] = latest.flags;
  if (flag !== undefined) return unknown(flag);
  return latest.count === null ? unknown('not_counted') : { count: latest.count, reason: null };
}

function unknown(reason: UnknownReason): CountNow {
  return { count: null, reason };
}
