/** `turnout detectors`: which detectors there are, and whether one of your own keeps the contract. */

import { resolve } from 'node:path';
import type { DetectorDefinition } from '../detectors/detector.ts';
import { loadDetector } from '../detectors/load.ts';
import { detectorNames } from '../detectors/registry.ts';
import { checkDetectorApart } from '../engine/conformance/check-detector.ts';
import { modelsFolder } from '../engine/models/installed.ts';
import { wire } from '../runtime/wire.ts';
import { parseOptions, reportText, reportWire, requirePassed } from './check-report.ts';
import { command, typed } from './command.ts';
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
  about: 'Show the detectors that ship, with their options',
  examples: ['turnout detectors'],
  rows: [CHECK],
  answer: async () => {
    const definitions = await Promise.all(
      detectorNames().map((name) => loadDetector(name, process.cwd())),
    );
    const detectors = definitions.map((one) => ({
      ...wire(one, 'name', 'version', 'summary', 'licence', 'labels'),
      weak: one.isWeak,
      options: one.options,
    }));
    return [{ detectors }, definitions.map(textOf).join('\n\n')];
  },
});

function textOf(definition: DetectorDefinition): string {
  const options = Object.entries(definition.options.properties).map(([name, schema]) => {
    const [byDefault, description]: unknown[] = ['default', 'description'].map((key) =>
      Reflect.get(Object(schema), key),
    );
    return `  ${name} (default ${String(byDefault ?? 'none')}): ${String(description ?? '')}`;
  });
  return [`${definition.name} ${definition.version}: ${definition.summary}`, ...options].join('\n');
}
