/**
 * How a running server ends: a first signal stops it cleanly, a second one at once, and whatever hangs is ended after
 * five seconds, by a thread of its own where the main one is held up. A fault that nobody caught is logged
 * and ends it too, with exit code 1.
 *
 * The process is never left by `process.exit()`, which waits for ever on a blocked camera read: it ends when nothing is
 * left to do, or by a signal.
 */

import { Worker } from 'node:worker_threads';
import { messageOf } from '../../errors.ts';
import type { JsonLog } from '../../runtime/log/log.ts';
import type { CliContext } from '../command.ts';

/** The promise is 5 s after SIGTERM (docs/reliability.md), minus a little for the way out. */
const LIMIT_MS = 4_600;
/** When the other thread ends the process: only where the main one did not. */
const WATCHDOG_MS = 4_800;
/** How long the end waits for a reader of the log, ms. Chosen here. */
const FLUSH_MS = 500;

/**
 * A second signal within this time is the first one again, ms: Ctrl+C reaches the whole process group, and npm passes
 * on to us what it got. Chosen here: longer than npm takes, shorter than anybody's patience.
 */
const ECHO_MS = 500;

export interface RunningServer {
  readonly log: JsonLog;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a server and stays until a signal has stopped it. Rejects where it does not start.
 *
 * @param onStopping is told at the signal.
 */
export async function serveUntilStopped<Running extends RunningServer>(
  stderr: NodeJS.WritableStream,
  start: () => Promise<Running>,
  onRunning: (running: Running) => Promise<void> | void,
  onStopping: () => void = () => undefined,
): Promise<void> {
  const watchdog = startWatchdog();
  let log: JsonLog | null = null;
  let stoppingSinceMs: number | null = null;
  let isStopped = false;
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const say = (words: string) => stderr.write(`turnout: ${words}\n`);
  const endHard = () => {
    const detail = 'not everything stopped within 5 s: ended hard';
    if (log === null) say(detail);
    else log.error('ended_hard', { detail });
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), SAY_MS);
  };
  const stop = async (exitCode: number) => {
    stoppingSinceMs = performance.now();
    watchdog.postMessage('arm');
    process.exitCode = exitCode;
    // Not a reason to stay: fires only while something else keeps the process.
    setTimeout(endHard, LIMIT_MS).unref();
    try {
      onStopping();
      await (await starting).stop();
    } catch (error) {
      process.exitCode = 1;
      say(messageOf(error));
    }
    isStopped = true;
    log?.info('stopped');
    await log?.flush(FLUSH_MS);
    finish();
  };
  const onFault = (error: unknown) => {
    if (log === null) say(messageOf(error));
    else log.error('uncaught', { error });
    if (stoppingSinceMs === null) stop(1).catch(onFault);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppingSinceMs === null) {
      log?.info('stopping', { signal });
      stop(0).catch(onFault);
      return;
    }
    const isEcho = performance.now() - stoppingSinceMs < ECHO_MS;
    // What has stopped is on its way out already.
    if (isEcho || isStopped) return;
    // The way a program ends by Ctrl+C that does not listen for it: at once, and quietly.
    process.removeAllListeners('SIGINT');
    process.kill(process.pid, 'SIGINT');
  };
  const listeners = {
    SIGTERM: onSignal,
    SIGINT: onSignal,
    uncaughtException: onFault,
    unhandledRejection: onFault,
  };
  for (const [event, listener] of Object.entries(listeners)) process.on(event, listener);
  const starting = start();
  try {
    const running = await starting;
    log = running.log;
    await onRunning(running);
  } catch (error) {
    // Signals do again what they do by themselves.
    for (const [event, listener] of Object.entries(listeners)) process.off(event, listener);
    await watchdog.terminate();
    throw error;
  }
  await done;
}

/** One line for the program that started it. */
export function tellListening(context: CliContext, isRead: boolean, url: string): void {
  if (isRead && context.isAnswerRead) return;
  context.stdout.write(`${JSON.stringify({ event: 'listening', url })}\n`);
}

/** How long a last line may take on its way out, ms. */
const SAY_MS = 50;

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

/**
 * Ends the process when it should have ended by itself, once it is told `arm`. A thread of its own, because a signal handler
 * and a timer of the main thread come too late when that thread is held up: by native code, by a machine that is out of
 * memory.
 */
function startWatchdog(): Worker {
  const thread = new Worker(THREAD, {
    eval: true,
    // None of the loaders of the main thread: it must be there at once.
    execArgv: [],
    workerData: { limitMs: WATCHDOG_MS, signal: SIGTERM },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 },
  });
  // Without it the process stops as well as its main thread can.
  thread.on('error', () => undefined);
  thread.unref();
  return thread;
}
