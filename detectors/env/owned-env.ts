/**
 * The env of one instance of a detector, with all that the engine owns of it: children, open models.
 * Who runs the detector says how models are found, native calls made and lines written.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { TurnoutError } from '../../errors.ts';
import type { Detector, DetectorDefinition, Look } from '../detector.ts';
import type { DetectorEnv, DetectorLog, SpawnChoice } from '../env.ts';
import { jsonOf } from '../faults.ts';
import { checkDetector } from '../input.ts';
import { PLAIN_COMPUTE } from '../onnx/session.ts';
import { OpenModels } from '../onnx/shared-session.ts';

/** What differs between a worker, a command and a test. */
export interface EnvHost
  extends Pick<DetectorEnv, 'resolveModel' | 'native' | 'compute'>,
    ChildWatch {
  write(level: keyof DetectorLog, text: string, fields?: Readonly<Record<string, unknown>>): void;
}

export class OwnedEnv implements Owned {
  readonly env: DetectorEnv;
  readonly #children: Children;
  readonly #models: OpenModels;

  /** @param detector its name. */
  constructor(detector: string, host: EnvHost) {
    const { resolveModel, native, compute } = host;
    const log: DetectorLog = {
      info: (text, fields) => host.write('info', text, fields),
      warn: (text, fields) => host.write('warn', text, fields),
      error: (text, fields) => host.write('error', text, fields),
    };
    this.#children = new Children({ detector, watch: host, onLine: (line) => log.info(line) });
    this.#models = new OpenModels(native, compute);
    this.env = {
      resolveModel,
      native,
      compute,
      log,
      onnx: (nameOrPath, options = {}) => this.#models.open(resolveModel(nameOrPath), options),
      spawn: (command, args = [], choice = {}) => this.#children.spawn(command, args, choice),
    };
  }

  /** Whether a model is open through `env.onnx`. */
  get hasModels(): boolean {
    return this.#models.size > 0;
  }

  /** Ends all that it started and opened. Called once, after `close`, or where `create` threw. */
  async release(): Promise<void> {
    await this.#children.end();
    await this.#models.release();
  }
}

/** Envs for detectors on a thread that no one ends: in commands, tests and benches. */

/** A look that no one hurries. */
export const unhurried: Look = { signal: new AbortController().signal };

/** How such a thread runs detectors. Models are paths where nothing is told; lines go to stderr. */
export function detachedHost(resolveModel: DetectorEnv['resolveModel'] = (path) => path): EnvHost {
  return {
    resolveModel,
    native: async (call) => call(),
    compute: PLAIN_COMPUTE,
    write: (level, text, fields) =>
      process.stderr.write(
        `${level}: ${text}${fields === undefined ? '' : ` ${jsonOf(fields)}`}\n`,
      ),
    started: () => undefined,
    ended: () => undefined,
  };
}

/** The env alone. What a detector starts or opens through it ends with this process. */
export function detachedEnv(resolveModel?: DetectorEnv['resolveModel']): DetectorEnv {
  return new OwnedEnv('detector', detachedHost(resolveModel)).env;
}

/** The programs that detectors start through `env.spawn`: each is known to the engine, and ends with its detector. */

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

/** A detector from its definition to its end, with what the engine owns of it. */

/** The env that a detector is given, and what happens to it. */
export interface Owned {
  readonly env: DetectorEnv;
  release(): Promise<void>;
}

/**
 * Creates a detector and checks it. Its `close` ends what the engine owns too. Throws what `create` throws, and
 * `detector_invalid`; nothing is left open then.
 *
 * @param options as `checkOptions` gave them.
 */
export async function startDetector(
  definition: DetectorDefinition,
  options: Readonly<Record<string, unknown>>,
  owned: Owned,
): Promise<{ readonly detector: Detector; close(): Promise<void> }> {
  try {
    const detector = checkDetector(definition, await definition.create(options, owned.env));
    const close = async () => {
      try {
        await detector.close();
      } finally {
        await owned.release();
      }
    };
    return { detector, close };
  } catch (error) {
    await owned.release();
    throw error;
  }
}
