/** What an analysis under way has found so far. */

import { isTurnoutError, type TurnoutError } from '../../errors.ts';
import { type BodyCount, estimateBodyCount } from '../../gym/attendance/estimate/interval.ts';
import type { EncodedFrame } from '../frames/encoded-frame.ts';
import type { SampleOutcome } from '../pool/messages.ts';
import { Quarantine } from '../pool/quarantine.ts';
import type { AnalysisCost, AnalysisSample } from './analysis.ts';
import { type TrackedPeople, trackedPeople } from './tracks.ts';

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
  #isHopeless = false;
  readonly #quarantine = new Quarantine();

  /** Whether the detector has failed so often in a row that the rest would only take time. */
  get isHopeless(): boolean {
    return this.#isHopeless;
  }

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
    this.#isHopeless ||= this.#quarantine.noteFault(error.code, 0);
  }

  /** Throws the last failure where every frame failed, or the detector broke: half an analysis is no answer. */
  requireAny(): void {
    const isNothing = this.#findings.length === 0 || this.#isHopeless;
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
