/** Runs one part within its time, and compares what it measured with its goals. */

import type { Machine } from '../support/machine.ts';
import type { Figure } from '../support/report.ts';
import type { Goal, Measured, PartOptions, TorturePart } from './part.ts';
import type { PartRun } from './results.ts';

/** All seven parts one after the other take less than two minutes. */
const SHORT_MS = 17_000;
/** From the abort to the return: it stops its program and closes its sockets. A part that takes longer hangs. */
const ENDING_MS = 30_000;

export interface RunPartOptions extends Omit<PartOptions, 'signal'> {
  readonly machine: Pick<Machine, 'when' | 'revision' | 'node' | 'load'>;
  /** Aborts when the user ends the run. */
  readonly signal: AbortSignal;
  /** Other than the usual times, for tests. */
  readonly shortMs?: number;
  readonly endingMs?: number;
}

/** Never rejects: what a part throws is the fault in its run. */
export async function runPart(part: TorturePart, options: RunPartOptions): Promise<PartRun> {
  const { seed, isShort, amount, machine, progress } = options;
  const beganMs = performance.now();
  const controller = new AbortController();
  const abort = () => controller.abort();
  options.signal.addEventListener('abort', abort, { once: true });
  const timer = isShort ? setTimeout(abort, options.shortMs ?? SHORT_MS) : undefined;
  const { signal } = controller;
  let figures: readonly Figure[] = [];
  let fault: string | null = null;
  try {
    const measured = await Promise.race([
      part.run({ seed, isShort, amount, signal, progress }),
      hung(signal, options.endingMs ?? ENDING_MS),
      strayFault(signal),
    ]);
    figures = compare(part.goals, measured);
  } catch (error) {
    fault = error instanceof Error ? error.message : String(error);
  } finally {
    // Ends what is left of it, and the two waits above.
    abort();
    clearTimeout(timer);
    options.signal.removeEventListener('abort', abort);
  }
  const { when, revision, node, load } = machine;
  const durationS = Math.round((performance.now() - beganMs) / 1000);
  const about = { part: part.name, what: part.what, unit: part.amount.unit };
  return {
    ...about,
    when,
    revision,
    node,
    load,
    seeds: [seed],
    isShort,
    amount,
    durationS,
    figures,
    fault,
  };
}

/** Rejects some time after the abort; that nobody waits any more by then does no harm. */
function hung(signal: AbortSignal, endingMs: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () =>
      reject(new Error(`the part did not end ${endingMs / 1000} s after its time`));
    signal.addEventListener('abort', () => setTimeout(fail, endingMs).unref(), { once: true });
  });
}

/** An error that a part lets escape from a callback fails this part, not the run. */
function strayFault(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = (error: unknown) => reject(error);
    process.on('uncaughtException', fail);
    process.on('unhandledRejection', fail);
    const forget = () => {
      process.off('uncaughtException', fail);
      process.off('unhandledRejection', fail);
    };
    signal.addEventListener('abort', () => setTimeout(forget, 0), { once: true });
  });
}

/** Throws where a part forgot a figure, or has one that it did not name. */
function compare(goals: readonly Goal[], measured: readonly Measured[]): Figure[] {
  const known = new Set(goals.map(({ figure }) => figure));
  const unknown = measured.find(({ figure }) => !known.has(figure));
  if (unknown !== undefined) throw new Error(`the part has no goal "${unknown.figure}"`);
  return goals.map(({ figure: name, unit, limit, direction }) => {
    const found = measured.find(({ figure }) => figure === name);
    if (found === undefined) throw new Error(`the part measured no "${name}"`);
    const goal = { name, unit, limit, direction };
    if ('skipped' in found) return { ...goal, value: null, note: found.skipped };
    const note = found.note === undefined ? {} : { note: found.note };
    // Not a number holds no limit.
    return { ...goal, value: found.value, ...note };
  });
}
