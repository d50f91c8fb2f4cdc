/**
 * Counts people over one recording or stream, without a server: source → keyframes → pool → series and estimate.
 * A file is read as fast as the workers look; a live stream is watched for a given time.
 */

import type { Size } from '../../detectors/picture.ts';
import type { BodyCount } from '../../gym/attendance/estimate/interval.ts';
import { SMOOTHING_SAMPLES } from '../../gym/attendance/line.ts';
import type { FrameSource, StreamInfo } from '../cameras/source.ts';
import { sourceFault } from '../cameras/source-fault.ts';
import { type BuiltDetector, buildBest } from '../counting/configured-detectors.ts';
import type { EncodedFrame } from '../frames/decoder.ts';
import type {
  DetectorChoice,
  HeatMap,
  RgbPicture,
  SampleOutcome,
  SampleTask,
} from '../pool/messages.ts';
import type { Pool } from '../pool/pool.ts';
import type { JudgedBox, Zone } from '../zones.ts';
import { type BestFrame, Findings, Looking } from './findings.ts';

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

/** What an analysis of one recording or stream says. */

export interface AnalysisSample {
  /** Position in the recording, ms from its first keyframe. */
  readonly tMs: number;
  /** Null while the detector warms up. */
  readonly count: number | null;
}

export interface AnalysisCost {
  /** Mean time to decode and fit one picture, ms; null without samples. */
  readonly decodeMs: number | null;
  /** Mean time in the detector, ms; null without samples. */
  readonly detectMs: number | null;
  /** From opening the source to the last count, ms; building the detector not counted in. */
  readonly wallMs: number;
  /** Frames that could not be looked at, by code of the error. */
  readonly failures: Readonly<Record<string, number>>;
}

/** The picture with the most people, and what was seen in it. */
export interface AnalysisPicture extends RgbPicture {
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

/**
 * What tracks add to a series of counts: how many different people there were, and counts in which someone who is missed in
 * a picture or two is still there. Numbers of one recording only; nothing of them is stored.
 */

export interface TrackedPeople {
  /** Tracks that were counted in at least one picture. */
  readonly different: number;
  /** Those of {@link LASTING} pictures or more: ghosts and people who pass through are none of them. */
  readonly lasting: number;
  /** In the order of the pictures: tracks that were counted in more than half of the pictures around each. */
  readonly counts: readonly number[];
}

/** Pictures from which a track is someone, as many as a running median asks for. */
const LASTING = Math.ceil(SMOOTHING_SAMPLES / 2);

/** Of pictures in the order of time that have a count. Null where someone was counted without a track, or no one at all. */
export function trackedPeople(
  pictures: readonly Pick<SampleOutcome, 'boxes'>[],
): TrackedPeople | null {
  const seen: ReadonlySet<number>[] = [];
  const times = new Map<number, number>();
  for (const { boxes } of pictures) {
    const tracks = new Set<number>();
    for (const { verdict, track } of boxes) {
      if (verdict !== 'counted') continue;
      if (track === undefined) return null;
      tracks.add(track);
    }
    for (const track of tracks) times.set(track, (times.get(track) ?? 0) + 1);
    seen.push(tracks);
  }
  if (times.size === 0) return null;
  const lasting = [...times.values()].filter((pictureCount) => pictureCount >= LASTING).length;
  return { different: times.size, lasting, counts: seen.map((_, at) => aroundOf(seen, at)) };
}

function aroundOf(seen: readonly ReadonlySet<number>[], at: number): number {
  const reach = Math.floor(SMOOTHING_SAMPLES / 2);
  const around = seen.slice(Math.max(0, at - reach), at + reach + 1);
  const times = new Map<number, number>();
  for (const tracks of around) {
    for (const track of tracks) times.set(track, (times.get(track) ?? 0) + 1);
  }
  return [...times.values()].filter((pictures) => pictures > around.length / 2).length;
}
