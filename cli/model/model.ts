/** `turnout model`: which models there are, and how they come into the data folder. */

import type { Command } from 'commander';
import type { InstallResult } from '../../engine/models/install.ts';
import {
  type ListedModel,
  listModels,
  modelsFolder,
  removeModel,
} from '../../engine/models/installed.ts';
import { wire } from '../../runtime/wire.ts';
import { addGroup, type CommandRow, flag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { columns } from '../terminal/table.ts';
import { fetchModel, sizeText } from './fetch.ts';

const LIST: CommandRow<object, []> = {
  words: 'list',
  about:
    'Show all models: detector, input size, published accuracy, licence, source, what is installed',
  examples: ['turnout model list --json'],
  answer: async (world) => {
    const models = await listModels(modelsFolder(world.dataDir()));
    return [
      { models: models.map(wireOf) },
      [...columns(HEAD, models.map(rowOf)), ...FOOTNOTES].join('\n'),
    ];
  },
};

const INSTALL: CommandRow<{ readonly from?: string }> = {
  words: 'install <name>',
  about: 'Fetch a model from its official address; a broken download goes on next time',
  given: ['name of the model, see: turnout model list'],
  flags: [flag('--from <file>', 'take this file instead of the official address')],
  examples: ['turnout model install yolox-nano'],
  answer: async (world, { from }, name) => {
    const result = await fetchModel(world, name, from);
    return [wireOf({ ...result.entry, installed: result }), installedText(result)];
  },
};

const REMOVE: CommandRow = {
  words: 'remove <name>',
  about: 'Remove an installed model',
  given: ['name of the model'],
  examples: ['turnout model remove yolox-nano'],
  answer: async (world, _, name) => {
    const removed = await removeModel(name, modelsFolder(world.dataDir()));
    return [{ name, removed }, `${name} ${removed ? 'is removed' : 'was not installed'}.`];
  },
};

export function registerModel(program: Command, context: CliContext): void {
  const about = 'List, install and remove the model files that detectors use';
  addGroup(program, context, ['model', about, 'turnout model list'], [LIST, INSTALL, REMOVE]);
}

const HEAD = [
  ...['MODEL', 'DETECTOR', 'INPUT', 'COCO AP', 'TESTED', 'INSTALLED', 'CHECKSUM', 'LICENCE'],
  'SOURCE',
];

const FOOTNOTES = [
  '* recommended; COCO AP as published',
  'detr and rtmdet: their default scores are not measured, look at pictures with turnout camera test first',
];

/** A model as programs see it: snake_case, no path of this computer except that of the installed file. */
function wireOf({ installed, ...entry }: ListedModel) {
  return {
    ...wire(entry, 'name', 'detector', 'input', 'address', 'sha256'),
    checksum: entry.sha256 === null ? 'unverified' : 'published',
    ...wire(entry, 'licence', 'source', 'cocoAp'),
    tested: entry.testedSha256 !== null,
    recommended: entry.isRecommended,
    installed: installed && wire(installed, 'path', 'sizeBytes', 'sha256', 'checksum'),
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
