/**
 * Counts people over one recording or stream, without a server: source → keyframes → pool → series and estimate.
 * A file is read as fast as the workers look; a live stream is watched for a given time.
 */

import { isTurnoutError } from '../../errors.ts';
import type { FrameSource, StreamInfo } from '../cameras/source.ts';
import { sourceFault } from '../cameras/source-fault.ts';
import { buildBest } from '../counting/configured-detectors.ts';
import type { EncodedFrame } from '../frames/decoder.ts';
import type { DetectorChoice, SampleTask } from '../pool/messages.ts';
import type { Pool } from '../pool/pool.ts';
import type { Zone } from '../zones.ts';
import { type BestFrame, Findings } from './findings.ts';
import { copyOf, fittedTo, isOpen, taskOf } from './fitting.ts';

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
export async function analyze(options: AnalysisOptions) {
  const { pool, zones, capacity, durationMs, pictureWidth, everyMs, onProgress } = options;
  let built = await buildBest(pool, options.detector);
  let isFitted = !isOpen(built);
  let task = taskOf(built, zones);
  // A detector with a memory has to see the frames one after the other.
  const lanes = built.facts.stateBytes > 0 ? 1 : pool.workers;
  const startedMs = performance.now();
  const findings = new Findings();
  const over = new AbortController();
  const looks = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let stream: StreamInfo | undefined;
  let firstMs: number | null = null;
  let dueMs = 0;

  async function look(frame: EncodedFrame, tMs: number): Promise<void> {
    const copy = pictureWidth === null ? null : copyOf(frame);
    try {
      findings.add(tMs, await pool.sample({ ...task, frame }), copy);
    } catch (error) {
      findings.addFailure(error);
    }
  }

  /** By the first picture that can be decoded. */
  async function fitTo(frame: EncodedFrame): Promise<void> {
    try {
      built = await fittedTo(frame, built, pool, capacity);
      task = taskOf(built, zones);
      isFitted = true;
    } catch (error) {
      // What cannot be looked at is counted as a failure by the look itself; the next picture may do.
      if (!isTurnoutError(error)) throw error;
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
    onProgress(tMs, durationMs ?? stream?.durationMs ?? null);
    if (findings.isHopeless || (durationMs !== null && tMs > durationMs)) {
      over.abort();
      return;
    }
    if (tMs < dueMs) return;
    dueMs = (Math.floor(tMs / everyMs) + 1) * everyMs;
    if (!isFitted) await fitTo(frame);
    const one = look(frame, tMs).finally(() => looks.delete(one));
    looks.add(one);
    // A file waits here until a worker is free; what a live stream delivers meanwhile is its own to drop.
    if (looks.size >= lanes) await Promise.race(looks);
  }

  const signal = AbortSignal.any([options.signal, over.signal]);
  await options.source.run(signal, take, opened).finally(() => clearTimeout(timer));
  await Promise.all(looks);
  if (stream === undefined) throw sourceFault('camera_ended', { got: 'its own end' });
  const { choice, facts, passedOver } = built;
  const { model, input, isWeak } = facts;
  const passed = passedOver.map(({ message }) => message);
  return {
    stream,
    ...findings.result(input, performance.now() - startedMs),
    /** What looked at the pictures, at `input`, as it was asked for; and why better ones could not be built, a sentence each. */
    detector: { plugin: choice.plugin, model, input, isWeak, passedOver: passed },
    /** Null when none was asked for or no picture came. */
    picture: await takePicture(options, task, findings.best),
  };
}

export type Analysis = Awaited<ReturnType<typeof analyze>>;

/** The picture with the most people, and what was seen in it. */
export type AnalysisPicture = NonNullable<Analysis['picture']>;

async function takePicture(
  { pictureWidth, pool }: AnalysisOptions,
  task: Omit<SampleTask, 'frame'>,
  best: BestFrame | null,
) {
  if (best === null || pictureWidth === null) return null;
  const { tMs, count, outcome, frame } = best;
  const { picture } = await pool.sample({ ...task, frame, pictureWidth });
  if (picture === null) return null;
  const { boxes, heat } = outcome;
  return { ...picture, tMs, count, boxes, ...(heat !== undefined && { heat }) };
}
