/** What an analysis under way has found so far. */

import type { Size } from '../../detectors/picture.ts';
import { isTurnoutError, type TurnoutError } from '../../errors.ts';
import { estimateBodyCount } from '../../gym/attendance/estimate/interval.ts';
import { SMOOTHING_SAMPLES } from '../../gym/attendance/line.ts';
import { Quarantine } from '../counting/detector-in-use.ts';
import type { EncodedFrame } from '../frames/decoder.ts';
import type { SampleOutcome } from '../pool/messages.ts';

/** Pictures from which a track is someone, as many as a running median asks for. */
const LASTING = Math.ceil(SMOOTHING_SAMPLES / 2);

/**
 * What tracks add to a series of counts: how many different people there were, and counts in which someone who is missed in
 * a picture or two is still there. Numbers of one recording only; nothing of them is stored.
 */
export type TrackedPeople = NonNullable<ReturnType<typeof trackedPeople>>;

/** Of pictures in the order of time that have a count. Null where someone was counted without a track, or no one at all. */
export function trackedPeople(pictures: readonly Pick<SampleOutcome, 'boxes'>[]) {
  const seen = pictures.map(({ boxes }) => {
    const counted = boxes.filter(({ verdict }) => verdict === 'counted');
    return new Set(counted.map(({ track }) => track ?? null));
  });
  const times = timesIn(seen);
  if (times.size === 0 || times.has(null)) return null;
  const reach = Math.floor(SMOOTHING_SAMPLES / 2);
  const counts = seen.map((_, at) => {
    const nearby = seen.slice(Math.max(0, at - reach), at + reach + 1);
    return [...timesIn(nearby).values()].filter((of) => of > nearby.length / 2).length;
  });
  const lasting = [...times.values()].filter((of) => of >= LASTING).length;
  return {
    /** Tracks that were counted in at least one picture. */
    different: times.size,
    /** Those of {@link LASTING} pictures or more: ghosts and people who pass through are none of them. */
    lasting,
    /** In the order of the pictures: tracks that were counted in more than half of the pictures around each. */
    counts,
  };
}

/** In how many of the pictures each track was. */
function timesIn<Track>(pictures: readonly ReadonlySet<Track>[]): ReadonlyMap<Track, number> {
  const times = new Map<Track, number>();
  for (const tracks of pictures) {
    for (const track of tracks) times.set(track, (times.get(track) ?? 0) + 1);
  }
  return times;
}

interface Finding {
  readonly tMs: number;
  readonly outcome: SampleOutcome;
}

/**
 * The frame with the most people, kept as it came until its picture is wanted. One that was not counted, since the
 * detector warms up, is better than none.
 */
export interface BestFrame extends Finding {
  readonly count: number | null;
  readonly frame: EncodedFrame;
}

export class Findings {
  best: BestFrame | null = null;
  readonly #findings: Finding[] = [];
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

  /**
   * All of them, in order of time. Throws the last failure where every frame failed, or the detector broke: half an
   * analysis is no answer.
   */
  result(input: Size, wallMs: number) {
    const isNothing = this.#findings.length === 0 || this.isHopeless;
    if (isNothing && this.#lastFailure !== null) throw this.#lastFailure;
    const inOrder = this.#findings.toSorted((a, b) => a.tMs - b.tMs);
    const outcomes = inOrder.map(({ outcome }) => outcome);
    const tracked = trackedPeople(outcomes.filter(({ sample }) => sample.count !== null));
    const meanMs = (field: 'decodeUs' | 'detectUs') => {
      const sum = outcomes.reduce((all, { sample }) => all + sample[field], 0);
      return outcomes.length === 0 ? null : sum / outcomes.length / 1000;
    };
    return {
      /** Size of the pictures as decoded; null when none was. */
      frameSize: outcomes[0]?.frameSize ?? null,
      /** Ms from the first keyframe of the recording; the count is null while the detector warms up. */
      samples: inOrder.map(({ tMs, outcome }) => ({ tMs, count: outcome.sample.count })),
      estimate: estimateOf(outcomes, input.width * input.height, tracked),
      /** Different people, of a detector that follows them; null where it does not. */
      tracks: tracked && { different: tracked.different, lasting: tracked.lasting },
      cost: {
        /** Mean times to decode and fit one picture, and in the detector; null without samples. */
        decodeMs: meanMs('decodeUs'),
        detectMs: meanMs('detectUs'),
        /** From opening the source to the last count; building the detector not counted in. */
        wallMs,
        /** Frames that could not be looked at, by code of the error. */
        failures: this.#failures,
      },
    };
  }
}

/** People, by counts that are smoothed by tracks where there are any. */
function estimateOf(
  outcomes: readonly SampleOutcome[],
  inputPixels: number,
  tracked: TrackedPeople | null,
) {
  const counted = outcomes.filter(({ sample }) => sample.count !== null);
  const sight = counted.some(({ isDensity }) => isDensity) ? 'density' : inputPixels;
  const raw = estimateBodyCount(
    counted.map(({ sample }) => sample.count ?? 0),
    sight,
  );
  if (tracked === null) return raw;
  const { median, max } = raw;
  return { ...estimateBodyCount(tracked.counts, sight), median, max };
}
