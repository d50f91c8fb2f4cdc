/**
 * Which provider computes models: the one that is configured, where it works, or with `auto` the fastest that works. Tried
 * with a picture, once a process; a failed trial is repeated by the next detector that asks.
 */

import type { OnnxProvider } from '../../detectors/env.ts';
import { TurnoutError } from '../../errors.ts';
import { mayHaveGraphics } from './devices.ts';
import { type Trial, type TryProvider, tryApart } from './trial.ts';
import { hintOf, offeredText, packageText, reasonOf } from './words.ts';

export type WantedProvider = OnnxProvider | 'auto';

export interface ChosenProvider {
  readonly provider: OnnxProvider;
  /** Why, in a few words. */
  readonly reason: string;
}

/**
 * What `auto` tries beside the processor. Not TensorRT: it takes a minute or more to open a model, each time. Chosen here;
 * none of them has been measured, since no computer with one was here.
 */
const AUTO: Readonly<Partial<Record<NodeJS.Platform, readonly OnnxProvider[]>>> = {
  linux: ['cuda', 'openvino', 'webgpu'],
  win32: ['dml', 'openvino', 'webgpu'],
  darwin: ['coreml', 'webgpu'],
};
/** How much faster than one thread of the processor a look must be to be worth a second kind of memory. Chosen here. */
const WORTH = 1.2;

export interface ProvidersOptions {
  readonly tryProvider?: TryProvider;
  readonly platform?: NodeJS.Platform;
  readonly mayHaveGraphics?: boolean;
}

export class Providers {
  readonly #trials = new Map<OnnxProvider, Promise<Trial>>();
  readonly #try: TryProvider;
  readonly #platform: NodeJS.Platform;
  readonly #mayHaveGraphics: boolean;
  #auto: Promise<ChosenProvider> | null = null;

  constructor(options: ProvidersOptions = {}) {
    this.#try = options.tryProvider ?? tryApart;
    this.#platform = options.platform ?? process.platform;
    this.#mayHaveGraphics = options.mayHaveGraphics ?? mayHaveGraphics();
  }

  /** Throws `config_invalid` for one that is asked for by name and does not work: what is there, and what to do. */
  async choose(wanted: WantedProvider): Promise<ChosenProvider> {
    if (wanted === 'cpu') return { provider: 'cpu', reason: 'configured' };
    if (wanted === 'auto') {
      this.#auto ??= this.#best();
      return this.#auto;
    }
    const trial = await this.tried(wanted);
    if (trial.outcome === 'works') return { provider: wanted, reason: 'configured' };
    throw unavailable(wanted, trial);
  }

  /** What became of it when it was tried. */
  async tried(provider: OnnxProvider): Promise<Trial> {
    const known = this.#trials.get(provider);
    if (known !== undefined) return known;
    const trying = this.#try(provider);
    this.#trials.set(provider, trying);
    const trial = await trying;
    if (trial.outcome !== 'works') this.#trials.delete(provider);
    return trial;
  }

  async #best(): Promise<ChosenProvider> {
    if (!this.#mayHaveGraphics) {
      return { provider: 'cpu', reason: 'this computer has no graphics processor' };
    }
    const cpu = await this.tried('cpu');
    const cpuMs = cpu.outcome === 'works' ? cpu.lookMs : Number.POSITIVE_INFINITY;
    let best: { readonly provider: OnnxProvider; readonly lookMs: number } | null = null;
    const passed: string[] = [];
    for (const provider of AUTO[this.#platform] ?? []) {
      const trial = await this.tried(provider);
      if (trial.outcome === 'not_offered') continue;
      if (trial.outcome === 'fails') passed.push(`${provider}: ${reasonOf(trial)}`);
      else if (trial.lookMs * WORTH > cpuMs) {
        passed.push(`${provider}: ${ms(trial.lookMs)} a look, the processor ${ms(cpuMs)}`);
      } else if (best === null || trial.lookMs < best.lookMs) {
        best = { provider, lookMs: trial.lookMs };
      }
    }
    if (best === null)
      return { provider: 'cpu', reason: passed.join('; ') || 'nothing else is offered' };
    const reason = `${ms(best.lookMs)} a look, one thread of the processor ${ms(cpuMs)}`;
    return { provider: best.provider, reason };
  }
}

/** Those of this process. */
export const providers = new Providers();

function ms(value: number): string {
  return `${Math.round(value * 10) / 10} ms`;
}

function unavailable(wanted: OnnxProvider, trial: Trial): TurnoutError {
  const { runtime } = trial;
  const there = runtime === null ? '' : `: ${packageText(runtime)} has ${offeredText(runtime)}`;
  return new TurnoutError('config_invalid', {
    where: 'detectors.onnx.provider',
    expected: `auto, or a provider that works here${there}`,
    got: `${wanted}, which does not work (${reasonOf(trial)})`,
    hint: hintOf(wanted, trial),
    data: { provider: wanted },
  });
}
