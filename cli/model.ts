/** `turnout model` and `turnout ffmpeg`: what is in no release, and how it comes into the data folder. */

import { FFMPEG_FILE, ffmpegFolder, installFfmpeg } from '../engine/ffmpeg.ts';
import { installModel } from '../engine/models/install.ts';
import {
  type ListedModel,
  listModels,
  modelsFolder,
  removeModel,
} from '../engine/models/installed.ts';
import { wire } from '../runtime/wire.ts';
import { type CliContext, command, flag, lines } from './command.ts';
import { slowBar } from './terminal/prompts.ts';
import { columns } from './terminal/table.ts';

const LIST = command({
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
});

const INSTALL = command({
  words: 'install <name>',
  about: 'Fetch a model from its official address; a broken download goes on next time',
  given: ['name of the model, see: turnout model list'],
  flags: [flag('--from <file>', 'take this file instead of the official address')],
  examples: ['turnout model install yolox-nano'],
  answer: async (world, { from }, name) => {
    const result = await fetchModel(world, name, from);
    const { entry, path, sizeBytes, sha256, checksum } = result;
    const text = lines(
      `${entry.name} is installed (${sizeText(sizeBytes)}): ${path}`,
      `licence ${entry.licence}, source ${entry.source}`,
      `SHA-256 ${sha256}: ${CHECKSUM_TEXT[checksum]}`,
    );
    return [wireOf({ ...entry, installed: result }), text];
  },
});

const REMOVE = command({
  words: 'remove <name>',
  about: 'Remove an installed model',
  given: ['name of the model'],
  examples: ['turnout model remove yolox-nano'],
  answer: async (world, _, name) => {
    const removed = await removeModel(name, modelsFolder(world.dataDir()));
    return [{ name, removed }, `${name} ${removed ? 'is removed' : 'was not installed'}.`];
  },
});

export const MODEL = command({
  words: 'model',
  about: 'List, install and remove the model files that detectors use',
  examples: ['turnout model list'],
  rows: [LIST, INSTALL, REMOVE],
});

const HEAD = 'MODEL,DETECTOR,INPUT,COCO AP,TESTED,INSTALLED,CHECKSUM,LICENCE,SOURCE'.split(',');

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

/** @param from a file to take instead of the official address. */
export async function fetchModel(context: CliContext, name: string, from?: string) {
  const bar = slowBar(context, name);
  const interrupt = new AbortController();
  const stop = () => interrupt.abort(new Error('interrupted'));
  process.once('SIGINT', stop);
  try {
    return await installModel(name, {
      modelsDir: modelsFolder(context.dataDir()),
      ...(from !== undefined && { from }),
      onProgress: ({ receivedBytes, totalBytes: all }) => {
        const of = all === null ? '' : ` of ${sizeText(all)}`;
        bar.show(all && receivedBytes / all, `${sizeText(receivedBytes)}${of}`);
      },
      signal: interrupt.signal,
    });
  } finally {
    bar.end();
    process.off('SIGINT', stop);
  }
}

/** `3.7 MB`, in millions of bytes as download pages count. */
export function sizeText(sizeBytes: number): string {
  return sizeBytes < 1e5
    ? `${Math.ceil(sizeBytes / 1e3)} kB`
    : `${(sizeBytes / 1e6).toFixed(1)} MB`;
}

export const FFMPEG = command({
  words: 'ffmpeg',
  about: 'Fetch FFmpeg, which decodes H.264 and H.265, from the npm registry',
  flags: [
    flag('--from <file>', `take this ${FFMPEG_FILE} instead`),
    flag('--into <folder>', 'put it into this node_modules, for an image of your own'),
  ],
  help: 'Its licences forbid us to hand it on. turnout serve fetches it, too, at its first start.',
  examples: ['turnout ffmpeg', `turnout ffmpeg --from ${FFMPEG_FILE}`],
  answer: async (world, { from, into }) => {
    const folder = into ?? ffmpegFolder(world.dataDir());
    await installFfmpeg(folder, from ?? null);
    return [{ folder }, `FFmpeg is in ${folder}.`];
  },
});
