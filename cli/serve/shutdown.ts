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
  readonly url: string;
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
  const shutdown = new Shutdown(stderr);
  shutdown.listen();
  const starting = start();
  shutdown.stopWith(() => {
    onStopping();
    return starting.then((running) => running.stop());
  });
  const running = await starting.catch((error: unknown) => {
    shutdown.forget();
    throw error;
  });
  shutdown.logTo(running.log);
  await onRunning(running);
  await shutdown.done;
}

/** One line for the program that started it. */
export function tellListening(context: CliContext, isRead: boolean, url: string): void {
  if (isRead && context.isAnswerRead) return;
  context.stdout.write(`${JSON.stringify({ event: 'listening', url })}\n`);
}

export class Shutdown {
  /** Resolves when all is stopped. */
  readonly done: Promise<void>;
  readonly #stderr: NodeJS.WritableStream;
  #finish: () => void = () => undefined;
  #log: JsonLog | null = null;
  #watchdog: Watchdog | null = null;
  #stop: () => Promise<void> = () => Promise.resolve();
  #isStopping = false;
  #isStopped = false;
  #stoppingSinceMs = 0;

  constructor(stderr: NodeJS.WritableStream) {
    this.#stderr = stderr;
    this.done = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  /** From now on signals and uncaught faults come here. */
  listen(): void {
    this.#watchdog ??= startWatchdog(WATCHDOG_MS);
    process.on('SIGTERM', this.#onSignal);
    process.on('SIGINT', this.#onSignal);
    process.on('uncaughtException', this.#onFault);
    process.on('unhandledRejection', this.#onFault);
  }

  /** Lets signals do again what they do by themselves. */
  forget(): void {
    process.off('SIGTERM', this.#onSignal);
    process.off('SIGINT', this.#onSignal);
    process.off('uncaughtException', this.#onFault);
    process.off('unhandledRejection', this.#onFault);
    this.#watchdog?.dismiss();
    this.#finish();
  }

  /** What is to be done when the end has come. */
  stopWith(stop: () => Promise<void>): void {
    this.#stop = stop;
  }

  logTo(log: JsonLog): void {
    this.#log = log;
  }

  readonly #onSignal = (signal: NodeJS.Signals): void => {
    if (!this.#isStopping) {
      this.#log?.info('stopping', { signal });
      this.#begin(0);
      return;
    }
    const isEcho = performance.now() - this.#stoppingSinceMs < ECHO_MS;
    // What has stopped is on its way out already.
    if (!isEcho && !this.#isStopped) endAtOnce();
  };

  readonly #onFault = (error: unknown): void => {
    if (this.#log === null) {
      this.#stderr.write(`turnout: ${messageOf(error)}\n`);
    } else {
      this.#log.error('uncaught', { error });
    }
    if (!this.#isStopping) {
      this.#begin(1);
    }
  };

  #begin(exitCode: number): void {
    this.#isStopping = true;
    this.#stoppingSinceMs = performance.now();
    this.#watchdog?.arm();
    process.exitCode = exitCode;
    // Not a reason to stay: fires only while something else keeps the process.
    setTimeout(() => this.#endHard(), LIMIT_MS).unref();
    this.#stop()
      .catch((error: unknown) => {
        process.exitCode = 1;
        this.#stderr.write(`turnout: ${messageOf(error)}\n`);
      })
      .then(async () => {
        this.#isStopped = true;
        this.#log?.info('stopped');
        await this.#log?.flush(FLUSH_MS);
        this.#finish();
      })
      .catch(this.#onFault);
  }

  /** Waits for no reader of what it says. */
  #endHard(): void {
    const detail = 'not everything stopped within 5 s: ended hard';
    if (this.#log === null) this.#stderr.write(`turnout: ${detail}\n`);
    else this.#log.error('ended_hard', { detail });
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), SAY_MS);
  }
}

/** How long a last line may take on its way out, ms. */
const SAY_MS = 50;

/** The way a program ends by Ctrl+C that does not listen for it: at once, and quietly. */
function endAtOnce(): void {
  process.removeAllListeners('SIGINT');
  process.kill(process.pid, 'SIGINT');
}

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

/**
 * Ends the process when it should have ended by itself. A thread of its own, because a signal handler and a timer of the
 * main thread come too late when that thread is held up: by native code, by a machine that is out of memory.
 */
function startWatchdog(limitMs: number): Watchdog {
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
