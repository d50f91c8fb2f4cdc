/** Reading a schedule on a thread of its own, so that nothing else waits for 100,000 rows. */

import { Worker } from 'node:worker_threads';
import { type ErrorCode, type ErrorParts, TurnoutError } from '../../errors.ts';
import { delay } from '../timers.ts';
import { workerModule } from '../worker-module.ts';
import type { ParsedSchedule } from './entry.ts';
import type { ParseOptions } from './options.ts';

/** What the thread is given. */
export interface ParseOrder {
  readonly bytes: Uint8Array;
  readonly options: ParseOptions;
}

/** What it answers, once. */
export type ParseAnswer =
  | { readonly parsed: ParsedSchedule }
  | { readonly fault: { readonly code: ErrorCode; readonly parts: ErrorParts } };

/** Chosen here: the largest file takes a tenth of it on the slowest machine tried. */
const DEFAULT_TIMEOUT_MS = 60_000;
/** JavaScript heap of the thread, MiB. Chosen here: a file of 32 MiB with 100,000 rows stays below half of it. */
const MAX_HEAP_MIB = 1_024;

export interface OffThreadOptions {
  readonly timeoutMs?: number;
  /** Ends the thread and rejects with its reason. */
  readonly signal?: AbortSignal;
}

/**
 * `parseSchedule` on a thread that ends afterwards. The bytes are copied. Besides its errors rejects with
 * `schedule_timeout` after `timeoutMs`, and with `schedule_too_large` where the memory does not suffice.
 */
export async function parseScheduleOffThread(
  bytes: Uint8Array,
  options: ParseOptions,
  { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: OffThreadOptions = {},
): Promise<ParsedSchedule> {
  const { url, execArgv } = workerModule('./parse-worker', import.meta.url);
  const workerData: ParseOrder = { bytes, options };
  const worker = new Worker(url, {
    execArgv,
    workerData,
    name: 'schedule',
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
  });
  const done = new AbortController();
  const ending = AbortSignal.any(signal === undefined ? [done.signal] : [done.signal, signal]);
  try {
    return await Promise.race([answerOf(worker), endOf(timeoutMs, ending)]);
  } finally {
    done.abort();
    await worker.terminate();
  }
}

function answerOf(worker: Worker): Promise<ParsedSchedule> {
  return new Promise((resolve, reject) => {
    worker.on('message', (answer: ParseAnswer) => {
      if ('parsed' in answer) resolve(answer.parsed);
      else reject(new TurnoutError(answer.fault.code, answer.fault.parts));
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory() : error);
    });
    worker.on('exit', (status) => {
      reject(new Error(`the thread that reads schedules ended with status ${status}`));
    });
  });
}

/** Rejects when the time is up or the caller wants no answer any more. */
async function endOf(timeoutMs: number, signal: AbortSignal): Promise<never> {
  const isLate = await delay(timeoutMs, signal);
  throw isLate ? timeout(timeoutMs) : signal.reason;
}

function timeout(timeoutMs: number): TurnoutError {
  return new TurnoutError('schedule_timeout', {
    where: 'schedule',
    expected: `to be read within ${timeoutMs / 1000} s`,
    got: 'no end',
    hint: 'export fewer weeks at a time',
  });
}

function outOfMemory(): TurnoutError {
  return new TurnoutError('schedule_too_large', {
    where: 'schedule',
    expected: `classes that fit into ${MAX_HEAP_MIB} MiB of memory`,
    got: 'more',
    hint: 'export fewer weeks at a time',
  });
}
