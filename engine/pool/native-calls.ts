/**
 * When a worker may be ended: not while a native call runs in it. And when its task began, for the time limit.
 *
 * A call that comes back to a thread whose JavaScript was ended meanwhile has nowhere to throw, and its binding aborts the
 * whole process: onnxruntime-node 1.30 after a run and after loading, node-av 6.1 after decoding and while it is loaded.
 * No call can be cut short from outside, so nothing is lost by waiting for it.
 *
 * Both threads share a few bytes a task: the number of calls under way, with a bit once the worker is to end, and two
 * instants: when the worker took the task, and when it began to look at the picture.
 */

import { every } from '../../runtime/timers.ts';

const ENDING = 1 << 30;
/** How often the main thread looks whether the last call has come back, ms. Chosen here. */
const LOOK_MS = 5;
/**
 * Longest wait for it, ms. Chosen here: who hangs that long hangs for ever (a model on a network disk that is gone), and
 * its worker is needed by the others.
 */
const MAX_WAIT_MS = 10_000;

/** The calls: a word at the front. The instants: 64-bit words behind it, ns of the clock that all threads share. */
const CALLS_BYTES = 8;
const INSTANTS = ['taken', 'begun'] as const;
type Instant = (typeof INSTANTS)[number];
const SHARED_BYTES = CALLS_BYTES + INSTANTS.length * BigInt64Array.BYTES_PER_ELEMENT;

/** Of one task, on the main thread. */
export class NativeCalls {
  /** To be sent along with the task. */
  readonly shared = newShared();
  readonly #word = callsIn(this.shared);
  readonly #instants = instantsIn(this.shared);

  /** Time since then, ms; null where it is still to come. */
  sinceMs(instant: Instant): number | null {
    const ns = Atomics.load(this.#instants, INSTANTS.indexOf(instant));
    return ns === 0n ? null : Number(process.hrtime.bigint() - ns) / 1e6;
  }

  /**
   * Resolves once the worker can be ended: no call runs, and none begins any more.
   *
   * @param maxWaitMs longest wait for a call, ms.
   */
  async end(maxWaitMs = MAX_WAIT_MS): Promise<void> {
    Atomics.or(this.#word, 0, ENDING);
    const out = new AbortController();
    const lookUntil = performance.now() + maxWaitMs;
    const look = () => {
      if (Atomics.load(this.#word, 0) === ENDING || performance.now() >= lookUntil) out.abort();
    };
    look();
    await every({ periodMs: LOOK_MS, signal: out.signal, onError: () => undefined }, look);
  }
}

/** What a worker and the main thread share of one task. */
export function newShared(): SharedArrayBuffer {
  return new SharedArrayBuffer(SHARED_BYTES);
}

/**
 * Notes in a worker that it has taken the task, its own start behind it, or that its look at the picture begins, the
 * building of the detector behind it.
 *
 * @param shared that of the task under way.
 */
export function noteInstant(shared: SharedArrayBuffer, instant: Instant): void {
  Atomics.store(instantsIn(shared), INSTANTS.indexOf(instant), process.hrtime.bigint());
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
  const word = callsIn(shared);
  if ((Atomics.add(word, 0, 1) & ENDING) !== 0) leave(word);
  try {
    return await call();
  } finally {
    leave(word);
  }
}

function callsIn(shared: SharedArrayBuffer): Int32Array {
  return new Int32Array(shared, 0, 1);
}

function instantsIn(shared: SharedArrayBuffer): BigInt64Array {
  return new BigInt64Array(shared, CALLS_BYTES, INSTANTS.length);
}

function leave(word: Int32Array): void {
  const before = Atomics.sub(word, 0, 1);
  // Stands still until the thread is ended: what came after this call could be another.
  if ((before & ENDING) !== 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
