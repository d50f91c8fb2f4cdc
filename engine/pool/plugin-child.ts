/**
 * Entry of a process of one plugin: one order at a time, on its only thread. What the plugin does to the process it does to
 * itself; the program ends it where it does not answer in time.
 */

import { Worker } from 'node:worker_threads';
import { thrownText } from '../../detectors/faults.ts';
import { every } from '../../runtime/timers.ts';
import { guardProcess } from './guard.ts';
import type { Line, Order, ProcessSetup, Report } from './plugin-lane.ts';
import { answerOf, Sampler } from './sampler.ts';

/** How often the program hears how much memory it takes, ms. */
const TELL_MS = 250;
/** Most lines a minute, and longest line. Chosen here: enough to read what goes wrong, and no more than a log can bear. */
const MAX_LINES_A_MINUTE = 60;
const MAX_LINE_LENGTH = 400;
/** Longest fields of a line of the log, as JSON. */
const MAX_FIELDS_LENGTH = 2_000;
/** This thread may be spinning when the program goes. */
const WATCHDOG = `
  const { workerData: program } = require('node:worker_threads');
  setInterval(() => process.ppid === program || process.kill(-process.pid, 'SIGKILL'), 500);
`;

const { taskTimeoutMs, program } = JSON.parse(process.argv[2] ?? '') as ProcessSetup;
const send = process.send?.bind(process);
Object.assign(process, { send: undefined });
Object.assign(process.stdout, { write: print });
Object.assign(process.stderr, { write: print });
let [lines, minuteBeganMs] = [0, 0];
const kill = process.kill.bind(process);
const isWindows = process.platform === 'win32';
// The program is gone, whatever ended it: nothing of the plugin may outlive it.
process.on('disconnect', () => kill(isWindows ? process.pid : -process.pid, 'SIGKILL'));
if (!isWindows) new Worker(WATCHDOG, { eval: true, execArgv: [], workerData: program }).unref();
guardProcess();
// A service manager sends these to all processes of a service: the program ends this one when it stops.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
// What a plugin leaves behind and throws later.
process.on('uncaughtException', lateFault);
process.on('unhandledRejection', lateFault);

const sampler = new Sampler({
  logged: (detector, level, text, fields) =>
    say({ kind: 'logged', detector, level, text: String(text), fields: safe(fields) }),
  limitMs: taskTimeoutMs,
});

process.on('message', async (order: Order) => {
  const sent = order.kind === 'sample' ? order.task.state : null;
  // Memory of its own: numbers of eight bytes can be in it, which lie anywhere in a message.
  const state = sent === null ? null : new Uint8Array(sent);
  const answer = await answerOf(() => perform(order, state));
  report({ kind: 'answer', answer, state });
});
const forEver = new AbortController();
void every({ periodMs: TELL_MS, signal: forEver.signal, onError: () => undefined }, () =>
  report({ kind: 'memory', rssBytes: process.memoryUsage.rss() }),
);
report({ kind: 'ready' });

function perform(order: Order, state: Uint8Array | null): Promise<unknown> {
  if (order.kind === 'prepare') return sampler.prepare(order.choice);
  return sampler.sample({ ...order.task, state }, () => report({ kind: 'begun' }));
}

function lateFault(fault: unknown): void {
  say({ kind: 'late_fault', text: thrownText(fault) });
}

/** In place of the `write` of a stream. */
function print(chunk: unknown, ...rest: readonly unknown[]): boolean {
  const most = MAX_LINES_A_MINUTE * MAX_LINE_LENGTH;
  const text = chunk instanceof Uint8Array ? Buffer.from(chunk.subarray(0, most)) : chunk;
  for (const line of String(text).slice(0, most).split('\n')) {
    if (line !== '') say({ kind: 'printed', text: line });
  }
  const done = rest.at(-1);
  if (typeof done === 'function') done();
  return true;
}

function say(line: Line): void {
  const nowMs = performance.now();
  if (nowMs - minuteBeganMs > 60_000) {
    const dropped = lines - MAX_LINES_A_MINUTE;
    [lines, minuteBeganMs] = [0, nowMs];
    if (dropped > 0) say({ kind: 'printed', text: `(${dropped} more in the last minute)` });
  }
  lines += 1;
  if (lines <= MAX_LINES_A_MINUTE) report({ ...line, text: line.text.slice(0, MAX_LINE_LENGTH) });
}

/** Fields that are no JSON, or more than a line can bear, are left out: the line is worth more. */
function safe(fields: object | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const text = JSON.stringify(fields ?? {});
    return fields === undefined || text.length > MAX_FIELDS_LENGTH ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function report(message: Report): void {
  send?.(message, undefined, undefined, () => undefined);
}
