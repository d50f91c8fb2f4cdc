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

/** The env that a detector is given, and what happens to it. */
export interface OwnedEnv {
  readonly env: DetectorEnv;
  /** Whether a model is open through `env.onnx`. */
  hasModels(): boolean;
  /** Ends all that was started and opened through it. Called once, after `close`, or where `create` threw. */
  release(): Promise<void>;
}

/** @param detector its name. */
export function ownedEnv(detector: string, host: EnvHost): OwnedEnv {
  const { resolveModel, compute } = host;
  const models = new Set<OnnxSession>();
  const children = new Set<ChildProcess>();
  const env: DetectorEnv = {
    resolveModel,
    native: async (call) => call(),
    compute,
    log: {
      info: (text, fields) => host.write('info', text, fields),
      warn: (text, fields) => host.write('warn', text, fields),
      error: (text, fields) => host.write('error', text, fields),
    },
    onnx: async (nameOrPath, { threads = compute.threads } = {}) => {
      const path = resolveModel(nameOrPath);
      const session = await openSession({ path, size: null, compute: { ...compute, threads } });
      models.add(session);
      const { inputs, outputs, provider } = session;
      const release = async () => {
        if (models.delete(session)) await session.release();
      };
      return { inputs, outputs, provider, run: session.run, release };
    },
    spawn: (command, args = [], choice = {}) => {
      const child = spawnChild(detector, command, args, choice);
      children.add(child);
      child.once('exit', () => children.delete(child));
      if (choice.stdio === undefined && child.stderr !== null) {
        createInterface({ input: child.stderr }).on('line', (line) => env.log.info(line));
      }
      return child;
    },
  };
  const release = async () => {
    await Promise.all([...children].map(ended));
    await Promise.all([...models].map((session) => session.release()));
  };
  return { env, hasModels: () => models.size > 0, release };
}

/** In the group of this process: it ends with it. Throws `detector_failed` where the program cannot be started. */
function spawnChild(
  detector: string,
  command: string,
  args: readonly string[],
  { cwd, env, stdio = 'pipe' }: SpawnChoice,
): ChildProcess {
  const child = spawn(command, args, { cwd, env, stdio, detached: false, windowsHide: true });
  // Why it did not start comes as an event later; and it may end before it is written to.
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  if (child.pid !== undefined) return child;
  throw new TurnoutError('detector_failed', {
    where: `detector ${detector}: env.spawn`,
    expected: 'a program that can be started',
    got: command,
  });
}

function ended(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGKILL');
  });
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
      process.stderr.write(`${level}: ${text}${fields ? ` ${jsonOf(fields)}` : ''}\n`),
  };
}

/** The env alone. What a detector starts or opens through it ends with this process. */
export function detachedEnv(resolveModel?: DetectorEnv['resolveModel']): DetectorEnv {
  return ownedEnv('detector', detachedHost(resolveModel)).env;
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
  owned: OwnedEnv,
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
