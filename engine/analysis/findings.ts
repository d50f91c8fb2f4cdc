/** What an analysis under way has found so far. */

import { isTurnoutError, type TurnoutError } from '../../errors.ts';
import { type BodyCount, estimateBodyCount } from '../../gym/attendance/estimate/interval.ts';
import { SMOOTHING_SAMPLES } from '../../gym/attendance/line.ts';
import { type BuiltDetector, buildBest } from '../counting/configured-detectors.ts';
import { Quarantine } from '../counting/detector-in-use.ts';
import type { EncodedFrame } from '../frames/decoder.ts';
import type { SampleOutcome, SampleTask } from '../pool/messages.ts';
import type { Pool } from '../pool/pool.ts';
import { inputText, leavesInputOpen, sizedChoice, sizeFor } from '../sizing.ts';
import type { Zone } from '../zones.ts';

/** Pictures from which a track is someone, as many as a running median asks for. */
export const LASTING = Math.ceil(SMOOTHING_SAMPLES / 2);

export function aroundOf(seen: readonly ReadonlySet<number>[], at: number): number {
  const reach = Math.floor(SMOOTHING_SAMPLES / 2);
  const around = seen.slice(Math.max(0, at - reach), at + reach + 1);
  const times = new Map<number, number>();
  for (const tracks of around) {
    for (const track of tracks) times.set(track, (times.get(track) ?? 0) + 1);
  }
  return [...times.values()].filter((pictures) => pictures > around.length / 2).length;
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

interface Finding {
  readonly tMs: number;
  readonly outcome: SampleOutcome;
}

/**
 * The frame with the most people, kept as it came until its picture is wanted. One that was not counted, since the
 * detector warms up, is better than none.
 */
export interface BestFrame {
  readonly tMs: number;
  readonly count: number | null;
  readonly frame: EncodedFrame;
  readonly outcome: SampleOutcome;
}

export class Findings {
  best: BestFrame | null = null;
  #findings: Finding[] = [];
  readonly #failures: Record<string, number> = {};
  #lastFailure: TurnoutError | null = null;
  /** Whether the detector has failed so often in a row that the rest would only take time. */
  isHopeless = false;
  readonly #quarantine = new Quarantine();

  /** @param frame a copy with bytes of its own, or null where no picture is wanted. */
  add(tMs: number, outcome: SampleOutcome, frame: EncodedFrame | null): void {
    this.#findings.push({ tMs, outcome });
    this.#quarantine.noteSuccess();
    const { count } = outcome.sample;
    if (frame === null) return;
    if (this.best === null || (count ?? -1) > (this.best.count ?? -1)) {
      this.best = { tMs, count, frame, outcome };
    }
  }

  /** Counts a frame that could not be looked at; rethrows what is not a coded error. */
  addFailure(error: unknown): void {
    if (!isTurnoutError(error)) throw error;
    this.#failures[error.code] = (this.#failures[error.code] ?? 0) + 1;
    this.#lastFailure = error;
    this.isHopeless ||= this.#quarantine.noteFault(error.code, 0);
  }

  /** Throws the last failure where every frame failed, or the detector broke: half an analysis is no answer. */
  requireAny(): void {
    const isNothing = this.#findings.length === 0 || this.isHopeless;
    if (isNothing && this.#lastFailure !== null) throw this.#lastFailure;
  }

  inOrder(): readonly Finding[] {
    this.#findings = this.#findings.toSorted((a, b) => a.tMs - b.tMs);
    return this.#findings;
  }

  samples(): AnalysisSample[] {
    return this.inOrder().map(({ tMs, outcome }) => ({ tMs, count: outcome.sample.count }));
  }

  /** What tracks tell, where every counted person has one. */
  tracked(): TrackedPeople | null {
    return trackedPeople(this.#counted().map(({ outcome }) => outcome));
  }

  /** People, by counts that are smoothed by tracks where there are any. */
  estimate(inputPixels: number, tracked: TrackedPeople | null): BodyCount {
    const counted = this.#counted();
    const sight = counted.some(({ outcome }) => outcome.isDensity) ? 'density' : inputPixels;
    const raw = estimateBodyCount(
      counted.map(({ count }) => count),
      sight,
    );
    if (tracked === null) return raw;
    const { median, max } = raw;
    return { ...estimateBodyCount(tracked.counts, sight), median, max };
  }

  #counted(): readonly { readonly outcome: SampleOutcome; readonly count: number }[] {
    return this.inOrder().flatMap(({ outcome }) => {
      const { count } = outcome.sample;
      return count === null ? [] : [{ outcome, count }];
    });
  }

  cost(wallMs: number): AnalysisCost {
    const mean = (of: (outcome: SampleOutcome) => number) =>
      this.#findings.length === 0
        ? null
        : this.#findings.reduce((sum, { outcome }) => sum + of(outcome), 0) /
          this.#findings.length /
          1000;
    return {
      decodeMs: mean(({ sample }) => sample.decodeUs),
      detectMs: mean(({ sample }) => sample.detectUs),
      wallMs,
      failures: this.#failures,
    };
  }
}

/** What looks at the pictures of an analysis: the detector that was built, at the size that fits the first of them. */

export interface LookingOptions {
  readonly pool: Pool;
  /** People that the room holds; null is unknown. */
  readonly capacity: number | null;
  readonly zones: readonly Zone[];
}

export class Looking {
  readonly #options: LookingOptions;
  built: BuiltDetector;
  /** The task for a frame, without the frame. */
  task: Omit<SampleTask, 'frame'>;
  #isFitted: boolean;

  constructor(options: LookingOptions, built: BuiltDetector) {
    this.#options = options;
    this.built = built;
    this.task = taskOf(options, built);
    this.#isFitted = !built.facts.takesInput || !leavesInputOpen(built.choice);
  }

  /** Chooses the size by the form of the first picture that can be decoded; `frame` is left as it is. */
  async fitTo(frame: EncodedFrame): Promise<void> {
    if (this.#isFitted) return;
    try {
      this.built = await this.#fitted(frame);
      this.task = taskOf(this.#options, this.built);
      this.#isFitted = true;
    } catch (error) {
      // What cannot be looked at is counted as a failure by the look itself; the next picture may do.
      if (!isTurnoutError(error)) throw error;
    }
  }

  async #fitted(frame: EncodedFrame): Promise<BuiltDetector> {
    const { pool, capacity } = this.#options;
    const copy = { ...frame, data: frame.data.slice() };
    const { frameSize } = await pool.sample({ ...this.task, frame: copy });
    const { choice, passedOver, facts } = this.built;
    const input = sizeFor(frameSize, capacity, facts.mostAutoPixels);
    if (input === null) return this.built;
    const fitted = await buildBest(pool, sizedChoice(choice, inputText(input)));
    return { ...fitted, passedOver: [...passedOver, ...fitted.passedOver] };
  }
}

function taskOf(
  { zones }: LookingOptions,
  { choice, facts: { stateBytes } }: BuiltDetector,
): Omit<SampleTask, 'frame'> {
  return {
    detector: choice,
    zones,
    state: stateBytes > 0 ? new SharedArrayBuffer(stateBytes) : null,
    flags: 0,
    target: null,
    pictureWidth: null,
  };
}
