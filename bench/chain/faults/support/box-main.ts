/** A box as a process: a real history of a gym, and the lines of the product. It changes its classes until it is told to rest. */

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isTurnoutError } from '../../../../errors.ts';
import { systemClock } from '../../../../runtime/clock.ts';
import { watchClock } from '../../../../runtime/clock-watch.ts';
import { silentLog } from '../../../../runtime/log/log.ts';
import { delay, every } from '../../../../runtime/timers.ts';
import { Lines } from '../../../../service/line/lines.ts';
import { join, leave } from '../../../../service/line/link/join.ts';
import { openHistory } from '../../../../store/history/history.ts';
import { gymConfig } from '../../../../test/hq/line/gym-config.fixture.ts';
import { engineStatus } from '../../../../test/support/engine-status.ts';
import { GymOfClasses } from './gym.ts';
import type { BoxOrder, BoxState, FromBox, ToBox } from './talk.ts';

const order: BoxOrder = JSON.parse(process.argv[2] ?? '');
const tell = (message: FromBox) => process.send?.(message);
const gym = gymConfig(order.gym);
const history = await openHistory({ dir: order.dir, clock: systemClock, log: silentLog });
const classes = new GymOfClasses(history, order);
await classes.open();

const watch = watchClock(systemClock, silentLog);
const stopping = new AbortController();
const about = { periodMs: 1_000, signal: stopping.signal, onError: () => undefined };
void every(about, () => watch.look());
const lines = new Lines({ history, clock: systemClock, log: silentLog });
if (order.token !== null) {
  await join(history, gym, { url: order.url, token: order.token }).catch((error: unknown) => {
    tell({ is: 'refused', code: isTurnoutError(error) ? error.code : String(error) });
    process.exit(0);
  });
}
await lines.start({
  config: () => ({ gyms: [gym] }),
  status: () => ({ ...engineStatus(), clock: { lastStep: watch.lastStep() } }),
  gym: () => null,
  evidence: {
    session: async () => null,
    lastHour: async () => ({ fromUtcMs: 0, counts: new Map() }),
  },
});

let isRunning = false;
let rounds: Promise<void> = Promise.resolve();
const loop = monitorEventLoopDelay({ resolution: 10 });
loop.enable();

async function run(pauseMs: number): Promise<void> {
  while (isRunning) {
    tell({ is: 'made', changes: await classes.change() });
    await delay(pauseMs);
  }
}

async function state(): Promise<BoxState> {
  const { waiting } = await history.outbox.pending(gym.id);
  const delayMs = Math.round(loop.percentile(99) / 1e6);
  loop.reset();
  return { line: lines.status()[0] ?? null, waiting, rssBytes: process.memoryUsage.rss(), delayMs };
}

async function rest(): Promise<void> {
  isRunning = false;
  await rounds;
}

async function answer(question: ToBox): Promise<unknown> {
  switch (question.ask) {
    case 'run':
      if (!isRunning) {
        isRunning = true;
        rounds = run(question.pauseMs);
      }
      return null;
    case 'rest':
      await rest();
      return null;
    case 'day':
      tell({ is: 'made', changes: await classes.changeAll() });
      return null;
    case 'add':
      tell({ is: 'made', changes: await classes.add(question.classes) });
      return null;
    case 'join':
      await leave(history, gym);
      await join(history, gym, { url: order.url, token: question.token });
      return null;
    case 'state':
      return state();
    case 'rows':
      return classes.rows();
    case 'end':
      await rest();
      stopping.abort();
      await lines.stop();
      await history.close();
      return null;
  }
}

process.on('message', (question: ToBox) => {
  void answer(question).then((value) => {
    tell({ is: 'answer', id: question.id, value });
    if (question.ask === 'end') process.disconnect?.();
  });
});
process.once('disconnect', () => process.exit(0));
tell({ is: 'ready' });
