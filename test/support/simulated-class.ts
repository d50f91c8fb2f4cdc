/**
 * Classes that never took place, sample by sample, with the truth about them: for the tests of the attendance.
 * Nothing of the estimator is used here. The same seed gives the same classes.
 */

import type { EstimateInput } from '../../gym/attendance/sample.ts';
import { CAMERA, classSeenBy } from './drawn-class.ts';
import type { Random } from './seeded-random.ts';
import { MINUTE_MS } from './times.ts';

const SECOND_MS = 1_000;

/** Of a camera's place and detector. */
interface ViewModel {
  /** Share of the time that a person, the trainer too, is hidden from the detector, 0..1. */
  readonly hiddenShare: number;
  /** Mean length of such a spell, ms; lengths are exponential. */
  readonly hiddenSpellMs: number;
  /** False boxes of one sample each: mean number in a sample, Poisson. */
  readonly falseBoxes: number;
  /** Share of people, not of trainers, who are hidden for the whole class: lying behind another, behind a pillar. */
  readonly hiddenForLong: number;
  /** Spells in a class in which there is somebody, or something, too many: mean number, Poisson. */
  readonly bursts: number;
}

/**
 * Two views. Hidden shares, and the spells of typical: docs/method.md#simulated-classes. The rest is fitted to its reference
 * errors: the spells of good, and the false boxes. Bursts and people hidden for long are not in it and chosen here.
 */
export const VIEWS: Readonly<Record<'good' | 'typical', ViewModel>> = {
  good: {
    hiddenShare: 0.03,
    hiddenSpellMs: 10_000,
    falseBoxes: 0.02,
    hiddenForLong: 0.005,
    bursts: 4,
  },
  typical: {
    hiddenShare: 0.1,
    hiddenSpellMs: 30_000,
    falseBoxes: 0.1,
    hiddenForLong: 0.02,
    bursts: 4,
  },
};

/** A class of 45 min on 1 January 2026, 12:00 UTC. */
const SIMULATED_CLASS = {
  startsUtcMs: Date.UTC(2026, 0, 1, 12),
  endsUtcMs: Date.UTC(2026, 0, 1, 12, 45),
  periodMs: 10 * SECOND_MS,
  /** Samples begin so long before the class and end so long after it. */
  aroundMs: 10 * MINUTE_MS,
  fewest: 3,
  most: 30,
  lateShare: 0.15,
  lateMs: 10 * MINUTE_MS,
  earlyShare: 0.05,
  earlyMs: 10 * MINUTE_MS,
  /** The others come and go within these times before and after the class. */
  gatherMs: 8 * MINUTE_MS,
  disperseMs: 5 * MINUTE_MS,
  burstMs: [20 * SECOND_MS, 60 * SECOND_MS],
} as const;

export type SimulatedClass = Awaited<ReturnType<typeof simulateClass>>;

/**
 * What the estimator is given of it: one camera, one trainer, ten minutes after the end.
 *
 * @param inputPixels of the detector's input; as it is, nobody is too small to be seen.
 */
export function inputOf(
  { samples }: SimulatedClass,
  inputPixels = Number.POSITIVE_INFINITY,
): EstimateInput {
  const { startsUtcMs, endsUtcMs, aroundMs } = SIMULATED_CLASS;
  const times = { startsUtcMs, endsUtcMs, nowUtcMs: endsUtcMs + aroundMs };
  return classSeenBy([{ samples, ...CAMERA, inputPixels }], times);
}

/** A class of `people`, or of `fewest` to `most`, all numbers alike, and one trainer. */
export function simulateClass(view: ViewModel, random: Random, people?: number) {
  const { startsUtcMs, endsUtcMs, periodMs, aroundMs, fewest, most, burstMs } = SIMULATED_CLASS;
  const fromUtcMs = startsUtcMs - aroundMs;
  const counts = new Int32Array((endsUtcMs + aroundMs - fromUtcMs) / periodMs + 1);
  const add = (beginUtcMs: number, endUtcMs: number, by: number) => {
    const first = Math.max(0, Math.ceil((beginUtcMs - fromUtcMs) / periodMs));
    for (let at = first; at < counts.length && fromUtcMs + at * periodMs < endUtcMs; at += 1) {
      counts[at] = (counts[at] ?? 0) + by;
    }
  };
  const person = (beginUtcMs: number, endUtcMs: number) => {
    add(beginUtcMs, endUtcMs, 1);
    for (const [from, to] of hiddenSpells(view, [beginUtcMs, endUtcMs], random)) add(from, to, -1);
  };

  person(startsUtcMs - aroundMs, endsUtcMs + aroundMs);
  const truth = people ?? fewest + Math.floor(random() * (most - fewest + 1));
  for (let n = 0; n < truth; n += 1) {
    const [begin, end] = stay(random);
    if (random() >= view.hiddenForLong) person(begin, end);
  }
  for (let n = poisson(view.bursts, random); n > 0; n -= 1) {
    const begin = startsUtcMs + random() * (endsUtcMs - startsUtcMs);
    add(begin, begin + burstMs[0] + random() * (burstMs[1] - burstMs[0]), 1);
  }
  const samples = Array.from(counts, (count, at) => ({
    atUtcMs: fromUtcMs + at * periodMs,
    count: count + poisson(view.falseBoxes, random),
    flags: 0,
  }));
  return {
    /** People who took part, without the trainer. */
    truth,
    samples,
  };
}

function stay(random: Random): [beginUtcMs: number, endUtcMs: number] {
  const { startsUtcMs, endsUtcMs, lateShare, lateMs, earlyShare, earlyMs, gatherMs, disperseMs } =
    SIMULATED_CLASS;
  const isLate = random() < lateShare;
  const begin = isLate ? startsUtcMs + random() * lateMs : startsUtcMs - random() * gatherMs;
  const isEarly = random() < earlyShare;
  const end = isEarly ? endsUtcMs - random() * earlyMs : endsUtcMs + random() * disperseMs;
  return [begin, end];
}

/** Alternating exponential spells, from the first instant on in the state that its share gives. */
function* hiddenSpells(
  { hiddenShare, hiddenSpellMs }: ViewModel,
  [begin, end]: readonly [number, number],
  random: Random,
): Generator<[number, number]> {
  if (hiddenShare === 0) return;
  const seenSpellMs = (hiddenSpellMs * (1 - hiddenShare)) / hiddenShare;
  let isHidden = random() < hiddenShare;
  let at = begin;
  while (at < end) {
    const length = -Math.log(1 - random()) * (isHidden ? hiddenSpellMs : seenSpellMs);
    if (isHidden) yield [at, Math.min(end, at + length)];
    at += length;
    isHidden = !isHidden;
  }
}

/** Source: D. E. Knuth, The Art of Computer Programming, volume 2, 3.4.1. */
function poisson(mean: number, random: Random): number {
  if (mean === 0) return 0;
  const limit = Math.exp(-mean);
  let product = random();
  let n = 0;
  while (product > limit) {
    product *= random();
    n += 1;
  }
  return n;
}
