/**
 * The env of one instance of a detector, with all that the engine owns of it: children, open models.
 * Who runs the detector says how models are found, native calls made and lines written.
 */

import type { DetectorEnv, DetectorLog } from '../env.ts';
import { OpenModels } from '../onnx/open-models.ts';
import { Children, type ChildWatch } from './children.ts';
import type { Owned } from './start.ts';

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
