/**
 * Entry of the process of one plugin: a pool of its own behind a channel. The plugin's code runs in the pool's workers
 * only, so this thread always answers, whatever the plugin does.
 */

import { isTurnoutError, messageOf } from '../../../errors.ts';
import { every } from '../../../runtime/timers.ts';
import type { SampleTask, WorkerAnswer } from '../messages.ts';
import { createPool } from '../pool.ts';
import {
  endProcessGroup,
  type Order,
  type ProcessSetup,
  type Report,
  type SentTask,
} from './plugin-process.ts';

/** How often the program hears of it, ms. */
const ALIVE_MS = 250;

const setup = JSON.parse(process.argv[2] ?? '') as ProcessSetup;
const states = new Map<number, SharedArrayBuffer>();
const pool = createPool({
  ...setup,
  counts: null,
  onNote: (note) => report({ kind: 'note', note }),
  // After a time-out this process is ended whole.
  nativeWaitMs: 0,
  // The process itself is nice already.
  niceIncrement: 0,
});

// The program is gone, whatever ended it: nothing of the plugin may outlive it.
process.on('disconnect', () => endProcessGroup(process.pid));
// A service manager sends these to all processes of a service: the program ends this one when it stops.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
process.on('message', (order: Order) => void serve(order));
const forEver = new AbortController();
void every({ periodMs: ALIVE_MS, signal: forEver.signal, onError: () => undefined }, () => {
  // It can have gone before anything listened.
  if (!process.connected) endProcessGroup(process.pid);
  report({ kind: 'alive', rssBytes: process.memoryUsage.rss() });
});
report({ kind: 'ready' });

async function serve(order: Order): Promise<void> {
  if (order.kind === 'forget') {
    states.delete(order.stateId);
    return;
  }
  const work =
    order.kind === 'prepare' ? pool.prepare(order.choice) : pool.sample(taskOf(order.task));
  report({ kind: 'answer', id: order.id, answer: await answerOf(work) });
}

function taskOf({ frame, state, ...task }: SentTask): SampleTask {
  // The bytes are a view of what was read from the channel, which can hold other orders too: the worker takes a copy.
  const own = { ...frame, data: new Uint8Array(frame.data) };
  return { ...task, frame: own, state: stateOf(state), target: null };
}

function stateOf(sent: { id: number; bytes: number } | null): SharedArrayBuffer | null {
  if (sent === null) return null;
  const known = states.get(sent.id) ?? new SharedArrayBuffer(sent.bytes);
  states.set(sent.id, known);
  return known;
}

async function answerOf(work: Promise<unknown>): Promise<WorkerAnswer<unknown>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    if (isTurnoutError(error)) return { ok: false, code: error.code, parts: error.parts };
    const parts = { where: 'process of a detector', expected: 'a sample', got: messageOf(error) };
    return { ok: false, code: 'internal_error', parts };
  }
}

function report(message: Report): void {
  process.send?.(message, () => undefined);
}
