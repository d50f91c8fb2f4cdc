/**
 * The measures that a query can name, and what one class is to each. One table: sums, schemas, documents, tools, clients
 * and words are made from it.
 */

import { isHeld, noShowsOf, walkIns } from '../sessions/session.ts';
import type { ClassFacts, ClassSeries } from './class-table.ts';

/** What a measure counts in. `rate`: 1 is 100 %. `index`: 1 is as expected. */
export type MeasureUnit = 'classes' | 'people' | 'places' | 'money' | 'rate' | 'index';

/**
 * `count` counts classes, `sum` adds up what classes know, `ratio` divides one sum by another (never an average of
 * ratios), `series` needs more than sums: other classes, or an order in time. Only `count` and `sum` add up over groups.
 */
export type MeasureKind = 'count' | 'sum' | 'ratio' | 'series';

/** What the sums of a class depend on besides the class. */
export interface SumContext {
  readonly nowUtcMs: number;
  /** Begin of the second half of the range; left out: there are no halves. */
  readonly halfUtcMs?: number;
  /**
   * People that the others of a slot drew, and whether any of them has check-ins where the class has people present, or the
   * other way round; null where nothing compares; left out: nothing does.
   */
  readonly expectedIn?: (facts: ClassFacts) => { people: number; isOtherwise: boolean } | null;
  /** What a visit brings in, thousandths; left out: unknown. */
  readonly priceOf?: (series: ClassSeries) => number | null;
}

/** What a class adds to a sum, or to both sums of a ratio; null where it does not know it. Money in thousandths. */
export type Part = number | readonly [sum: number, whole: number] | null;
export type PartOf = (facts: ClassFacts, context: SumContext) => Part;

export interface Measure {
  readonly unit: MeasureUnit;
  readonly kind: MeasureKind;
  /** What a class must know: the first that no class knows is the reason of a null. A `held` class has ended and was not cancelled. */
  readonly knows: readonly string[];
  readonly formula: string;
  /** Where the formula is explained. */
  readonly source: string;
  /** One sentence for people. */
  readonly sentence: string;
  /** Of a class that took place or was not cancelled, where `knows` begins with it. */
  readonly of: PartOf;
}

/** @param section Of `docs/method.md`, where the formula is explained. */
const row = <const Knows extends Measure['knows']>(
  unit: MeasureUnit,
  kind: MeasureKind,
  section: string,
  knows: Knows,
  measure: Pick<Measure, 'formula' | 'sentence' | 'of'>,
) => ({ unit, kind, source: `docs/method.md#${section}`, knows, ...measure });

export const MEASURES = {
  sessions: row('classes', 'count', 'figures', [], {
    formula: 'number of classes, cancelled and future ones too',
    sentence: 'Classes on the schedule, cancelled and future ones too.',
    of: () => 1,
  }),
  held: row('classes', 'count', 'figures', [], {
    formula: 'number of classes that have ended and were not cancelled',
    sentence: 'Classes that took place.',
    of: ({ session }, { nowUtcMs }) => (isHeld(session, nowUtcMs) ? 1 : 0),
  }),
  cancelled: row('classes', 'count', 'figures', [], {
    formula: 'number of cancelled classes',
    sentence: 'Classes that were cancelled.',
    of: ({ session }) => (session.isCancelled ? 1 : 0),
  }),
  attended: row('people', 'sum', 'fill-and-no-shows', ['held', 'attendance'], {
    formula: 'Σ present',
    sentence: 'People who came.',
    of: ({ attended }) => attended,
  }),
  capacity: row('places', 'sum', 'fill-and-no-shows', ['not_cancelled', 'capacity'], {
    formula: 'Σ capacity of classes that are not cancelled',
    sentence: 'Places offered, in future classes too.',
    of: ({ session }) => session.capacity,
  }),
  fill_rate: row('rate', 'ratio', 'fill-and-no-shows', ['held', 'attendance', 'capacity'], {
    formula: 'Σ present ÷ Σ capacity of the same classes',
    sentence: 'How full the classes were: people over places.',
    of: fillOf,
  }),
  average_attendance: row('people', 'ratio', 'fill-and-no-shows', ['held', 'attendance'], {
    formula: 'Σ present ÷ classes that were counted',
    sentence: 'People who came to a class on average.',
    of: ({ attended }) => over(attended, 1),
  }),
  fill_goal: row('rate', 'ratio', 'goals', ['held', 'attendance', 'capacity', 'goal'], {
    formula: 'Σ fill to reach × capacity ÷ Σ capacity of the same classes',
    sentence: 'How full the classes should be.',
    of: ({ attended, settings: { goals }, session: { capacity } }) =>
      attended === null ? null : over(product(goals.fill, capacity), capacity),
  }),
  attendance_goal: row('people', 'ratio', 'goals', ['held', 'attendance', 'goal'], {
    formula: 'Σ people to reach ÷ classes with such a goal',
    sentence: 'People who should come to a class on average.',
    of: ({ attended, settings: { goals } }) =>
      attended === null ? null : over(goals.attendance, 1),
  }),
  booked: row('people', 'sum', 'fill-and-no-shows', ['not_cancelled', 'bookings'], {
    formula: 'Σ bookings of classes that are not cancelled',
    sentence: 'Bookings, of future classes too; late cancels are not among them.',
    of: ({ session }) => session.booked,
  }),
  no_shows: row('people', 'sum', 'fill-and-no-shows', ['held', 'bookings', 'no_shows'], {
    formula:
      'Σ over classes of max(0, booked − checked in), or of max(0, booked − present) for a class without check-ins',
    sentence: 'People who booked and did not come.',
    of: ({ session }) => noShowsOf(session)?.people ?? null,
  }),
  no_show_rate: row('rate', 'ratio', 'fill-and-no-shows', ['held', 'bookings', 'no_shows'], {
    formula: 'Σ no-shows ÷ Σ booked of the same classes',
    sentence: 'The share of bookings whose people did not come.',
    of: ({ session }) => over(noShowsOf(session)?.people ?? null, session.booked),
  }),
  walk_ins: row('people', 'sum', 'fill-and-no-shows', ['held', 'attendance', 'bookings'], {
    formula: 'Σ max(0, present − booked)',
    sentence: 'People who came without a booking.',
    of: ({ session }) => walkIns(session),
  }),
  late_cancels: row('people', 'sum', 'figures', ['not_cancelled', 'late_cancels'], {
    formula: 'Σ late cancels of classes that are not cancelled',
    sentence: 'Bookings that were cancelled too late.',
    of: ({ session }) => session.lateCancels,
  }),
  waitlisted: row('people', 'sum', 'figures', ['not_cancelled', 'waiting_list'], {
    formula: 'Σ people on the waiting list of classes that are not cancelled',
    sentence: 'People on waiting lists.',
    of: ({ session }) => session.waitlisted,
  }),
  empty_seats: row('places', 'sum', 'figures', ['held', 'attendance', 'capacity'], {
    formula: 'Σ max(0, capacity − present)',
    sentence: 'Places that stayed empty.',
    of: emptySeatsOf,
  }),
  over_capacity: row('classes', 'count', 'figures', ['held', 'attendance', 'capacity'], {
    formula: 'number of classes with present > capacity',
    sentence: 'Classes with more people than places.',
    of: ({ attended, session: { capacity } }) =>
      attended === null || capacity === null ? null : Number(attended > capacity),
  }),
  revenue: row('money', 'sum', 'money', ['held', 'revenue'], {
    formula: 'Σ imported revenue, or else present × revenue per visit',
    sentence: 'What the classes brought in.',
    of: revenueOf,
  }),
  cost: row('money', 'sum', 'money', ['held', 'cost'], {
    formula: 'Σ flat pay + room cost + present × (pay per head + variable cost)',
    sentence: 'What the classes cost.',
    of: costOf,
  }),
  pay: row('money', 'sum', 'money', ['held', 'cost'], {
    formula: 'Σ flat pay + present × pay per head',
    sentence: 'What the trainers got for the classes.',
    of: payOf,
  }),
  profit: row('money', 'sum', 'money', ['held', 'revenue', 'cost'], {
    formula: 'Σ revenue − cost of classes where both are known',
    sentence: 'What the classes brought in less what they cost.',
    of: profitOf,
  }),
  profit_per_class: row('money', 'ratio', 'money', ['held', 'revenue', 'cost'], {
    formula: 'Σ profit ÷ classes with a profit or a loss',
    sentence: 'Profit of a class on average.',
    of: (facts) => over(profitOf(facts), 1),
  }),
  revenue_per_visit: row('money', 'ratio', 'money', ['held', 'attendance', 'revenue'], {
    formula: 'Σ revenue ÷ Σ present of the same classes',
    sentence: 'What one person brought in on average.',
    of: (facts) => over(revenueOf(facts), facts.attended),
  }),
  empty_seat_value: row('money', 'sum', 'figures', ['held', 'attendance', 'capacity', 'price'], {
    formula: 'Σ empty seats × revenue per visit of the class of the week over the range',
    sentence: 'What the empty places would have brought in.',
    of: (facts, { priceOf }) => product(emptySeatsOf(facts), priceOf?.(facts.series) ?? null),
  }),
  breakeven_attendance: row('people', 'ratio', 'break-even', ['held', 'cost', 'price'], {
    formula: '⌈Σ (flat pay + room cost) ÷ Σ (revenue per visit − pay per head − variable cost)⌉',
    sentence: 'People from which a class earns what it costs.',
    of: ({ settings: { costs } }) => costs && [costs.fixedMilli, costs.perVisitMilli],
  }),
  slot_index: row('index', 'series', 'slot-index', ['held', 'attendance', 'slot'], {
    formula: 'Σ present ÷ Σ mean of the other classes of the same name, weekday and start',
    sentence: 'People who came over those expected at that time: 1 is as usual.',
    of: (facts, { expectedIn }) => over(facts.attended, expectedIn?.(facts)?.people ?? null),
  }),
  trend: row('rate', 'series', 'figures', ['held', 'attendance', 'capacity'], {
    formula: 'fill rate of the second half of the range − fill rate of the first half',
    sentence: 'Where the fill rate is going: the second half of the range less the first.',
    of: fillOf,
  }),
} as const satisfies Record<string, Measure>;

/** Part over whole, where both are known. */
function over(sum: number | null, whole: number | null): Part {
  return sum === null || whole === null ? null : [sum, whole];
}

function product(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one * other;
}

export function fillOf({ attended, session }: ClassFacts): Part {
  return over(attended, session.capacity);
}

function emptySeatsOf({ attended, session: { capacity } }: ClassFacts): number | null {
  return attended === null || capacity === null ? null : Math.max(0, capacity - attended);
}

/** As imported, else people times price. Source: docs/method.md#money. */
function revenueOf({ session, attended, settings: { priceMilli } }: ClassFacts): number | null {
  return session.revenueMilli ?? product(attended, priceMilli);
}

function costOf({ attended, settings: { costs } }: ClassFacts): number | null {
  return costs && amountOf(costs.fixedMilli, costs.perVisitMilli, attended);
}

function payOf({ attended, settings: { costs } }: ClassFacts): number | null {
  return costs && amountOf(costs.flatPayMilli, costs.perHeadPayMilli, attended);
}

export function profitOf(facts: ClassFacts): number | null {
  const [revenue, cost] = [revenueOf(facts), costOf(facts)];
  return revenue === null || cost === null ? null : revenue - cost;
}

/** Where none of it depends on who came, it is known without a count. */
function amountOf(fixed: number, perVisit: number, attended: number | null): number | null {
  if (perVisit === 0) return fixed;
  return attended === null ? null : fixed + attended * perVisit;
}

export type MeasureName = keyof typeof MEASURES;
export const MEASURE_NAMES = Object.keys(MEASURES) as readonly MeasureName[];
export type Known = (typeof MEASURES)[MeasureName]['knows'][number];

export function knowsOf(name: MeasureName): readonly Known[] {
  return MEASURES[name].knows;
}

export function isMeasure(name: string): name is MeasureName {
  return Object.hasOwn(MEASURES, name);
}

/** Whether its total is the sum of its rows. */
export function addsUp(name: MeasureName): boolean {
  const { kind }: Measure = MEASURES[name];
  return kind === 'count' || kind === 'sum';
}

/** Whether classes that have not ended yet are in it. */
export function countsClassesToCome(name: MeasureName): boolean {
  return name !== 'held' && !knowsOf(name).includes('held');
}

const OF_MONEY: ReadonlySet<Known> = new Set(['revenue', 'cost', 'price']);

/** Whether it tells of money or is worked out from it: keys of role `trainer` are refused. */
export function isOfMoney(name: MeasureName): boolean {
  return knowsOf(name).some((known) => OF_MONEY.has(known));
}
