/**
 * Watches calls into native libraries: those that a detector makes without `env.native` may abort the whole process when its
 * worker is ended meanwhile. It sees libraries that are loaded after it began.
 */

import { basename } from 'node:path';

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
