/**
 * Ends the process when it should have ended by itself. A thread of its own, because a signal handler and a timer of the
 * main thread come too late when that thread is held up: by native code, by a machine that is out of memory.
 */

import { Worker } from 'node:worker_threads';

export interface Watchdog {
  /** From now on the process has `limitMs` to end. A second call changes nothing. */
  arm(): void;
  /** The process may live on. */
  dismiss(): void;
}

/**
 * The thread also hears SIGTERM itself, through a part of Node that is deprecated in its documentation and for which there
 * is no other. Where a later Node has it no more, `arm` is what remains: that covers all but a main thread that is held up
 * when the signal comes.
 */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
let isArmed = false;
const arm = () => {
  if (isArmed) return;
  isArmed = true;
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), workerData.limitMs);
};
parentPort.on('message', arm);
try {
  process.noDeprecation = true;
  const { Signal } = process.binding('signal_wrap');
  const signal = new Signal();
  signal.onsignal = arm;
  signal.start(workerData.signal);
} catch {}
`;

/** Signal number of SIGTERM on every system that has it. */
const SIGTERM = 15;

export function startWatchdog(limitMs: number): Watchdog {
  const thread = new Worker(THREAD, {
    eval: true,
    // None of the loaders of the main thread: it must be there at once.
    execArgv: [],
    workerData: { limitMs, signal: SIGTERM },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 },
  });
  // Without it the process stops as well as its main thread can.
  thread.on('error', () => undefined);
  thread.unref();
  return {
    arm: () => thread.postMessage('arm'),
    dismiss: () => void thread.terminate(),
  };
}
