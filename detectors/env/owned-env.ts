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
import { type OnnxSession, openSession, PLAIN_COMPUTE } from '../onnx/session.ts';

/** What differs between a worker, a command and a test. */
export interface EnvHost extends Pick<DetectorEnv, 'resolveModel' | 'compute'> {
  write(level: keyof DetectorLog, text: string, fields?: Readonly<Record<string, unknown>>): void;
}

export class OwnedEnv implements Owned {
  readonly env: DetectorEnv;
  readonly #children: Children;
  readonly #models = new Set<OnnxSession>();

  /** @param detector its name. */
  constructor(detector: string, host: EnvHost) {
    const { resolveModel, compute } = host;
    const log: DetectorLog = {
      info: (text, fields) => host.write('info', text, fields),
      warn: (text, fields) => host.write('warn', text, fields),
      error: (text, fields) => host.write('error', text, fields),
    };
    this.#children = new Children(detector, (line) => log.info(line));
    this.env = {
      resolveModel,
      native: async (call) => call(),
      compute,
      log,
      onnx: async (nameOrPath, { threads = compute.threads } = {}) => {
        const path = resolveModel(nameOrPath);
        const asked = { ...compute, threads };
        const session = await openSession({ path, size: null, compute: asked });
        this.#models.add(session);
        const { inputs, outputs, provider } = session;
        const release = async () => {
          if (this.#models.delete(session)) await session.release();
        };
        return { inputs, outputs, provider, run: (given) => session.runTensors(given), release };
      },
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
    await Promise.all([...this.#models].map((session) => session.release()));
  }
}

/** Envs for detectors on a thread that no one ends: in commands, tests and benches. */

/** A look that no one hurries. */
export const unhurried: Look = { signal: new AbortController().signal };

/** How such a thread runs detectors. Models are paths where nothing is told; lines go to stderr. */
export function detachedHost(resolveModel: DetectorEnv['resolveModel'] = (path) => path): EnvHost {
  return {
    resolveModel,
    compute: PLAIN_COMPUTE,
    write: (level, text, fields) =>
      process.stderr.write(
        `${level}: ${text}${fields === undefined ? '' : ` ${jsonOf(fields)}`}\n`,
      ),
  };
}

/** The env alone. What a detector starts or opens through it ends with this process. */
export function detachedEnv(resolveModel?: DetectorEnv['resolveModel']): DetectorEnv {
  return new OwnedEnv('detector', detachedHost(resolveModel)).env;
}

/** The programs that detectors start through `env.spawn`: each is known to the engine, and ends with its detector. */

class Children {
  readonly #detector: string;
  readonly #onLine: (line: string) => void;
  readonly #alive = new Set<ChildProcess>();

  /** @param onLine takes the lines that children write to stderr. */
  constructor(detector: string, onLine: (line: string) => void) {
    this.#detector = detector;
    this.#onLine = onLine;
  }

  /** As `DetectorEnv.spawn`. Throws `detector_failed` where the program cannot be started. */
  spawn(command: string, args: readonly string[], choice: SpawnChoice): ChildProcess {
    const { cwd, env, stdio = 'pipe' } = choice;
    // In the group of this process: it ends with it.
    const child = spawn(command, args, {
      ...(cwd !== undefined && { cwd }),
      ...(env !== undefined && { env }),
      stdio,
      detached: false,
      windowsHide: true,
    });
    if (child.pid === undefined) {
      // The reason comes as an event later, which no one would hear.
      child.on('error', () => undefined);
      throw new TurnoutError('detector_failed', {
        where: `detector ${this.#detector}: env.spawn`,
        expected: 'a program that can be started',
        got: command,
      });
    }
    this.#alive.add(child);
    child.once('exit', () => this.#alive.delete(child));
    // It ends by itself, or is ended: what is written to it then is of no use to anyone.
    child.on('error', () => undefined);
    child.stdin?.on('error', () => undefined);
    if (choice.stdio === undefined && child.stderr !== null) {
      createInterface({ input: child.stderr }).on('line', this.#onLine);
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
