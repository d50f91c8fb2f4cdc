/**
 * A camera tried out in stages, each with its own words: its name, the way to it, the login, the stream, a keyframe, what the
 * keyframe shows, and the people on it. What fails is a value; the stages behind it are not tried.
 */

import { judgeKeyframes, keyframeHint, makerOfAddress } from '../../engine/cameras/makers.ts';
import type { StreamInfo } from '../../engine/cameras/source.ts';
import { sourceFault } from '../../engine/cameras/source-fault.ts';
import { createSource } from '../../engine/cameras/sources.ts';
import type { EncodedFrame } from '../../engine/frames/decoder.ts';
import type { Trial } from '../../engine/trials.ts';
import { isTurnoutError, sentence, type TurnoutError } from '../../errors.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { Reach } from '../../runtime/reach.ts';
import { foundWords, PROBE_STAGES, type ProbeStageName, warningsOf } from './probe-words.ts';

export interface ProbeOptions {
  readonly url: string;
  readonly transport: 'tcp' | 'udp';
  /** Where the address and its redirects may lead; left out: anywhere. */
  readonly reach?: Reach | undefined;
  /** How often a count is wanted, ms. */
  readonly wantedPeriodMs: number;
  /** Has the configured detector look at a keyframe. */
  readonly look: (frame: EncodedFrame) => Promise<Trial>;
}

const OPEN_TIMEOUT_MS = 10_000;
/** How long the first keyframe is waited for, ms: a smart codec sends one in ten seconds. Chosen here. */
const FIRST_MS = 15_000;
/** How long keyframes are watched after the first, ms: two of a smart codec's shorter stretches. Chosen here. */
const WATCH_MS = 6_000;
/** Keyframes after which their distance is known well enough. Chosen here. */
const ENOUGH = 4;

/**
 * Throws `address_refused`, and faults of the program.
 *
 * @returns `gopMs`: the longest time between two keyframes that was seen, null where fewer than two came; `people` on the
 * keyframe, null where they were not counted; the maker whose path it is; what to change although it works.
 */
export async function probeCamera(options: ProbeOptions) {
  const seen = await watch(options);
  const { stream, frame, gapsMs, fault } = seen;
  const trial = fault === null && frame !== null ? await options.look(frame) : null;
  const gopMs = gapsMs.length === 0 ? null : Math.round(Math.max(...gapsMs));
  const judged = judgeKeyframes(gapsMs, seen.watchedMs, options.wantedPeriodMs);
  const distance = fault === null ? judged : 'unknown';
  const maker = makerOfAddress(options.url);
  const hasLogin = options.url.includes('@');
  return {
    stages: stagesOf(failureOf(seen, trial), foundWords({ stream, gopMs, trial, hasLogin })),
    stream,
    gopMs,
    people: trial?.tried[0]?.count ?? null,
    maker: maker?.name ?? null,
    warnings: warningsOf({ stream, trial }, distance, maker),
  };
}

type Seen = Awaited<ReturnType<typeof watch>>;
type Failure = ReturnType<typeof failureOf>;

/** Where it broke, and how; null where it did not. */
function failureOf({ fault, stream }: Pick<Seen, 'fault' | 'stream'>, trial: Trial | null) {
  if (fault !== null) return { stage: stageOf(fault, stream !== null), fault };
  if (trial?.fault) return { stage: 'decode', fault: trial.fault } as const;
  const refused = trial?.tried[0]?.fault ?? null;
  return refused && ({ stage: 'people', fault: refused } as const);
}

/** Without its place: the words stand under the camera. */
export function wordsOf({ parts }: Pick<TurnoutError, 'parts'>): string {
  return `${sentence(parts).replace('expected', 'Expected')}.`;
}

/** @returns with `gapsMs`, the distances of keyframes by the camera's own clock, and the first keyframe, null where none came. */
async function watch({ url, transport, reach, wantedPeriodMs }: ProbeOptions) {
  const enough = new AbortController();
  const gapsMs: number[] = [];
  let keyframes = 0;
  let stream: StreamInfo | null = null;
  let frame: EncodedFrame | null = null;
  let openedMs: number | null = null;
  let late: NodeJS.Timeout | undefined;
  const endAfter = (ms: number) => {
    clearTimeout(late);
    late = setTimeout(() => enough.abort(), ms);
  };
  const nowMs = () => systemClock.monotonicMs();
  const seen = (fault: TurnoutError | null) => {
    const watchedMs = openedMs === null ? 0 : nowMs() - openedMs;
    return { stream, gapsMs, watchedMs, frame, fault };
  };
  try {
    const source = await createSource({
      url,
      transport,
      ...(reach !== undefined && { reach }),
      openTimeoutMs: OPEN_TIMEOUT_MS,
      readTimeoutMs: OPEN_TIMEOUT_MS,
      wantedPeriodMs: () => Math.min(1_000, wantedPeriodMs),
      clock: systemClock,
    });
    const take = (delivered: EncodedFrame) => {
      keyframes += 1;
      frame ??= { ...delivered, data: delivered.data.slice() };
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
    return seen(keyframes > 0 ? null : noKeyframe());
  } catch (error) {
    if (!isTurnoutError(error) || error.code === 'address_refused') throw error;
    return seen(error);
  } finally {
    clearTimeout(late);
  }
}

function noKeyframe(): TurnoutError {
  const expected = `a keyframe within ${FIRST_MS / 1000} s`;
  return sourceFault('camera_stalled', { expected, got: 'none', hint: keyframeHint(null) });
}

/** Where it broke, by the fault of the source. */
function stageOf({ code, parts: { got } }: TurnoutError, isOpen: boolean): ProbeStageName {
  if (isOpen) return 'keyframe';
  if (code === 'camera_unreachable') return /name|read/.test(got) ? 'name' : 'reach';
  if (code === 'camera_unauthorized') return 'sign_in';
  const isNear = ['camera_refused', 'camera_timeout', 'descriptors_exhausted'].includes(code);
  return isNear ? 'reach' : 'stream';
}

/** Each with its state, what it found or what is wrong and what to do, and of one that failed a code. */
function stagesOf(failure: Failure, found: Readonly<Record<ProbeStageName, string>>) {
  const failedAt = failure === null ? PROBE_STAGES.length : PROBE_STAGES.indexOf(failure.stage);
  return PROBE_STAGES.map((stage, at) => {
    // A camera that has no such stream may say so before it looks at a login.
    const isUnasked = stage === 'sign_in' && failure?.stage === 'stream';
    if (at < failedAt && !isUnasked)
      return { stage, state: 'passed', words: found[stage], code: null } as const;
    if (failure === null || at !== failedAt) {
      return { stage, state: 'not_tried', words: 'Not tried.', code: null } as const;
    }
    const { fault } = failure;
    return { stage, state: 'failed', words: wordsOf(fault), code: fault.code } as const;
  });
}
