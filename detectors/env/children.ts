/** The programs that detectors start through `env.spawn`: each is known to the engine, and ends with its detector. */

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { TurnoutError } from '../../errors.ts';
import type { SpawnChoice } from '../env.ts';

/** Who is told of a child as it starts and as it ends: it may have to end it in place of a thread that is gone. */
export interface ChildWatch {
  started(pid: number): void;
  ended(pid: number): void;
}

export interface ChildrenOptions {
  /** Name of the detector. */
  readonly detector: string;
  readonly watch: ChildWatch;
  /** Takes the lines that children write to stderr. */
  readonly onLine: (line: string) => void;
}

export class Children {
  readonly #options: ChildrenOptions;
  readonly #alive = new Set<ChildProcess>();

  constructor(options: ChildrenOptions) {
    this.#options = options;
  }

  /** As `DetectorEnv.spawn`. Throws `detector_failed` where the program cannot be started. */
  spawn(command: string, args: readonly string[], choice: SpawnChoice): ChildProcess {
    const { detector, watch, onLine } = this.#options;
    const { cwd, env, stdio = 'pipe' } = choice;
    // In the group of this process: it ends with it.
    const child = spawn(command, args, {
      ...(cwd !== undefined && { cwd }),
      ...(env !== undefined && { env }),
      stdio,
      detached: false,
      windowsHide: true,
    });
    const { pid } = child;
    if (pid === undefined) {
      // The reason comes as an event later, which no one would hear.
      child.on('error', () => undefined);
      throw new TurnoutError('detector_failed', {
        where: `detector ${detector}: env.spawn`,
        expected: 'a program that can be started',
        got: command,
      });
    }
    watch.started(pid);
    this.#alive.add(child);
    child.once('exit', () => {
      this.#alive.delete(child);
      watch.ended(pid);
    });
    // It ends by itself, or is ended: what is written to it then is of no use to anyone.
    child.on('error', () => undefined);
    child.stdin?.on('error', () => undefined);
    if (choice.stdio === undefined && child.stderr !== null) {
      createInterface({ input: child.stderr }).on('line', onLine);
    }
    return child;
  }

  /** Ends those that are left. Resolves when they are gone. */
  async end(): Promise<void> {
    await Promise.all(
      [...this.#alive].map(
        (child) =>
          new Promise((resolve) => {
            child.once('exit', resolve);
            child.kill('SIGKILL');
          }),
      ),
    );
  }
}
