/** Waits for a condition or an event, not for a time. */

import { setTimeout as wait } from 'node:timers/promises';

/** Resolves once `isTrue` is; the test's own time limit is what ends a wait in vain. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await wait(20);
}

/** A promise and what settles it. */
export function later<Value = void>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<Value>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}
