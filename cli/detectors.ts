/** `turnout detectors`: which detectors there are, and whether one of your own keeps the contract. */

import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { readEnvironment } from '../config/environment.ts';
import { openConfig } from '../config/load.ts';
import type { DetectorDefinition } from '../detectors/detector.ts';
import { loadDetector } from '../detectors/load.ts';
import { detectorNames, pluginName } from '../detectors/registry.ts';
import { checkDetectorApart } from '../engine/conformance/check-detector.ts';
import { buildBest, configuredDetectors } from '../engine/counting/configured-detectors.ts';
import { modelsFolder } from '../engine/models/installed.ts';
import type { DetectorFacts } from '../engine/pool/sampler.ts';
import { isTurnoutError, messageOf, TurnoutError } from '../errors.ts';
import { wire } from '../runtime/wire.ts';
import { crashesIn } from '../store/crashes.ts';
import { lanesOf } from './analyze.ts';
import { parseOptions, reportText, reportWire, requirePassed } from './check-report.ts';
import { type CliContext, command, faultOf, tellFault, typed } from './command.ts';
import { slowBar } from './terminal/prompts.ts';

const CHECK = command({
  words: 'check <detector>',
  about: 'Run the conformance suite on a detector: a name, a package or a file',
  given: ['name, package, or path of a module that exports `detector`'],
  flags: [
    typed('--options <json>', 'options to create it with, as JSON', String, '{}', 'defaults'),
  ],
  examples: ['turnout detectors check ./my-detector.js'],
  answer: async (world, { options }, detector) => {
    const bar = slowBar(world, detector);
    const report = await checkDetectorApart({
      detector,
      fromDir: resolve('.'),
      modelsDir: modelsFolder(world.dataDir()),
      options: parseOptions(options),
      onResult: (result, share) => bar.show(share, result.name),
    }).finally(() => bar.end());
    world.print(reportWire(report), reportText(report));
    requirePassed(report);
    return undefined;
  },
});

export const DETECTORS = command({
  words: 'detectors',
  about: 'Show the detectors that ship, with their options, and load those of the configuration',
  examples: ['turnout detectors'],
  rows: [CHECK],
  answer: list,
});

/** All that it can say first: what ships, then what the configuration names, then what is wrong with that. */
async function list(context: CliContext): Promise<undefined> {
  const definitions = await Promise.all(
    detectorNames().map((name) => loadDetector(name, process.cwd())),
  );
  const { configured, error } = await configuredHere(context);
  const fault = error === null ? null : faultOf(error, 'turnout detectors');
  const loaded = configured.map(({ reference, cameras, facts, fault: cause }) => ({
    reference,
    cameras,
    ...wire(facts ?? NO_FACTS, 'name', 'version', 'model', 'input', 'provider'),
    fault: cause,
  }));
  const lines = configured.map(
    (one) => `  ${usedBy(one)}: ${one.facts === null ? 'cannot be used' : factsText(one.facts)}`,
  );
  const heading = lines.length === 0 ? [] : [['In the configuration:', ...lines].join('\n')];
  context.print(
    {
      detectors: definitions.map((one) => ({
        ...wire(one, 'name', 'version', 'summary', 'licence', 'labels'),
        weak: one.isWeak,
        options: one.options,
      })),
      configured: loaded,
      ...(fault !== null && { error: { code: fault.code, message: fault.message } }),
    },
    [...definitions.map(textOf), ...heading].join('\n\n'),
  );
  if (fault === null) return undefined;
  tellFault(context, fault, false);
  process.exitCode = fault.exitCode;
  return undefined;
}

const NO_FACTS = { name: null, version: null, model: null, input: null, provider: null };

/** What the configuration asks for, nothing where there is none; and what is wrong with the file or with its detectors. */
async function configuredHere(context: CliContext) {
  try {
    const config = await openConfig(readEnvironment());
    const configured = config.path === null ? [] : await loadConfigured(context, config);
    return { configured, error: unusable(configured) };
  } catch (error) {
    if (isTurnoutError(error)) return { configured: [], error };
    throw error;
  }
}

function unusable(configured: readonly LoadedDetector[]): TurnoutError | null {
  const broken = configured.filter(({ facts }) => facts === null);
  if (broken.length === 0) return null;
  const faults = broken.map((one) => `\n  ${usedBy(one)}: ${one.fault}`);
  return new TurnoutError('detector_invalid', {
    where: 'the configuration',
    expected: 'detectors that can be used',
    got: `${broken.length} that cannot:${faults.join('')}`,
  });
}

/** `mine.mjs (hall, spin)`: a detector with its cameras. */
function usedBy({ reference, cameras }: LoadedDetector): string {
  return cameras.length === 0 ? reference : `${reference} (${cameras.join(', ')})`;
}

function textOf(definition: DetectorDefinition): string {
  const options = Object.entries(definition.options.properties).map(([name, schema]) => {
    const [byDefault, description]: unknown[] = ['default', 'description'].map((key) =>
      Reflect.get(Object(schema), key),
    );
    return `  ${name} (default ${String(byDefault ?? 'none')}): ${String(description ?? '')}`;
  });
  return [`${definition.name} ${definition.version}: ${definition.summary}`, ...options].join('\n');
}

/** As the configuration names it, with its facts or why it cannot be loaded, and crashes of the last days that were noted. */
type LoadedDetector = Awaited<ReturnType<typeof loadConfigured>>[number];

/** Loads all of them at once; one that hangs is given up after the time that the server gives it. */
export async function loadConfigured(context: CliContext, config: Config) {
  const folders = { fromDir: process.cwd(), modelsDir: modelsFolder(context.dataDir()) };
  const crashes = crashesIn(context.dataDir());
  const configured = await configuredDetectors(config, folders);
  const lanes = lanesOf(1, config, config.sampling.taskTimeoutMs);
  const load = async ({ choice, cameras }: (typeof configured)[number]) => {
    const reference = pluginName(choice.plugin);
    const crashed = crashes.of(choice.plugin, Date.now());
    try {
      const { facts } = await buildBest(lanes, choice);
      return { reference, cameras, facts, fault: null, crashed };
    } catch (error) {
      return { reference, cameras, facts: null, fault: messageOf(error), crashed };
    }
  };
  try {
    return await Promise.all(configured.map(load));
  } finally {
    await lanes.close();
  }
}

/** `gfl 1.0.0 with picodet-s-416, input 416 x 416 on cpu`: what a detector says of itself. */
export function factsText({ name, version, model, input, provider }: DetectorFacts): string {
  const withModel = model === null ? '' : ` with ${model}`;
  const on = provider === null ? '' : ` on ${provider}`;
  return `${name} ${version}${withModel}, input ${input.width} x ${input.height}${on}`;
}
