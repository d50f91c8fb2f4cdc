/**
 * Keyframes of H.264, H.265 and JPEG, corrupted by chance, through decoder, detector and pool of a process of its own a
 * codec. A process that dies is counted, and the next one goes on behind the frames that it had.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { clip } from '../../../../test/support/clips.ts';
import type { Goal, Measured, PartOptions, TorturePart } from '../../part.ts';
import { lookAt } from '../../support/process-series.ts';
import type { Outcomes, Range } from './victim.ts';

const VICTIM = fileURLToPath(new URL('victim.ts', import.meta.url));
/** Frames between two answers: those of a death are known to this many. */
const RANGE = 50;
/** Outcomes that a corrupted frame may have. */
const EXPECTED = new Set(['counted', 'frame_undecodable', 'frame_too_large']);
/** Encoded when first needed. */
const clips = () => [
  clip({ codec: 'h264', container: 'mp4' }),
  clip({ codec: 'hevc', container: 'mp4' }),
  clip({ codec: 'jpeg', container: 'avi' }),
];

const figure = (name: string, unit: string, limit: number | null, joins: Goal['joins']): Goal => ({
  figure: name,
  unit,
  limit,
  direction: 'max',
  joins,
});

export const corruptedKeyframes: TorturePart = {
  name: 'corrupted-keyframes',
  what: 'corrupted keyframes of H.264, H.265 and JPEG through the pool',
  amount: { unit: 'keyframes', long: 100_000, short: 600 },
  goals: [
    figure('deaths of the process', 'deaths', 0, 'sum'),
    figure('faults other than of the frame', 'frames', 0, 'sum'),
    figure('looked at', 'frames', null, 'sum'),
    figure('counted in spite of it', 'frames', null, 'sum'),
    figure('memory of a process', 'MB', null, 'worst'),
  ],
  run,
};

class Tally {
  readonly outcomes = new Map<string, number>();
  deaths = 0;
  looked = 0;
  megabytes = 0;

  take(outcomes: Outcomes): void {
    for (const [name, count] of Object.entries(outcomes)) {
      this.outcomes.set(name, (this.outcomes.get(name) ?? 0) + count);
      this.looked += count;
    }
  }

  figures(): Measured[] {
    const others = [...this.outcomes].filter(([name]) => !EXPECTED.has(name));
    const note = others.map(([name, count]) => `${count} ${name}`).join(', ');
    return [
      { figure: 'deaths of the process', value: this.deaths },
      {
        figure: 'faults other than of the frame',
        value: others.reduce((sum, [, count]) => sum + count, 0),
        ...(note === '' ? {} : { note }),
      },
      { figure: 'looked at', value: this.looked },
      { figure: 'counted in spite of it', value: this.outcomes.get('counted') ?? 0 },
      { figure: 'memory of a process', value: Math.round(this.megabytes) },
    ];
  }
}

async function run({ seed, amount, signal, progress }: PartOptions): Promise<readonly Measured[]> {
  const tally = new Tally();
  const paths = clips();
  const share = Math.ceil(amount / paths.length);
  await Promise.all(
    paths.map(async (path) => {
      let next = 0;
      while (next < share && !signal.aborted) {
        next = await oneLife({ seed, path, share, tally, signal, progress }, next);
      }
    }),
  );
  return tally.figures();
}

interface Lane extends Pick<PartOptions, 'seed' | 'signal' | 'progress'> {
  readonly path: string;
  readonly share: number;
  readonly tally: Tally;
}

/** From the frame `from` on until it dies, all are through, or the time is over. @returns the next frame. */
async function oneLife(lane: Lane, from: number): Promise<number> {
  const { seed, path, share, tally, signal, progress } = lane;
  const child = fork(VICTIM, [String(seed), path], {
    execArgv: process.execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const end = () => child.kill('SIGKILL');
  signal.addEventListener('abort', end, { once: true });
  try {
    if ((await answer(child)) === null) throw new Error('the process with the pool did not start');
    for (let next = from; next < share; next += RANGE) {
      const range: Range = [next, Math.min(share, next + RANGE)];
      child.send(range);
      const outcomes = await answer<Outcomes>(child);
      if (outcomes === null) {
        if (!signal.aborted) tally.deaths += 1;
        return range[1];
      }
      tally.take(outcomes);
      tally.megabytes = Math.max(tally.megabytes, lookAt(child.pid ?? 0)?.megabytes ?? 0);
      progress(`${tally.looked} keyframes, ${tally.deaths} deaths`);
    }
    return share;
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

/** What the process says next; null where it ends before. */
async function answer<Said>(child: ChildProcess): Promise<Said | null> {
  if (!child.connected) return null;
  const settled = new AbortController();
  const { signal } = settled;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([said]) => said as Said),
      once(child, 'exit', { signal }).then(() => null),
    ]);
  } finally {
    settled.abort();
  }
}
