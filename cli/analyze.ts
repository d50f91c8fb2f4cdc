/** `turnout analyze`: people counted over a recording or a stream, without any server. */

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import type { Config, DetectorConfig } from '../config/config.ts';
import { readEnvironment } from '../config/environment.ts';
import { loadZones } from '../config/load.ts';
import { type Analysis, type AnalysisOptions, analyze } from '../engine/analysis/analyze.ts';
import { chooseDetector } from '../engine/counting/configured-detectors.ts';
import { modelsFolder } from '../engine/models/installed.ts';
import { annotatePng } from '../engine/pictures/annotate.ts';
import { Lanes } from '../engine/pool/lanes.ts';
import type { DetectorChoice } from '../engine/pool/messages.ts';
import { TurnoutError } from '../errors.ts';
import { silentLog } from '../runtime/log/log.ts';
import { checkAddress, isAddress, nameOfAddress, sourceAt, TRANSPORT } from './address.ts';
import { analysisJson, analysisText } from './analysis-report.ts';
import { parseOptions } from './check-report.ts';
import {
  type CliContext,
  command,
  durationBetween,
  flag,
  namedFault,
  typed,
  usageFault,
  whole,
} from './command.ts';
import { slowBar } from './terminal/prompts.ts';
import { writeOut } from './terminal/table.ts';

/** A live stream without `--for` is watched this long, ms. */
const LIVE_MS = 60_000;

export const ANALYZE = command({
  words: 'analyze <file-or-url>',
  about: 'Count people over a recording or a stream: the series, the estimate, a picture',
  given: ['a video or JPEG file, rtsp://, http:// or scene: address'],
  flags: [
    flag('--detector <name>', 'detector: a name, an npm package or a path; default: the best here'),
    flag('--model <name-or-path>', 'model of the detector'),
    flag('--options <json>', 'options of the detector, as JSON'),
    typed(
      '--capacity <people>',
      'people the room holds: the size at which pictures are looked at; default: many',
      whole(1, 10_000),
    ),
    flag('--zones <file>', 'YAML or JSON file with a list "zones", as in the configuration'),
    typed(
      '--every <duration>',
      'time between two counts',
      durationBetween(10, 3_600_000),
      2_000,
      '2s',
    ),
    typed('--for <duration>', 'stop after this time', durationBetween(1000, 86_400_000)),
    TRANSPORT,
    flag('--png <file>', 'write the picture with the most people, with boxes and zones'),
  ],
  examples: ['turnout analyze class.mp4 --every 5s --png class.png'],
  answer: async (world, options, input) => {
    const isFile = !isAddress(input);
    if (!isFile || !existsSync(input)) checkAddress(input);
    if (isFile && !existsSync(input)) {
      const expected = 'a file that exists, or an address: rtsp, http or scene';
      throw usageFault('analyze', expected, `no file ${basename(input)}`);
    }
    const title = isFile ? basename(input) : nameOfAddress(input);
    const { png = null } = options;
    const analysis = await countOver(world, {
      url: input,
      transport: options.transport,
      detector: await detectorOf(world, options),
      capacity: options.capacity ?? null,
      zones: options.zones === undefined ? [] : await loadZones(options.zones, readEnvironment()),
      everyMs: options.every,
      durationMs: options.for ?? (isFile ? null : LIVE_MS),
      png,
      title,
    });
    const where = png === null ? [] : [`The picture with the most people is in ${resolve(png)}.`];
    return [analysisJson(title, analysis), [analysisText(title, analysis), ...where].join('\n')];
  },
});

type CountRun = Pick<
  AnalysisOptions,
  'detector' | 'capacity' | 'zones' | 'everyMs' | 'durationMs'
> & {
  readonly url: string;
  readonly transport: 'tcp' | 'udp';
  /** Where to write the annotated picture; null for none. */
  readonly png: string | null;
  /** Shown in the progress bar and the picture; never an address. */
  readonly title: string;
};

/** Width of the annotated picture, px at most: sharp on a laptop's screen, small enough to send. */
const PICTURE_WIDTH = 1280;

const TASK_TIMEOUT_MS = 30_000;
const HEAP_BYTES = 256 * 2 ** 20;

/** Counts until the end, the time given, or Ctrl-C, whichever comes first. Throws coded errors. */
export async function countOver(context: CliContext, run: CountRun) {
  const bar = slowBar(context, run.title);
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  process.once('SIGINT', stop);
  const pool = lanesOf(availableParallelism());
  /** Distances of keyframes as they came, ms: on a slow computer fewer are looked at. */
  const gapsMs: number[] = [];
  try {
    const source = await sourceAt(run.url, run.transport, run.everyMs);
    const analysis = await analyze({
      ...run,
      source,
      pool,
      pictureWidth: run.png === null ? null : PICTURE_WIDTH,
      signal: interrupt.signal,
      onProgress: (reachedMs, lengthMs) => {
        const { gopMs } = source.totals();
        if (gopMs !== null) gapsMs.push(gopMs);
        bar.show(lengthMs === null ? null : reachedMs / lengthMs, `${seconds(reachedMs)} s`);
      },
    });
    bar.end();
    if (run.png !== null) await savePicture(run.png, run, analysis);
    return { ...analysis, gapsMs: [...gapsMs, source.totals().gopMs ?? []].flat() };
  } catch (error) {
    throw namedFault(error, run.title);
  } finally {
    bar.end();
    process.off('SIGINT', stop);
    await pool.close();
  }
}

/** Where detectors look in a command: with the bounds of the configuration, where it has one. */
export function lanesOf(workers: number, config?: Config, taskTimeoutMs = TASK_TIMEOUT_MS): Lanes {
  return new Lanes({
    workers,
    taskTimeoutMs,
    heapBytes: config?.sampling.workerMemoryBytes ?? HEAP_BYTES,
    memoryBytes: config?.limits.memoryBytes ?? null,
    counts: null,
    log: silentLog,
  });
}

async function savePicture(file: string, run: CountRun, analysis: Analysis): Promise<void> {
  const { picture } = analysis;
  if (picture === null) {
    throw new TurnoutError('frame_undecodable', {
      where: run.title,
      expected: 'at least one picture',
      got: 'none in that time',
      hint: 'a camera whose keyframes are far apart needs a shorter I-frame interval (GOP)',
    });
  }
  const png = await annotatePng(picture.jpeg, {
    detections: picture.boxes,
    ...(picture.heat !== undefined && { heat: picture.heat }),
    zones: run.zones,
    count: picture.count,
    title: `${run.title}, ${seconds(picture.tMs)} s`,
  });
  await writeOut('--png', file, png);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(0);
}

interface WantedDetector {
  readonly detector?: string | undefined;
  readonly model?: string | undefined;
  /** JSON, over all others. */
  readonly options?: string | undefined;
  /** Of the camera, over those that are configured for the detector. */
  readonly ofCamera?: Readonly<Record<string, unknown>> | null;
}

/** As the configuration has it by default. */
const ANY_PROVIDER = { provider: 'cpu', threads: 1 } as const;

/** The detector that the options of a command name, or the best one that is here. */
export async function detectorOf(
  context: CliContext,
  wanted: WantedDetector,
  { options: configured = {}, onnx = ANY_PROVIDER }: Partial<DetectorConfig> = {},
): Promise<DetectorChoice> {
  const folders = { fromDir: process.cwd(), modelsDir: modelsFolder(context.dataDir()), onnx };
  const reference = wanted.detector ?? 'auto';
  const choice = await chooseDetector(reference, configured, folders, wanted.ofCamera);
  const own = {
    ...(wanted.options !== undefined && parseOptions(wanted.options)),
    ...(wanted.model !== undefined && { model: wanted.model }),
  };
  if (Object.keys(own).length === 0) return choice;
  if (reference === 'auto') {
    const [where, hint] =
      wanted.model === undefined
        ? ['--options', 'name the detector that has them: turnout detectors']
        : ['--model', 'name the detector that reads the model: turnout model list'];
    throw usageFault(where, `--detector together with ${where}`, 'none', hint);
  }
  return { ...choice, options: { ...choice.options, ...own } };
}
