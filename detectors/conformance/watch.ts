/** What a detector does besides its answers while it is looked at: what it prints, what it starts, what memory it takes. */

import { readdirSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Runs `work` while nothing is printed. Resolves with the number of lines that would have been. */
export async function linesPrinted(work: () => Promise<void>): Promise<number> {
  const streams = [process.stdout, process.stderr];
  const writes = streams.map((stream) => stream.write);
  let lines = 0;
  const count = (chunk: unknown): boolean => {
    lines += Math.max(1, String(chunk).split('\n').length - 1);
    return true;
  };
  for (const stream of streams) stream.write = count;
  try {
    await work();
  } finally {
    streams.forEach((stream, at) => {
      stream.write = writes[at] ?? stream.write;
    });
  }
  return lines;
}

/** Ids of the programs that a process has started and that run, this one's unless named; none where the system does not tell. */
export function childrenOf(pid: number | 'self' = 'self'): readonly number[] {
  const tasks = `/proc/${pid}/task`;
  try {
    return readdirSync(tasks).flatMap((task) =>
      readFileSync(`${tasks}/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    // Another system, or a process that is gone.
    return [];
  }
}

/** How often the collector runs before memory is read, and the time between, ms. What waits for a finalizer takes turns. */
const COLLECTIONS = 5;
const COLLECTION_MS = 5;

/**
 * Memory of this process after the rubbish was taken out, bytes: of JavaScript, and of all that it holds. What is freed by a
 * finalizer, such as the body of a `fetch`, is out too.
 */
export async function settledMemory(): Promise<{
  readonly heapBytes: number;
  readonly allBytes: number;
}> {
  for (let time = 0; time < COLLECTIONS; time += 1) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, COLLECTION_MS));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heapBytes: heapUsed + external, allBytes: rss };
}

/** Runs the collector, also in a process that was not started with `--expose-gc`. */
function collectGarbage(): void {
  if (globalThis.gc === undefined) setFlagsFromString('--expose-gc');
  const collect: unknown = globalThis.gc ?? runInNewContext('gc');
  if (typeof collect === 'function') collect();
}
