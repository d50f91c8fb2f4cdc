/**
 * The env of one instance of a detector, with all that the engine owns of it: children, open models, inner detectors.
 * Who runs the detector says how models are found, native calls made and lines written.
 */

import type { Detector, DetectorDefinition, DetectorEnv } from '../detector.ts';
import type { DetectorLog } from '../env.ts';
import { OpenModels } from '../onnx/open-models.ts';
import { Children, type ChildWatch } from './children.ts';
import { InnerDetectors } from './inner-detectors.ts';
import type { Owned } from './start.ts';

/** What differs between a worker, a command and a test. */
export interface EnvHost
  extends Pick<DetectorEnv, 'resolveModel' | 'native' | 'compute'>,
    ChildWatch {
  write(level: keyof DetectorLog, text: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Finds a detector that a detector asks for. */
  load(name: string): Promise<DetectorDefinition>;
}

export class OwnedEnv implements Owned {
  readonly env: DetectorEnv;
  readonly #children: Children;
  readonly #models: OpenModels;
  readonly #inner: InnerDetectors;

  /**
   * @param detector its name.
   * @param depth how many detectors it is inside of.
   */
  constructor(detector: string, host: EnvHost, depth = 0) {
    const { resolveModel, native, compute } = host;
    const log: DetectorLog = {
      info: (text, fields) => host.write('info', text, fields),
      warn: (text, fields) => host.write('warn', text, fields),
      error: (text, fields) => host.write('error', text, fields),
    };
    this.#children = new Children({ detector, watch: host, onLine: (line) => log.info(line) });
    this.#models = new OpenModels(native, compute);
    this.#inner = new InnerDetectors({
      outer: detector,
      depth,
      load: host.load,
      envFor: (inner) => new OwnedEnv(inner, host, depth + 1),
    });
    this.env = {
      resolveModel,
      native,
      compute,
      log,
      onnx: (nameOrPath, options = {}) => this.#models.open(resolveModel(nameOrPath), options),
      spawn: (command, args = [], choice = {}) => this.#children.spawn(command, args, choice),
      detector: (name, options = {}) => this.#inner.start(name, options),
    };
  }

  /** Whether a model is open through `env.onnx`. */
  get hasModels(): boolean {
    return this.#models.size > 0;
  }

  /** What `create` gave: from now on its frames can be cut. */
  started({ input }: Pick<Detector, 'input'>): void {
    this.#inner.cutFrom(input);
  }

  /** Ends all that it started and opened. Called once, after `close`, or where `create` threw. */
  async release(): Promise<void> {
    await this.#inner.close();
    await this.#children.end();
    await this.#models.release();
  }
}
