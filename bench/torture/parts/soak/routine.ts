/** What goes on all the time in a soak: calls at a steady rate, imports, and new configurations by SIGHUP. */

import { writeFile } from 'node:fs/promises';
import { Agent, get, type RequestOptions } from 'node:http';
import { join } from 'node:path';
import { every } from '../../../../runtime/timers.ts';
import { importSchedule } from '../../support/operations.ts';
import type { Program } from '../../support/program.ts';
import { statusOf, waitUntil } from '../../support/status.ts';
import { timetableFile } from '../../support/timetable-file.ts';

/** Four times one request every 200 ms: 20 a second. */
const CLIENTS = 4;
const ASK_EVERY_MS = 200;
const ANSWER_MS = 10_000;
const RELOAD_LIMIT_MS = 10_000;

export interface RoutineOptions {
  readonly program: Program;
  /** An owner's. */
  readonly key: string;
  /** The n-th configuration; all of them mean the same. */
  readonly configOf: (turn: number) => object;
  readonly folder: string;
  /** From one import to the next, and from one reload to the next. */
  readonly periodMs: number;
  readonly signal: AbortSignal;
}

export interface Routine {
  answers: number;
  /** Answers of 5xx, and calls without an answer. */
  failed: number;
  imports: number;
  reloads: number;
  /** Imports and reloads that failed, each with why. */
  readonly faults: string[];
}

/** Goes on until the signal aborts. The same object changes all the time. */
export function startRoutine(options: RoutineOptions): { found: Routine; ended: Promise<void> } {
  const { program, key, configOf, folder, periodMs, signal } = options;
  const found: Routine = { answers: 0, failed: 0, imports: 0, reloads: 0, faults: [] };
  const onError = (error: unknown) => {
    if (!signal.aborted) found.faults.push(error instanceof Error ? error.message : String(error));
  };
  const repeat = (ms: number, action: (turn: number) => Promise<void>) => {
    let turn = 0;
    return every({ periodMs: ms, signal, onError }, () => action(++turn));
  };
  const importing = repeat(periodMs, async (turn) => {
    await importSchedule(program.dataFolder, 'desk', timetableFile(turn));
    found.imports += 1;
  });
  const reloading = repeat(periodMs, async (turn) => {
    await reload(program, key, join(folder, 'turnout.yaml'), configOf(turn));
    found.reloads += 1;
  });
  // Always as many connections: theirs are descriptors of the program too.
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const asking = Array.from({ length: CLIENTS }, (_, client) =>
    repeat(ASK_EVERY_MS, async (turn) => {
      const status = await ask(agent, program.url, key, client + turn).catch(() => null);
      if (signal.aborted) return;
      if (status === null || status >= 500) found.failed += 1;
      else found.answers += 1;
    }),
  );
  const ended = Promise.all([importing, reloading, ...asking]).then(() => agent.destroy());
  return { found, ended };
}

async function reload(program: Program, key: string, path: string, config: object): Promise<void> {
  const loadedAt = async () => (await statusOf(program.url, key)).configuration.loaded_at;
  const before = await loadedAt();
  await writeFile(path, JSON.stringify(config));
  program.child.kill('SIGHUP');
  const tookMs = await waitUntil(async () => (await loadedAt()) !== before, RELOAD_LIMIT_MS);
  if (tookMs === null) throw new Error('a new configuration was not taken');
}

/** What people and machines ask, wrong things too. */
function ask(agent: Agent, url: string, key: string, turn: number): Promise<number> {
  const own = { authorization: `Bearer ${key}` };
  const calls: readonly (readonly [path: string, headers: Readonly<Record<string, string>>])[] = [
    ['/health', {}],
    ['/v1/summary', own],
    ['/v1/status', own],
    ['/v1/revenue', { 'x-sandbox': 'true' }],
    [`/ask?query=How+many+people+came+${turn % 7}+days+ago`, own],
    ['/metrics', own],
    ['/v1/summary?from=never', own],
    ['/v1/summary', { authorization: 'Bearer wrong' }],
    ['/nowhere', {}],
    ['/openapi.json', {}],
  ];
  const [path, headers] = calls[turn % calls.length] ?? ['/', {}];
  return statusFor(`${url}${path}`, { agent, headers: { ...headers } });
}

/** Rejects where there is no whole answer. */
function statusFor(url: string, options: RequestOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, options, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', reject);
    });
    request.once('error', reject);
    request.setTimeout(ANSWER_MS, () => request.destroy(new Error('no answer')));
  });
}
