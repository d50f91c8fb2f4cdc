/** `turnout camera test`: what a camera sends, how many people are seen for ten seconds, and one annotated picture. */

import { resolve } from 'node:path';
import { nearest } from '../../config/check/text.ts';
import { type Config, type PlacedCamera, placedCameras } from '../../config/config.ts';
import { readEnvironment } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { addressFault } from '../../config/values/address.ts';
import type { Analysis } from '../../engine/analysis/analysis.ts';
import { camerasThatFit } from '../../engine/sizing/plan.ts';
import { workersOf } from '../../engine/sizing/workers.ts';
import { TurnoutError } from '../../errors.ts';
import { askedAddress, checkAddress, isAddress, nameOfAddress } from '../address.ts';
import { analysisJson, analysisText } from '../analyze/analysis-report.ts';
import { countOver } from '../analyze/count-run.ts';
import type { CliContext } from '../context.ts';
import { detectorOf } from '../detector-choice.ts';
import { IGNORE_ZONE_HINT } from '../ignore-zone.ts';
import { counted } from '../terminal/counted.ts';
import { filledIn } from './probe.ts';

interface TestOptions {
  readonly detector?: string;
  readonly model?: string;
  readonly png: string;
  readonly transport: 'tcp' | 'udp';
}

const WATCH_MS = 10_000;

/** A count a second: a stream gives them as its keyframes come. */
const EVERY_MS = 1000;

export async function testOne(
  context: CliContext,
  argument: string,
  options: TestOptions,
): Promise<void> {
  const environment = readEnvironment();
  const config = await openConfig(environment);
  const idOrUrl = await askedAddress(argument, context.stderr);
  if (isAddress(idOrUrl)) checkAddress(filledIn(idOrUrl, environment.variables));
  const placed = isAddress(idOrUrl) ? null : findCamera(config, idOrUrl);
  const camera = placed?.camera ?? null;
  const title = camera?.id ?? nameOfAddress(idOrUrl);
  const wanted = {
    detector: options.detector ?? camera?.detector ?? config.detectors.default,
    model: options.model,
  };
  const detector = await detectorOf(context, wanted, config.detectors.options);
  const png = resolve(options.png);
  const analysis = await countOver(context, {
    url: camera?.url ?? filledIn(idOrUrl, environment.variables),
    transport: camera?.transport ?? options.transport,
    detector,
    capacity: placed?.roomCapacity ?? null,
    zones: camera?.zones ?? [],
    everyMs: EVERY_MS,
    durationMs: WATCH_MS,
    png,
    title,
  });
  const gopMs = gopOf(analysis);
  const periodMs = (camera ?? config).sampling.classPeriodMs;
  const warnings = warningsOf(analysis, gopMs, periodMs);
  const fit = fitOf(analysis, periodMs, workersOf(config.sampling.workers));
  context.print(
    { ...analysisJson(title, analysis), gop_ms: gopMs, fit, png, warnings },
    [
      streamText(analysis, gopMs),
      analysisText(title, analysis),
      ...(fit === null ? [] : [fitText(fit)]),
      ...warnings.map((warning) => `Note: ${warning}`),
      `The picture with the most people is in ${png}.`,
      ...(hasZone(camera, 'ignore') ? [] : [IGNORE_ZONE_HINT]),
      ...(hasZone(camera, 'staff') ? [] : [STAFF_HINT]),
    ].join('\n'),
  );
}

const STAFF_HINT =
  'Reports subtract the trainer: one person in the picture is 0 in the class (attendance.staff in turnout.yaml).';

function hasZone(camera: PlacedCamera['camera'] | null, wanted: 'ignore' | 'staff'): boolean {
  return camera?.zones.some(({ kind }) => kind === wanted) ?? false;
}

/** How many cameras like this one the server could look at, as measured. */
interface CameraFit {
  readonly look_ms: number;
  readonly workers: number;
  readonly period_ms: number;
  readonly cameras: number;
}

/** Null where no picture was looked at. */
function fitOf({ cost }: Analysis, periodMs: number, workers: number): CameraFit | null {
  if (cost.decodeMs === null || cost.detectMs === null) return null;
  const lookMs = cost.decodeMs + cost.detectMs;
  const cameras = camerasThatFit(lookMs, periodMs, workers);
  return { look_ms: Math.round(lookMs * 100) / 100, workers, period_ms: periodMs, cameras };
}

function fitText({ look_ms, workers, period_ms, cameras }: CameraFit): string {
  return `At ${look_ms} ms a picture, every ${period_ms / 1000} s, ${counted(workers, 'worker')} of this computer can look at about ${counted(cameras, 'such camera')}; reading them comes on top.`;
}

function findCamera(config: Config, id: string): PlacedCamera {
  const cameras = placedCameras(config);
  const found = cameras.find(({ camera }) => camera.id === id);
  if (found !== undefined) return found;
  throw new TurnoutError('camera_unknown', {
    where: 'camera test',
    expected: 'the id of a configured camera, or an address with its scheme',
    got: id,
    hint: hintFor(
      id,
      cameras.map(({ camera }) => camera.id),
    ),
  });
}

/** An address without its scheme, a slip of the pen, or none of these. */
function hintFor(typed: string, ids: readonly string[]): string {
  const fault = addressFault(typed);
  if (fault !== null) return 'an address of a camera begins with rtsp://';
  const near = nearest(typed, ids);
  if (near !== null) return `did you mean ${near}?`;
  return ids.length === 0
    ? 'there is none yet: add one with turnout camera add'
    : `the cameras are ${ids.join(', ')}`;
}

/** Time between pictures as seen, ms: of a stream every keyframe was taken, so it is the GOP. */
function gopOf({ samples }: Analysis): number | null {
  const gaps = samples.slice(1).map(({ tMs }, at) => tMs - (samples[at]?.tMs ?? 0));
  return gaps.length === 0 ? null : Math.round(Math.min(...gaps));
}

function warningsOf(analysis: Analysis, gopMs: number | null, periodMs: number): string[] {
  const warnings: string[] = [];
  const { frameSize, samples } = analysis;
  const isSparse = gopMs === null ? samples.length < 2 : gopMs > periodMs;
  if (isSparse) {
    const gap = gopMs === null ? `more than ${WATCH_MS / 1000} s` : `${gopMs / 1000} s`;
    warnings.push(
      `keyframes are ${gap} apart, further than a count is wanted (${periodMs / 1000} s): set the I-frame interval (GOP) of the stream to 1 or 2 seconds and switch off "smart codec".`,
    );
  }
  if (frameSize !== null && frameSize.width > 1920) {
    warnings.push(
      'the stream is larger than needed: the sub-stream of the camera costs a fraction and counts as well.',
    );
  }
  return warnings;
}

function streamText({ stream, frameSize }: Analysis, gopMs: number | null): string {
  const size = frameSize === null ? 'unknown size' : `${frameSize.width} × ${frameSize.height}`;
  const fps = stream.fps === null ? '' : `, ${Math.round(stream.fps)} frames a second`;
  const gop = gopMs === null ? '' : `, a keyframe every ${gopMs / 1000} s`;
  return `Connected: ${stream.codec.toUpperCase()}, ${size}${fps}${gop}.`;
}
