/** The thread of the cameras, but opening makes a native call of half a second: entry for `reader-thread.test.ts`. */

import { getEnvironmentData, parentPort } from 'node:worker_threads';
import '../../../../engine/cameras/thread/worker.ts';

const CALL_MS = 500;
/** How far the call has come, and a word that nobody writes. */
const steps = new Int32Array(getEnvironmentData('steps') as SharedArrayBuffer);

parentPort?.on('message', ({ kind }: { readonly kind: string }) => {
  if (kind !== 'run') return;
  Atomics.store(steps, 0, 1);
  Atomics.wait(steps, 1, 0, CALL_MS);
  Atomics.store(steps, 0, 2);
});
