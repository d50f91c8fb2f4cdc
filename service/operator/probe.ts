/**
 * A camera tried out in stages, each with its own words: its name, the way to it, the login, the stream, a keyframe. What
 * fails is a value; the stages behind it are not tried.
 */

import { keyframeHint } from '../../engine/cameras/makers/hints.ts';
import { judgeKeyframes } from '../../engine/cameras/makers/keyframe-distance.ts';
import { makerOfAddress } from '../../engine/cameras/makers/recognise.ts';
import type { StreamInfo } from '../../engine/cameras/source.ts';
import { createSource } from '../../engine/cameras/sources.ts';
import { type ErrorCode, isTurnoutError } from '../../errors.ts';
import { systemClock } from '../../runtime/clock.ts';

export const PROBE_STAGES = ['name', 'reach', 'sign_in', 'stream', 'keyframe'] as const;
export type ProbeStageName = (typeof PROBE_STAGES)[number];

export interface ProbeStage {
  readonly stage: ProbeStageName;
  readonly state: 'passed' | 'failed' | 'not_tried';
  /** What it found, or what is wrong and what to do. */
  readonly words: string;
  /** Of a stage that failed. */
  readonly code: ErrorCode | null;
}

export interface ProbeFindings {
  readonly stages: readonly ProbeStage[];
  readonly stream: StreamInfo | null;
  /** Name of the maker whose path it is; null where none is known. */
  readonly maker: string | null;
  /** What to change although it works. */
  readonly warnings: readonly string[];
}

export interface ProbeOptions {
  readonly url: string;
  readonly transport: 'tcp' | 'udp';
  /** How often a count is wanted, ms. */
  readonly wantedPeriodMs: number;
}

const OPEN_TIMEOUT_MS = 10_000;
/** How long the first keyframe is waited for, ms: a smart codec sends one in ten seconds. Chosen here. */
const FIRST_MS = 15_000;
/** How long keyframes are watched after the first, ms: two of a smart codec's shorter stretches. Chosen here. */
const WATCH_MS = 6_000;
/** Keyframes after which their distance is known well enough. Chosen here. */
const ENOUGH = 4;
/** Wider pictures cost more than they are worth, px. Chosen here: the largest that `turnout camera test` lets pass. */
const WIDE_PX = 1_920;

const FOUND: Readonly<Record<ProbeStageName, string>> = {
  name: 'The name of the camera is known.',
  reach: 'The camera answers.',
  sign_in: 'It accepts the login.',
  stream: 'It has a stream at this path.',
  keyframe: 'Pictures come.',
};

export async function probeCamera(options: ProbeOptions): Promise<ProbeFindings> {
  const maker = makerOfAddress(options.url);
  const seen = await watch(options);
  const { stream, fault } = seen;
  const failed = fault === null ? null : stageOf(fault.code, fault.got, stream !== null);
  const isVideo = stream !== null && stream.codec !== 'jpeg';
  const distance = isVideo
    ? judgeKeyframes(seen.gapsMs, seen.watchedMs, options.wantedPeriodMs)
    : 'unknown';
  const isFar = fault === null && (distance === 'long' || distance === 'stretching');
  const isWide = (stream?.width ?? 0) > WIDE_PX;
  const found = {
    ...FOUND,
    ...(stream !== null && { stream: streamWords(stream) }),
    ...(!options.url.includes('@') && { sign_in: 'It asks for no login.' }),
  };
  return {
    stages: stagesOf(failed, fault, found),
    stream,
    maker: maker?.name ?? null,
    warnings: [
      ...(isFar ? [`Keyframes are far apart or uneven: ${keyframeHint(maker)}.`] : []),
      ...(isWide ? ['The stream is larger than needed: take the sub-stream of the camera.'] : []),
    ],
  };
}

interface Told {
  readonly code: ErrorCode;
  readonly got: string;
  readonly sentence: string;
}

interface Seen {
  readonly stream: StreamInfo | null;
  /** Distances of keyframes by the camera's own clock, ms. */
  readonly gapsMs: readonly number[];
  readonly watchedMs: number;
  readonly fault: Told | null;
}

async function watch({ url, transport, wantedPeriodMs }: ProbeOptions): Promise<Seen> {
  const enough = new AbortController();
  const gapsMs: number[] = [];
  let keyframes = 0;
  let stream: StreamInfo | null = null;
  let openedMs: number | null = null;
  let late: NodeJS.Timeout | undefined;
  const endAfter = (ms: number) => {
    clearTimeout(late);
    late = setTimeout(() => enough.abort(), ms);
  };
  const nowMs = () => systemClock.monotonicMs();
  const seen = (fault: Told | null): Seen => ({
    stream,
    gapsMs,
    watchedMs: openedMs === null ? 0 : nowMs() - openedMs,
    fault,
  });
  try {
    const source = await createSource({
      url,
      transport,
      openTimeoutMs: OPEN_TIMEOUT_MS,
      readTimeoutMs: OPEN_TIMEOUT_MS,
      wantedPeriodMs: () => Math.min(1_000, wantedPeriodMs),
      clock: systemClock,
    });
    const take = () => {
      keyframes += 1;
      if (keyframes === 1) endAfter(WATCH_MS);
      const { gopMs } = source.totals();
      if (keyframes > 1 && gopMs !== null) gapsMs.push(gopMs);
      if (keyframes >= ENOUGH) enough.abort();
    };
    await source.run(enough.signal, take, (info) => {
      stream = info;
      openedMs = nowMs();
      endAfter(FIRST_MS);
    });
    return seen(keyframes > 0 ? null : NO_KEYFRAME);
  } catch (error) {
    if (!isTurnoutError(error)) throw error;
    const { expected, got, hint } = error.parts;
    const help = hint === undefined ? '' : `; ${hint}`;
    return seen({ code: error.code, got, sentence: `Expected ${expected}, got ${got}${help}.` });
  } finally {
    clearTimeout(late);
  }
}

const NO_KEYFRAME: Told = {
  code: 'camera_stalled',
  got: 'none',
  sentence: `Expected a keyframe within ${FIRST_MS / 1000} s, got none; ${keyframeHint(null)}.`,
};

/** Where it broke, by the fault of the source. */
function stageOf(code: ErrorCode, got: string, isOpen: boolean): ProbeStageName {
  if (isOpen) return 'keyframe';
  if (code === 'camera_unreachable') return /name|read/.test(got) ? 'name' : 'reach';
  if (code === 'camera_unauthorized') return 'sign_in';
  const isNear = ['camera_refused', 'camera_timeout', 'descriptors_exhausted'].includes(code);
  return isNear ? 'reach' : 'stream';
}

function stagesOf(
  failed: ProbeStageName | null,
  fault: Told | null,
  found: Readonly<Record<ProbeStageName, string>>,
): readonly ProbeStage[] {
  const failedAt = failed === null ? PROBE_STAGES.length : PROBE_STAGES.indexOf(failed);
  return PROBE_STAGES.map((stage, at) => {
    if (at < failedAt) return { stage, state: 'passed', words: found[stage], code: null };
    if (at > failedAt) return { stage, state: 'not_tried', words: 'Not tried.', code: null };
    return { stage, state: 'failed', words: fault?.sentence ?? '', code: fault?.code ?? null };
  });
}

function streamWords({ codec, width, height, fps }: StreamInfo): string {
  const size = width === null || height === null ? '' : `, ${width} × ${height}`;
  const rate = fps === null ? '' : `, ${Math.round(fps)} frames a second`;
  return `It sends ${codec.toUpperCase()}${size}${rate}.`;
}
