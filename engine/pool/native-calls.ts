/**
 * When a worker may be ended: not while a native call runs in it.
 *
 * A call that comes back to a thread whose JavaScript was ended meanwhile has nowhere to throw, and its binding aborts the
 * whole process: onnxruntime-node 1.30 after a run and after loading, node-av 6.1 after decoding and while it is loaded.
 * No call can be cut short from outside, so nothing is lost by waiting for it.
 *
 * Both threads share one word a task: the number of calls under way, and a bit once the worker is to end.
 */

import { every } from '../timers.ts';

const ENDING = 1 << 30;
/** How often the main thread looks whether the last call has come back, ms. Chosen here. */
const LOOK_MS = 5;
/**
 * Longest wait for it, ms. Chosen here: who hangs that long hangs for ever (a model on a network disk that is gone), and
 * its worker is needed by the others.
 */
const MAX_WAIT_MS = 10_000;

/** Of one task, on the main thread. */
export class NativeCalls {
  /** To be sent along with the task. */
  readonly shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  readonly #word = new Int32Array(this.shared);

  /** Resolves once the worker can be ended: no call runs, and none begins any more. */
  async end(): Promise<void> {
    Atomics.or(this.#word, 0, ENDING);
    const out = new AbortController();
    const lookUntil = performance.now() + MAX_WAIT_MS;
    const look = () => {
      if (Atomics.load(this.#word, 0) === ENDING || performance.now() > lookUntil) out.abort();
    };
    look();
    await every({ periodMs: LOOK_MS, signal: out.signal, onError: () => undefined }, look);
  }
}

/**
 * Makes a native call in a worker. Never comes back once the worker is to end.
 *
 * @param shared that of the task under way.
 */
export async function makeNativeCall<T>(
  shared: SharedArrayBuffer,
  call: () => T | Promise<T>,
): Promise<T> {
  const word = new Int32Array(shared);
  if ((Atomics.add(word, 0, 1) & ENDING) !== 0) leave(word);
  try {
    return await call();
  } finally {
    leave(word);
  }
}

function leave(word: Int32Array): void {
  const before = Atomics.sub(word, 0, 1);
  // Stands still until the thread is ended: what came after this call could be another.
  if ((before & ENDING) !== 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
