/** A box as a process: a real history of a gym, and the lines of the product. It changes its classes until it is told to rest. */

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock, watchClock } from '../../../../runtime/clock.ts';
import { silentLog } from '../../../../runtime/log/log.ts';
import { delay, every } from '../../../../runtime/timers.ts';
import { Lines } from '../../../../service/line/lines.ts';
import { join } from '../../../../service/line/link.ts';
import { openHistory } from '../../../../store/history/history.ts';
import { gymConfigOf } from '../../../../test/support/config.ts';
import { engineStatus } from '../../../../test/support/engine-status.ts';
import { GymOfClasses } from './gym.ts';

/** The only argument. */
export interface BoxOrder {
  /** Id of its gym, at the box and at the head office. */
  readonly gym: string;
  readonly dir: string;
  readonly classes: number;
  /** Address of the head office as this box reaches it. */
  readonly url: string;
  /** Null for one that has joined. */
  readonly token: string | null;
}

export type FromBox =
  | { readonly is: 'ready' }
  | { readonly is: 'made'; readonly changes: number }
  | { readonly is: 'answer'; readonly id: number; readonly value: unknown };
export interface ToBox {
  readonly id: number;
  readonly call: keyof Calls;
  readonly value: number;
}
/** What a box can be asked for. */
export type Calls = typeof CALLS;

const order: BoxOrder = JSON.parse(process.argv[2] ?? '');
const tell = (message: FromBox) => process.send?.(message);
const gym = gymConfigOf({ id: order.gym });
const history = await openHistory({ dir: order.dir, clock: systemClock, log: silentLog });
const classes = new GymOfClasses(history, order);
await classes.open();

const watch = watchClock(systemClock, silentLog);
const stopping = new AbortController();
const about = { periodMs: 1_000, signal: stopping.signal, onError: () => undefined };
void every(about, () => watch.look());
const lines = new Lines({ history, clock: systemClock, log: silentLog });
if (order.token !== null) await join(history, gym, { url: order.url, token: order.token });
await lines.start({
  config: () => ({ gyms: [gym] }),
  status: () => ({ ...engineStatus(), clock: { lastStep: watch.lastStep() } }),
  gyms: { view: () => null },
  evidence: {
    session: async () => null,
    lastHour: async () => ({ fromUtcMs: 0, counts: new Map() }),
  },
});

let isRunning = false;
let rounds: Promise<void> = Promise.resolve();
const loop = monitorEventLoopDelay({ resolution: 10 });
loop.enable();

const CALLS = {
  /** Changes classes again and again, with a pause between, until it is told to rest. */
  run: async (pauseMs: number) => {
    if (isRunning) return;
    isRunning = true;
    rounds = (async () => {
      while (isRunning) {
        tell({ is: 'made', changes: await classes.change() });
        await delay(pauseMs);
      }
    })();
  },
  rest: async () => {
    isRunning = false;
    await rounds;
  },
  /** All classes once. */
  day: async () => void tell({ is: 'made', changes: await classes.changeAll() }),
  /** So many new ones. */
  add: async (count: number) => void tell({ is: 'made', changes: await classes.add(count) }),
  state: async () => {
    const { waiting } = await history.outbox.pending(gym.id);
    // Since the last question: the worst of a hundred.
    const delayMs = Math.round(loop.percentile(99) / 1e6);
    loop.reset();
    const rssBytes = process.memoryUsage.rss();
    return { line: lines.status()[0] ?? null, waiting, rssBytes, delayMs };
  },
  rows: () => classes.rows(),
  end: async () => {
    await CALLS.rest();
    stopping.abort();
    await lines.stop();
    await history.close();
  },
};

process.on('message', ({ id, call, value }: ToBox) => {
  void CALLS[call](value).then((answer) => {
    tell({ is: 'answer', id, value: answer });
    if (call === 'end') process.disconnect?.();
  });
});
process.once('disconnect', () => process.exit(0));
tell({ is: 'ready' });
