/**
 * How a running server ends: a first signal stops it cleanly, a second one at once, and whatever hangs is ended after
 * five seconds. A fault that nobody caught is logged and ends it too, with exit code 1.
 *
 * The process is never left by `process.exit()`, which waits for ever on a blocked camera read: it ends when nothing is
 * left to do, or by SIGKILL.
 */

import type { Log } from '../engine/index.ts';
import { messageOf } from '../errors.ts';

/** Source: the decisions page: "SIGTERM stops cleanly within 5 s". Less a little for the way out. */
const LIMIT_MS = 4_800;

/**
 * A second signal within this time is the first one again, ms: Ctrl+C reaches the whole process group, and npm passes
 * on to us what it got. Chosen here: longer than npm takes, shorter than anybody's patience.
 */
const ECHO_MS = 500;

export class Shutdown {
  /** Resolves when all is stopped. */
  readonly done: Promise<void>;
  private readonly stderr: NodeJS.WritableStream;
  private finish: () => void = () => undefined;
  private log: Log | null = null;
  private stop: () => Promise<void> = () => Promise.resolve();
  private isStopping = false;
  private stoppingSinceMs = 0;

  constructor(stderr: NodeJS.WritableStream) {
    this.stderr = stderr;
    this.done = new Promise((resolve) => {
      this.finish = resolve;
    });
  }

  /** From now on signals and uncaught faults come here. */
  listen(): void {
    process.on('SIGTERM', this.onSignal);
    process.on('SIGINT', this.onSignal);
    process.on('uncaughtException', this.onFault);
    process.on('unhandledRejection', this.onFault);
  }

  /** Lets signals do again what they do by themselves. */
  forget(): void {
    process.off('SIGTERM', this.onSignal);
    process.off('SIGINT', this.onSignal);
    process.off('uncaughtException', this.onFault);
    process.off('unhandledRejection', this.onFault);
    this.finish();
  }

  /** What is to be done when the end has come. */
  stopWith(stop: () => Promise<void>): void {
    this.stop = stop;
  }

  logTo(log: Log): void {
    this.log = log;
  }

  private readonly onSignal = (signal: NodeJS.Signals): void => {
    const isEcho = performance.now() - this.stoppingSinceMs < ECHO_MS;
    if (this.isStopping && isEcho) {
      return;
    }
    if (this.isStopping) {
      this.endHard(`a second ${signal}: ended at once`);
    } else {
      this.log?.info('stopping', { signal });
      this.begin(0);
    }
  };

  private readonly onFault = (error: unknown): void => {
    if (this.log === null) {
      this.stderr.write(`turnout: ${messageOf(error)}\n`);
    } else {
      this.log.error('uncaught', { error });
    }
    if (!this.isStopping) {
      this.begin(1);
    }
  };

  private begin(exitCode: number): void {
    this.isStopping = true;
    this.stoppingSinceMs = performance.now();
    process.exitCode = exitCode;
    // Not a reason to stay: fires only while something else keeps the process.
    setTimeout(
      () => this.endHard('not everything stopped within 5 s: ended hard'),
      LIMIT_MS,
    ).unref();
    this.stop()
      .catch((error: unknown) => {
        process.exitCode = 1;
        this.stderr.write(`turnout: ${messageOf(error)}\n`);
      })
      .finally(() => {
        this.log?.info('stopped');
        this.finish();
      })
      .catch(this.onFault);
  }

  private endHard(reason: string): void {
    this.stderr.write(`turnout: ${reason}\n`, () => process.kill(process.pid, 'SIGKILL'));
  }
}
