/** What a detector does besides its answers while it is looked at: what it prints, what it starts, what memory it takes. */

import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
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
const TURN_MS = 5;

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
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
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

/**
 * Watches calls into native libraries: those that a detector makes without `env.native` may abort the whole process when its
 * worker is ended meanwhile. It sees libraries that are loaded after it began.
 */

type Callable = (...args: unknown[]) => unknown;

/** Guarded calls under way. */
let guarded = 0;
/** Looks and starts under way. */
let watched = 0;
const unguarded = new Set<string>();

/** Once a process, before the detector is loaded. */
export function watchNative(): void {
  const load = process.dlopen.bind(process);
  process.dlopen = (module: unknown, filename: string, ...rest: number[]) => {
    // Node's own types leave out what the loaded library puts there.
    const target = module as { exports: unknown };
    load(target as object, filename, ...(rest as [number]));
    target.exports = wrapped(target.exports, basename(filename));
  };
}

/** `env.native` while a detector is watched. */
export async function guardedCall<T>(call: () => T | Promise<T>): Promise<T> {
  guarded += 1;
  try {
    return await call();
  } finally {
    guarded -= 1;
  }
}

/** Runs a part of a detector. */
export async function whileWatched<T>(part: () => T | Promise<T>): Promise<T> {
  watched += 1;
  try {
    return await part();
  } finally {
    watched -= 1;
  }
}

/** Names of the calls that were made without `env.native`, so far. */
export function unguardedCalls(): readonly string[] {
  return [...unguarded];
}

function note(name: string): void {
  if (watched > 0 && guarded === 0) unguarded.add(name);
}

/** A native function, class, object or value that notes its calls. Objects of native classes do so as well. */
function wrapped(value: unknown, name: string, owner?: object): unknown {
  if (typeof value === 'function') return wrappedFunction(value as Callable, name, owner);
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get: (target, key) => memberOf(target, key, name),
  });
}

function wrappedFunction(value: Callable, name: string, owner?: object): unknown {
  return new Proxy(value, {
    apply: (target, self, args) => {
      note(name);
      return Reflect.apply(target, owner ?? self, args);
    },
    construct: (target, args) => {
      note(name);
      return wrapped(Reflect.construct(target, args), name) as object;
    },
    get: (target, key) => memberOf(target, key, name),
  });
}

/** Native methods take no proxy for themselves: they are called on what it stands for. */
function memberOf(target: object, key: string | symbol, name: string): unknown {
  const value: unknown = Reflect.get(target, key);
  const own = Object.getOwnPropertyDescriptor(target, key);
  const isFixed = own !== undefined && own.configurable === false && own.writable === false;
  if (isFixed || key === 'prototype' || key === 'constructor') return value;
  if (typeof value !== 'function') return value;
  return wrappedFunction(value as Callable, `${name}: ${String(key)}`, target);
}
