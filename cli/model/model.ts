/** `turnout model`: which models there are, and how they come into the data folder. */

import type { Command } from 'commander';
import type { InstallResult } from '../../engine/models/install.ts';
import { type ListedModel, listModels, removeModel } from '../../engine/models/installed.ts';
import { modelsFolder } from '../../engine/models/resolve.ts';
import type { CliContext } from '../context.ts';
import { columns } from '../terminal/columns.ts';
import { fetchModel, sizeText } from './fetch.ts';

/** Adds the command with its three verbs. */
export function registerModel(program: Command, context: CliContext): void {
  const model = program
    .command('model')
    .description('List, install and remove the model files that detectors use');
  model
    .command('list')
    .description(
      'Show all models: detector, input size, published accuracy, licence, source, what is installed',
    )
    .action(() => list(context));
  model
    .command('install')
    .description('Fetch a model from its official address; a broken download goes on next time')
    .argument('<name>', 'name of the model, see: turnout model list')
    .option('--from <file>', 'take this file instead of the official address')
    .action((name: string, options: { from?: string }) => install(context, name, options.from));
  model
    .command('remove')
    .description('Remove an installed model')
    .argument('<name>', 'name of the model')
    .action((name: string) => remove(context, name));
}

const FOOTNOTES = [
  '* recommended; COCO AP as published',
  'detr and rtmdet: their default scores are not measured, look at pictures with turnout camera test first',
];

async function list(context: CliContext): Promise<void> {
  const models = await listModels(modelsFolder(context.dataDir()));
  const head = [
    'MODEL',
    'DETECTOR',
    'INPUT',
    'COCO AP',
    'TESTED',
    'INSTALLED',
    'CHECKSUM',
    'LICENCE',
    'SOURCE',
  ];
  context.print(
    { models: models.map(wireOf) },
    [...columns([head, ...models.map(rowOf)]), ...FOOTNOTES].join('\n'),
  );
}

async function install(context: CliContext, name: string, from: string | undefined): Promise<void> {
  const result = await fetchModel(context, name, from);
  context.print(wireOf({ ...result.entry, installed: result }), installedText(result));
}

async function remove(context: CliContext, name: string): Promise<void> {
  const removed = await removeModel(name, modelsFolder(context.dataDir()));
  context.print({ name, removed }, removed ? `${name} is removed.` : `${name} was not installed.`);
}

/** A model as programs see it: snake_case, no path of this computer except that of the installed file. */
function wireOf({ installed, ...entry }: ListedModel) {
  return {
    name: entry.name,
    detector: entry.detector,
    input: entry.input,
    address: entry.address,
    sha256: entry.sha256,
    checksum: entry.sha256 === null ? 'unverified' : 'published',
    licence: entry.licence,
    source: entry.source,
    coco_ap: entry.cocoAp,
    tested: entry.testedSha256 !== null,
    recommended: entry.isRecommended,
    installed: installed && {
      path: installed.path,
      size_bytes: installed.sizeBytes,
      sha256: installed.sha256,
      checksum: installed.checksum,
    },
  };
}

function rowOf(model: ListedModel): string[] {
  const size = `${model.input.width}x${model.input.height}`;
  const state = model.installed === null ? '-' : sizeText(model.installed.sizeBytes);
  const name = model.isRecommended ? `${model.name} *` : model.name;
  const checksum = model.installed?.checksum ?? (model.sha256 === null ? '-' : 'published');
  const ap = model.cocoAp === null ? '-' : model.cocoAp.toFixed(1);
  const tested = model.testedSha256 === null ? 'not seen here' : 'here';
  return [name, model.detector, size, ap, tested, state, checksum, model.licence, model.source];
}

const CHECKSUM_TEXT = {
  published: 'its checksum is the published one',
  tested: 'it is the copy that Turnout is tested with',
  unverified:
    'the published file was not available for this list, so there is nothing to compare it with',
} as const;

function installedText({ entry, path, sizeBytes, sha256, checksum }: InstallResult): string {
  return [
    `${entry.name} is installed (${sizeText(sizeBytes)}): ${path}`,
    `licence ${entry.licence}, source ${entry.source}`,
    `SHA-256 ${sha256}: ${CHECKSUM_TEXT[checksum]}`,
  ].join('\n');
}
