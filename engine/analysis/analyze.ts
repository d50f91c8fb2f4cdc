/**
 * Counts people over one recording or stream, without a server: source → keyframes → pool → series and estimate.
 * A file is read as fast as the workers look; a live stream is watched for a given time.
 */

import type { Size } from '../../detectors/picture.ts';
import type { BodyCount } from '../../gym/attendance/estimate/interval.ts';
import type { FrameSource, StreamInfo } from '../cameras/source.ts';
import { sourceFault } from '../cameras/source-fault.ts';
import { type BuiltDetector, buildBest } from '../counting/configured-detectors.ts';
import type { EncodedFrame } from '../frames/decoder.ts';
import type { DetectorChoice, HeatMap, JpegPicture, SampleTask } from '../pool/messages.ts';
import type { Pool } from '../pool/pool.ts';
import type { JudgedBox, Zone } from '../zones.ts';
import {
  type AnalysisCost,
  type AnalysisSample,
  type BestFrame,
  Findings,
  Looking,
  type TrackedPeople,
} from './findings.ts';

export interface AnalysisOptions {
  /** Has not run yet. */
  readonly source: FrameSource;
  readonly pool: Pool;
  readonly detector: DetectorChoice;
  /** People that the room holds, which says at which size to look where the detector leaves that open; null is unknown. */
  readonly capacity: number | null;
  readonly zones: readonly Zone[];
  /** Time between two samples, ms of the recording; the first keyframe at or after it is taken. */
  readonly everyMs: number;
  /**
   * Stops after this time, ms: of the recording, or of the clock for a live stream, whose next keyframe may be far off;
   * null reads to the end.
   */
  readonly durationMs: number | null;
  /** Width of the picture to return, px at most; null for none. */
  readonly pictureWidth: number | null;
  /** Ends early; what was counted until then is returned. */
  readonly signal: AbortSignal;
  /** Told at each keyframe: time reached and length of the recording, ms; null where it has no end. */
  readonly onProgress: (reachedMs: number, lengthMs: number | null) => void;
}

/**
 * Throws what the source throws, what keeps the detector from starting, and, where not one frame could be looked at,
 * what the last of them threw.
 */
export async function analyze(options: AnalysisOptions): Promise<Analysis> {
  const { pool, detector } = options;
  const built = await buildBest(pool, detector);
  const startedMs = performance.now();
  const findings = new Findings();
  const looking = new Looking(options, built);
  // A detector with a memory has to see the frames one after the other.
  const lanes = built.facts.stateBytes > 0 ? 1 : pool.workers;
  const stream = await readAll(options, { findings, looking, lanes });
  findings.requireAny();
  const { width, height } = looking.built.facts.input;
  const tracked = findings.tracked();
  return {
    stream,
    frameSize: findings.inOrder()[0]?.outcome.frameSize ?? null,
    samples: findings.samples(),
    estimate: findings.estimate(width * height, tracked),
    tracks: tracked && { different: tracked.different, lasting: tracked.lasting },
    cost: findings.cost(performance.now() - startedMs),
    detector: detectorOf(looking.built),
    picture: await takePicture(options, looking.task, findings.best),
  };
}

interface Reading {
  readonly findings: Findings;
  readonly looking: Looking;
  /** Frames that may be looked at at once. */
  readonly lanes: number;
}

/** Runs the source to its end or as long as was asked for. */
async function readAll(options: AnalysisOptions, reading: Reading): Promise<StreamInfo> {
  const { findings, looking, lanes } = reading;
  const { durationMs } = options;
  const over = new AbortController();
  const looks = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let stream: StreamInfo | undefined;
  let firstMs: number | null = null;
  let dueMs = 0;

  async function look(frame: EncodedFrame, tMs: number): Promise<void> {
    const kept = options.pictureWidth === null ? null : { ...frame, data: frame.data.slice() };
    try {
      findings.add(tMs, await options.pool.sample({ ...looking.task, frame }), kept);
    } catch (error) {
      findings.addFailure(error);
    }
  }

  function opened(info: StreamInfo): void {
    stream = info;
    if (info.durationMs === null && durationMs !== null) {
      timer = setTimeout(() => over.abort(), durationMs);
    }
  }

  async function take(frame: EncodedFrame): Promise<void> {
    const atMs = frame.mediaMs ?? frame.atUtcMs;
    firstMs ??= atMs;
    const tMs = Math.round(atMs - firstMs);
    options.onProgress(tMs, durationMs ?? stream?.durationMs ?? null);
    const isOver = durationMs !== null && tMs > durationMs;
    if (isOver || findings.isHopeless) {
      over.abort();
      return;
    }
    if (tMs < dueMs) return;
    dueMs = (Math.floor(tMs / options.everyMs) + 1) * options.everyMs;
    await looking.fitTo(frame);
    const one = look(frame, tMs).finally(() => looks.delete(one));
    looks.add(one);
    // A file waits here until a worker is free; what a live stream delivers meanwhile is its own to drop.
    if (looks.size >= lanes) await Promise.race(looks);
  }

  const signal = AbortSignal.any([options.signal, over.signal]);
  await options.source.run(signal, take, opened).finally(() => clearTimeout(timer));
  await Promise.all(looks);
  if (stream === undefined) throw sourceFault('camera_ended', { got: 'its own end' });
  return stream;
}

function detectorOf({ choice, facts, passedOver }: BuiltDetector): AnalysisDetector {
  return {
    plugin: choice.plugin,
    model: facts.model,
    input: facts.input,
    isWeak: facts.isWeak,
    passedOver: passedOver.map(({ message }) => message),
  };
}

async function takePicture(
  options: AnalysisOptions,
  task: Omit<SampleTask, 'frame'>,
  best: BestFrame | null,
): Promise<AnalysisPicture | null> {
  const { pictureWidth, pool } = options;
  if (best === null || pictureWidth === null) return null;
  const { tMs, count, outcome, frame } = best;
  const { picture } = await pool.sample({ ...task, frame, pictureWidth });
  if (picture === null) return null;
  const { boxes, heat } = outcome;
  return { ...picture, tMs, count, boxes, ...(heat !== undefined && { heat }) };
}

/** The picture with the most people, and what was seen in it. */
export interface AnalysisPicture extends JpegPicture {
  readonly tMs: number;
  /** Null where no picture was counted, since the detector was warming up. */
  readonly count: number | null;
  readonly boxes: readonly JudgedBox[];
  /** Where people are, of a detector that counts without boxes. */
  readonly heat?: HeatMap;
}

/** What looked at the pictures. */
export interface AnalysisDetector {
  /** As it was asked for: a name, a package or a path. */
  readonly plugin: string;
  readonly model: string | null;
  /** Size of the picture that it looked at. */
  readonly input: Size;
  /** Whether it is a weak one, whose counts are a hint and no measurement. */
  readonly isWeak: boolean;
  /** Why better ones could not be built, a sentence each. */
  readonly passedOver: readonly string[];
}

export interface Analysis {
  readonly stream: StreamInfo;
  /** Size of the pictures as decoded; null when none was. */
  readonly frameSize: Size | null;
  /** In order of time. */
  readonly samples: readonly AnalysisSample[];
  readonly estimate: BodyCount;
  /** Different people, of a detector that follows them; null where it does not. */
  readonly tracks: Pick<TrackedPeople, 'different' | 'lasting'> | null;
  readonly cost: AnalysisCost;
  readonly detector: AnalysisDetector;
  /** Null when none was asked for or no picture came. */
  readonly picture: AnalysisPicture | null;
}
