/** Check of what computes models: what the installed onnxruntime offers, each tried with a picture, and which is taken. */

import type { OnnxConfig } from '../../config/config.ts';
import type { OnnxProvider } from '../../detectors/env.ts';
import { PROVIDERS } from '../../detectors/onnx/providers.ts';
import { type Providers, providers } from '../../engine/providers/choose.ts';
import type { Trial } from '../../engine/providers/trial.ts';
import { packageText, reasonOf } from '../../engine/providers/words.ts';
import { isTurnoutError } from '../../errors.ts';
import { broken, type Finding, ok } from './check.ts';

const NAME = 'onnx provider';

export async function checkProviders(
  { provider: wanted }: OnnxConfig,
  from: Pick<Providers, 'choose' | 'tried'> = providers,
): Promise<Finding> {
  const cpu = await from.tried('cpu');
  if (cpu.outcome !== 'works') {
    return broken(
      NAME,
      `cpu does not work: ${reasonOf(cpu)}`,
      'run: npm ci, and look at its output',
    );
  }
  const offered = new Set(cpu.runtime.providers.map(({ name }) => name));
  const others = PROVIDERS.filter((name) => name !== 'cpu' && offered.has(name));
  // What is asked for may not be offered at all.
  const isAsked = wanted !== 'auto' && wanted !== 'cpu' && !offered.has(wanted);
  const told = await Promise.all(
    (isAsked ? [wanted, ...others] : others).map(async (provider) =>
      // It takes a minute or more where it works.
      provider === 'tensorrt' && wanted !== 'tensorrt'
        ? 'tensorrt not tried'
        : wordsOf(provider, await from.tried(provider)),
    ),
  );
  const there = `${packageText(cpu.runtime)}: ${[wordsOf('cpu', cpu), ...told].join('; ')}`;
  try {
    const { provider, reason } = await from.choose(wanted);
    const taken = wanted === 'auto' ? `auto takes ${provider} (${reason})` : `${provider} is used`;
    return ok(NAME, `${taken}; ${there}`);
  } catch (error) {
    if (!isTurnoutError(error)) throw error;
    const { hint = 'set detectors.onnx.provider to auto' } = error.parts;
    return broken(
      NAME,
      `detectors.onnx.provider asks for ${wanted}, which does not work; ${there}`,
      hint,
    );
  }
}

function wordsOf(provider: OnnxProvider, trial: Trial): string {
  if (trial.outcome !== 'works') return `${provider} does not work (${reasonOf(trial)})`;
  return `${provider} ${Math.round(trial.lookMs * 10) / 10} ms a look`;
}
