/**
 * Classes added up: every figure is made of these sums. Formulas: docs/method.md. And where their attendance comes
 * from: whether two sides of a comparison were counted alike.
 */

import { type AttendanceSource, isHeld, noShowsOf } from '../sessions/session.ts';
import {
  fillOf,
  MEASURES,
  type Measure,
  type MeasureName,
  type Part,
  type PartOf,
  profitOf,
  type SumContext,
} from './catalogue.ts';
import { inChunks } from './chunks.ts';
import type { ClassFacts } from './class-table.ts';

type PartSource = Pick<Measure, 'knows' | 'of'>;

const held = (of: PartOf): PartSource => ({ knows: ['held'], of });
const half = (isFirst: boolean) =>
  held((facts, { halfUtcMs = null }) => {
    const isWithin = halfUtcMs !== null && facts.session.startsUtcMs < halfUtcMs === isFirst;
    return isWithin ? fillOf(facts) : null;
  });

/** What verdicts, bases and some measures add up as well. */
const OTHERS = {
  /** Classes whose no-shows come from a roster. */
  roster: held(({ session }) => {
    const absent = noShowsOf(session);
    return absent && Number(absent.basis === 'roster');
  }),
  /** Classes that are compared with some of the other kind of source. */
  otherwise: held((facts, { expectedIn }) => Number(expectedIn?.(facts)?.isOtherwise ?? false)),
  first_half: half(true),
  second_half: half(false),
  /** Fixed costs, and what a visit leaves at its price. */
  priced: held(({ settings: { priceMilli, costs } }) =>
    priceMilli === null ? null : costs && [costs.fixedMilli, priceMilli - costs.perVisitMilli],
  ),
  /** Classes that lose money, of those where it is known with who came. */
  losses: held((facts) => {
    const profit = facts.attended === null ? null : profitOf(facts);
    return profit === null ? null : Number(profit < 0);
  }),
  /** Classes for which somebody was waiting. */
  queues: held(({ session: { waitlisted } }) =>
    waitlisted === null ? null : Number(waitlisted > 0),
  ),
};

export type PartName = MeasureName | keyof typeof OTHERS;

const ALSO: Readonly<Partial<Record<PartName, readonly PartName[]>>> = {
  no_shows: ['roster'],
  no_show_rate: ['roster'],
  fill_goal: ['fill_rate'],
  profit: ['revenue'],
  profit_per_class: ['revenue'],
  breakeven_attendance: ['revenue_per_visit', 'priced'],
  slot_index: ['otherwise'],
  trend: ['first_half', 'second_half'],
};
const ALWAYS = ['sessions', 'held', 'cancelled'] as const;
const PARTS: Readonly<Record<PartName, PartSource>> = { ...MEASURES, ...OTHERS };
const ALL = Object.keys(PARTS) as readonly PartName[];
const OF_ALL = Object.values(PARTS);

/** All that measures are made of. */
export function partsOf(measures: readonly PartName[]): readonly PartName[] {
  return [...new Set([...ALWAYS, ...measures.flatMap((name) => [name, ...(ALSO[name] ?? [])])])];
}

/** What some classes add up to of those that know it. */
export class Total {
  /** Classes that know it, and those of them whose attendance is check-ins. */
  n = 0;
  checkIns = 0;
  sum = 0;
  /** What a ratio divides the sum by. */
  whole = 0;

  add(part: Part, isCheckIn: boolean): void {
    if (part === null) return;
    this.n += 1;
    if (isCheckIn) this.checkIns += 1;
    this.sum += typeof part === 'number' ? part : part[0];
    this.whole += typeof part === 'number' ? 0 : part[1];
  }

  merge({ n, checkIns, sum, whole }: Readonly<Total>): void {
    this.n += n;
    this.checkIns += checkIns;
    this.sum += sum;
    this.whole += whole;
  }
}

/** Classes with an attendance, by its source. */
export type Sources = Record<AttendanceSource, number>;

export class Sums {
  /** Of classes that took place. */
  readonly sources: Sources = { manual: 0, camera: 0, import: 0 };
  readonly totals: ReadonlyMap<PartName, Total>;
  /** What each adds, in the same order: looking it up for every class would cost as much as all the rest. */
  readonly #sources: readonly PartSource[];
  /** One of the classes; null of none. */
  first: ClassFacts | null = null;

  constructor(parts: readonly PartName[] = ALL) {
    this.totals = new Map(parts.map((name) => [name, new Total()]));
    this.#sources = parts === ALL ? OF_ALL : [...this.totals.keys()].map((name) => PARTS[name]);
  }

  total(part: PartName): Readonly<Total> {
    return this.totals.get(part) ?? NOTHING;
  }

  add(facts: ClassFacts, context: SumContext): void {
    const { session, attended } = facts;
    const hasEnded = isHeld(session, context.nowUtcMs);
    const source = hasEnded && attended !== null ? session.attendance?.source : undefined;
    if (source !== undefined) this.sources[source] += 1;
    this.first ??= facts;
    const totals = this.totals.values();
    for (const { knows, of } of this.#sources) {
      const total = totals.next().value;
      const first = knows[0];
      const isOf = first === 'held' ? hasEnded : first !== 'not_cancelled' || !session.isCancelled;
      if (isOf) total?.add(of(facts, context), source === 'import');
    }
  }

  /** Adds the classes of others. */
  merge(others: Sums): void {
    for (const [part, total] of this.totals) total.merge(others.total(part));
  }
}

const NOTHING: Readonly<Total> = new Total();

/** The sums of some classes, of all parts. */
export function sumsOf(classes: readonly ClassFacts[], context: SumContext): Sums {
  const sums = new Sums();
  for (const facts of classes) sums.add(facts, context);
  return sums;
}

/** The sums of classes that have a key in common, in the order in which the keys first come. */
export function* sumsBy<Key>(
  classes: readonly ClassFacts[],
  keyOf: (facts: ClassFacts) => Key,
  context: SumContext,
  parts: readonly PartName[],
): Generator<void, ReadonlyMap<Key, Sums>> {
  const groups = new Map<Key, Sums>();
  yield* inChunks(classes, (facts) => {
    const key = keyOf(facts);
    const sums = groups.get(key) ?? new Sums(parts);
    groups.set(key, sums);
    sums.add(facts, context);
  });
  return groups;
}

/** `present`: people there, by cameras and corrections. `mixed`: some classes have people present, others check-ins. */
export const ATTENDANCE_BASES = ['present', 'checked_in', 'mixed'] as const;

/** `mixed`: the roster tells of some classes, bookings less who came of others. */
export const NO_SHOWS_BASES = ['roster', 'net', 'mixed'] as const;

/** Difference of the shares of check-ins from which two mixed sides are counted in different ways. Chosen here. */
const OTHERWISE = 0.1;

/** Null where no class was counted. */
export function attendanceBasis({ sources }: Sums) {
  return basisOf(ATTENDANCE_BASES, sources.manual + sources.camera, sources.import);
}

/** Null where no class says who stayed away. */
export function noShowsBasis(sums: Sums) {
  const { n, sum } = sums.total('roster');
  return basisOf(NO_SHOWS_BASES, sum, n - sum);
}

function basisOf<Basis>(
  [oneBasis, otherBasis, mixed]: readonly [Basis, Basis, Basis],
  one: number,
  other: number,
): Basis | null {
  if (one > 0) return other > 0 ? mixed : oneBasis;
  return other > 0 ? otherBasis : null;
}

/** Classes with an attendance on one side of a comparison. */
export type Side = Pick<Total, 'n' | 'checkIns'>;

/** Whether the one side counts people present where the other counts check-ins; false where either counts nobody. */
export function isCountedOtherwise(one: Side, other: Side): boolean {
  const [share, others] = [one, other].map(({ n, checkIns }) => checkIns / n) as [number, number];
  const differs = [0, 1].some((pure) => (share === pure) !== (others === pure));
  return one.n > 0 && other.n > 0 && (differs || Math.abs(share - others) > OTHERWISE);
}

/** The halves of the range, the earlier first. */
export function halvesOf(sums: Sums) {
  return [sums.total('first_half'), sums.total('second_half')] as const;
}

/** What is to be known with a difference between two ranges; null where they were counted alike. */
export function changeNote(earlier: Sums, later: Sums): string | null {
  const sideOf = ({ sources: { manual, camera, import: checkIns } }: Sums) => {
    return { n: manual + camera + checkIns, checkIns };
  };
  return otherwiseText('The two ranges', 'change', [sideOf(earlier), sideOf(later)]);
}

/** What is to be known with a trend; null where both halves were counted alike. */
export function trendNote(sums: Sums): string | null {
  return otherwiseText('The halves of the range', 'trend', halvesOf(sums));
}

/** What is to be known with a slot index; null where all classes compare with others that were counted alike. */
export function slotNote(sums: Sums): string | null {
  const { sum } = sums.total('otherwise');
  if (sum === 0) return null;
  return `${sum} of ${sums.total('slot_index').n} classes compare with some that were counted in another way, people present or check-ins: part of the slot index may come from that.`;
}

function otherwiseText(sides: string, figure: string, both: readonly [Side, Side]) {
  if (!isCountedOtherwise(...both)) return null;
  const [before, after] = both.map(({ n, checkIns }) => `${checkIns} of ${n}`);
  return `${sides} were counted in different ways: check-ins in ${before} classes, then in ${after}. Part of the ${figure} may come from that.`;
}
