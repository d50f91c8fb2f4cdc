/** `turnout detectors`: which detectors there are, and whether one of your own keeps the contract. */

import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import {
  type ConformanceReport,
  type ConformanceResult,
  runConformance,
} from '../../detectors/conformance.ts';
import type { DetectorDefinition } from '../../detectors/detector.ts';
import { loadDetector } from '../../detectors/load.ts';
import { detectorNames } from '../../detectors/registry.ts';
import { modelsFolder, resolveModel } from '../../engine/models/resolve.ts';
import { messageOf, TurnoutError } from '../../errors.ts';
import type { CliContext } from '../context.ts';
import { SlowBar } from '../terminal/slow-bar.ts';

/** Adds the command and its verb `check`. */
export function registerDetectors(program: Command, context: CliContext): void {
  const detectors = program
    .command('detectors')
    .description('Show the detectors that ship, with their options')
    .action(() => list(context));
  detectors
    .command('check')
    .description('Run the conformance suite on a detector: a name, a package or a file')
    .argument('<detector>', 'name, package, or path of a module that exports `detector`')
    .addOption(
      new Option('--options <json>', 'options to create it with, as JSON').default(
        '{}',
        'defaults',
      ),
    )
    .action((name: string, { options }: { options: string }) => check(context, name, options));
}

async function list(context: CliContext): Promise<void> {
  const definitions = await Promise.all(
    detectorNames().map((name) => loadDetector(name, process.cwd())),
  );
  context.print({ detectors: definitions.map(wireOf) }, definitions.map(textOf).join('\n\n'));
}

async function check(context: CliContext, name: string, json: string): Promise<void> {
  const definition = await loadDetector(name, resolve('.'));
  const folder = modelsFolder(context.dataDir());
  const bar = new SlowBar(context, definition.name);
  const report = await runConformance(
    {
      definition,
      options: parseOptions(json),
      env: { resolveModel: (model) => resolveModel(folder, model) },
    },
    (result, share) => bar.show(share, result.name),
  );
  bar.end();
  context.print(reportWire(definition, report), reportText(definition, report));
  const failed = report.checks.filter(({ outcome }) => outcome !== 'passed');
  const [first] = failed;
  if (first === undefined) return;
  throw new TurnoutError('detector_invalid', {
    where: `detector ${definition.name}`,
    expected: `all ${report.checks.length} checks to pass`,
    got: `${failed.length} that did not, first: ${first.name}`,
    ...(first.outcome === 'skipped' && { hint: first.fault ?? '' }),
  });
}

function parseOptions(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    const got = messageOf(error);
    throw new TurnoutError(
      'usage',
      { where: '--options', expected: 'a JSON object', got, hint: 'quote it for your shell' },
      { cause: error },
    );
  }
}

function wireOf(definition: DetectorDefinition) {
  return {
    name: definition.name,
    version: definition.version,
    summary: definition.summary,
    licence: definition.licence,
    labels: definition.labels,
    weak: definition.isWeak,
    options: definition.options,
  };
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

function resultLine({ name, outcome, fault }: ConformanceResult): string {
  const mark = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' }[outcome];
  return fault === null ? `${mark} ${name}` : `${mark} ${name}: ${fault}`;
}

function reportWire(definition: DetectorDefinition, report: ConformanceReport) {
  return {
    detector: definition.name,
    passed: report.passed,
    checks: report.checks.map(({ name, outcome, fault, durationMs }) => ({
      name,
      outcome,
      fault,
      duration_ms: Math.round(durationMs),
    })),
  };
}

function reportText(definition: DetectorDefinition, report: ConformanceReport): string {
  const title = `${definition.name} ${definition.version}`;
  return [title, ...report.checks.map(resultLine)].join('\n');
}
