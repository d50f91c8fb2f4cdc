/** `turnout doctor`: looks at everything that must be right, and says what to do about what is not. */

import { chooseBacking, HALF_RATE, type WantedBacking } from '../../api/http/backing.ts';
import { askModel, type ModelFailure } from '../../ask/model/model-reader.ts';
import type { AskModelConfig } from '../../config/config.ts';
import { isFfmpegHere } from '../../engine/ffmpeg.ts';
import { messageOf } from '../../errors.ts';
import { classNames } from '../../gym/figures/class-table.ts';
import { systemClock } from '../../runtime/clock.ts';
import { redactText } from '../../runtime/log/redaction.ts';
import { sandboxView } from '../../service/demo/sandbox.ts';
import { type CliContext, command, EXIT, flag } from '../command.ts';
import { runningUrl } from '../status/status.ts';
import { type Column, table } from '../terminal/table.ts';
import { checkCapacity, measureSizing } from './capacity.ts';
import {
  broken,
  checkBackups,
  checkConfig,
  checkDataFolder,
  checkDetectors,
  checkModels,
  checkPort,
  checkRunning,
  type Finding,
  ok,
  trying,
  warning,
} from './installation.ts';

export const DOCTOR = command({
  words: 'doctor',
  about: 'Check this computer and installation; exit code 1 when something is broken',
  flags: [flag('--sizing', 'measure for half a minute how many cameras this computer carries')],
  examples: ['turnout doctor --json', 'turnout doctor --sizing'],
  answer: async (world, { sizing }) => {
    if (sizing === true) return measureSizing(world);
    const findings = await examine(world);
    const isBroken = findings.some(({ state }) => state === 'broken');
    if (isBroken) process.exitCode = EXIT.fault;
    return [{ ok: !isBroken, checks: findings }, table(COLUMNS, findings, world).join('\n')];
  },
});

/** All checks, in the order in which a fault of one explains faults of those after it. */
async function examine(context: CliContext): Promise<Finding[]> {
  const dataDir = context.dataDir();
  const native = NATIVE_MODULES.map(([name, use]) =>
    name === 'node-av/lib' && !isFfmpegHere() ? NO_FFMPEG : checkModule(name, use),
  );
  const threads = process.env['UV_THREADPOOL_SIZE'] ?? '4';
  const findings = [
    // The launcher refuses an older Node, and sets enough threads.
    ok('Node', process.versions.node),
    ok('threads', `${threads} for files, SQLite and camera reads`),
    ...(await Promise.all(native)),
  ];
  const folder = await checkDataFolder(dataDir);
  const url = await runningUrl(dataDir).catch(() => null);
  const { finding, config } = await checkConfig();
  findings.push(folder, finding, await checkServer(config?.server.backing ?? 'auto'));
  if (config !== null) findings.push(await checkPort(config.server, url));
  if (config?.backup) findings.push(await checkBackups(config.backup));
  findings.push(await checkModels(dataDir, config?.origin === 'demo'));
  if (config !== null) {
    findings.push(...(await checkDetectors(context, config)));
    findings.push(await checkCapacity(context, config));
  }
  findings.push(...(await checkRunning(url)));
  if (config?.ask.model) findings.push(await checkLanguageModel(config.ask.model));
  return findings;
}

const MARKS = { ok: 'ok', warning: 'warn', broken: 'BROKEN' } as const;
const STYLES = { ok: 'green', warning: 'yellow', broken: 'red' } as const;

const COLUMNS: readonly Column<Finding>[] = [
  { head: '', cell: ({ state }) => MARKS[state], style: ({ state }) => STYLES[state] },
  { head: '', cell: ({ name }) => name },
  { head: '', cell: ({ detail, hint }) => (hint === null ? detail : `${detail}\n→ ${hint}`) },
];

/** Modules with a native part, and what they are for. */
const NATIVE_MODULES: readonly (readonly [name: string, use: string])[] = [
  ['node-av/lib', 'decodes video'],
  ['sharp', 'decodes JPEG pictures'],
  ['onnxruntime-node', 'runs detectors'],
  ['sqlite3', 'stores counts'],
  ['@napi-rs/canvas', 'draws pictures'],
];

const NO_FFMPEG = warning(
  'FFmpeg',
  'not there: JPEG pictures are counted, video is not',
  'turnout serve fetches it at its start; now: turnout ffmpeg',
);

/** Whether `name` loads. Whatever is thrown is the answer. */
export async function checkModule(name: string, use: string): Promise<Finding> {
  try {
    const loaded: { getFFmpegInfo?: () => { version: string } } = await import(name);
    const version = loaded.getFFmpegInfo?.().version;
    return ok(name, version === undefined ? use : `${use} with FFmpeg ${version}`);
  } catch (error) {
    const [reason = ''] = redactText(messageOf(error)).split('\n');
    const detail = `${use}, but does not load: ${reason}`;
    return broken(name, detail, 'run: npm ci, and look at its output');
  }
}

/** What would carry HTTP, as `server.backing` has it. */
function checkServer(wanted: WantedBacking): Promise<Finding> {
  const name = 'HTTP server';
  return trying(name, 'set server.backing to auto', () => {
    const { build } = chooseBacking(wanted);
    if (build !== null) return ok(name, `${build}, native`);
    const why = wanted === 'node' ? 'as server.backing has it' : HALF_RATE;
    return ok(name, `node:http, ${why}`);
  });
}

/** Not English, so that the grammar would not understand it. */
const QUESTION = 'Wie viele Leute waren gestern da?';

/** A model that does not answer is a warning: questions are read without it. */
export async function checkLanguageModel(model: AskModelConfig): Promise<Finding> {
  const nowUtcMs = systemClock.nowUtcMs();
  const view = sandboxView(nowUtcMs);
  const began = performance.now();
  const known = {
    timezone: view.gym.timezone,
    nowUtcMs,
    trainers: view.trainers,
    self: null,
    classNames: classNames(view),
    families: [],
    rooms: view.rooms,
  };
  const outcome = await askModel(model, { text: QUESTION, prev: [] }, known);
  const took = `${((performance.now() - began) / 1_000).toFixed(1)} s`;
  const name = 'language model';
  if ('kind' in outcome) return ok(name, `${model.name} read a test question in ${took}`);
  const detail = `${model.name}: ${outcome.reason.replaceAll('_', ' ')}, after ${took}`;
  return warning(
    name,
    detail,
    WORDS[outcome.reason] ?? 'check ask.model.url, and the log of the endpoint',
  );
}

/** What to do, where it is not the endpoint that has to be looked at. */
const WORDS: Readonly<Partial<Record<ModelFailure, string>>> = {
  key_not_set: 'set the variable before the start, or write it into secrets.env in the data folder',
  timeout: 'choose a smaller model, keep it loaded, or raise ask.model.timeout',
  redirect: 'enter the address that it leads to in ask.model.url: the key is sent to no other',
  status_401: 'check ask.model.api_key',
  status_403: 'check ask.model.api_key',
  status_404: 'ask.model.url ends in /v1 for most servers; check ask.model.name',
  no_query: 'choose a larger model',
  bad_query: 'choose a larger model',
  bad_name: 'choose a larger model',
};
