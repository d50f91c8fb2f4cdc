/**
 * The measures and dimensions that a query can name. One table each: schemas, documents, tools, clients and words are
 * made from them.
 */

/** What a measure counts in. `rate`: 1 is 100 %. `index`: 1 is as expected. */
export type MeasureUnit = 'classes' | 'people' | 'places' | 'money' | 'rate' | 'index';

/**
 * `count` counts classes, `sum` adds up what classes know, `ratio` divides one sum by another (never an average of
 * ratios), `series` needs more than sums: other classes, or an order in time. Only `count` and `sum` add up over groups.
 */
export type MeasureKind = 'count' | 'sum' | 'ratio' | 'series';

/** What a class must know to be in a measure. A `held` class has ended and was not cancelled. */
export type Known =
  | 'held'
  | 'not_cancelled'
  | 'attendance'
  | 'capacity'
  | 'bookings'
  | 'no_shows'
  | 'late_cancels'
  | 'waiting_list'
  | 'revenue'
  | 'cost'
  | 'price'
  | 'slot';

export interface Measure {
  readonly unit: MeasureUnit;
  readonly kind: MeasureKind;
  /** In the order in which they are looked for: the first that no class knows is the reason of a null. */
  readonly knows: readonly Known[];
  readonly formula: string;
  /** Where the formula is explained. */
  readonly source: string;
  /** One sentence for people. */
  readonly sentence: string;
}

const METHOD = 'docs/method.md';

export const MEASURES = {
  sessions: {
    unit: 'classes',
    kind: 'count',
    knows: [],
    formula: 'number of classes, cancelled and future ones too',
    source: `${METHOD}#figures`,
    sentence: 'Classes on the schedule, cancelled and future ones too.',
  },
  held: {
    unit: 'classes',
    kind: 'count',
    knows: [],
    formula: 'number of classes that have ended and were not cancelled',
    source: `${METHOD}#figures`,
    sentence: 'Classes that took place.',
  },
  cancelled: {
    unit: 'classes',
    kind: 'count',
    knows: [],
    formula: 'number of cancelled classes',
    source: `${METHOD}#figures`,
    sentence: 'Classes that were cancelled.',
  },
  attended: {
    unit: 'people',
    kind: 'sum',
    knows: ['held', 'attendance'],
    formula: 'Σ present',
    source: `${METHOD}#fill-and-no-shows`,
    sentence: 'People who came.',
  },
  capacity: {
    unit: 'places',
    kind: 'sum',
    knows: ['not_cancelled', 'capacity'],
    formula: 'Σ capacity of classes that are not cancelled',
    source: `${METHOD}#fill-and-no-shows`,
    sentence: 'Places offered, in future classes too.',
  },
  fill_rate: {
    unit: 'rate',
    kind: 'ratio',
    knows: ['held', 'attendance', 'capacity'],
    formula: 'Σ present ÷ Σ capacity of the same classes',
    source: `${METHOD}#fill-and-no-shows`,
    sentence: 'How full the classes were: people over places.',
  },
  average_attendance: {
    unit: 'people',
    kind: 'ratio',
    knows: ['held', 'attendance'],
    formula: 'Σ present ÷ classes that were counted',
    source: `${METHOD}#fill-and-no-shows`,
    sentence: 'People who came to a class on average.',
  },
  booked: {
    unit: 'people',
    kind: 'sum',
    knows: ['not_cancelled', 'bookings'],
    formula: 'Σ bookings of classes that are not cancelled',
    source: `${METHOD}#fill-and-no-shows`,
    sentence: 'Bookings, of future classes too; late cancels are not among them.',
  },
  no_shows: {
    unit: 'people',
    kind: 'sum',
    knows: ['held', 'bookings', 'no_shows'],
    formula:
      'Σ over classes of max(0, booked − checked in), or of max(0, booked − present) for a class without check-ins',
    source: `${METHOD}#fill-and-no-shows`,
    sentence: 'People who booked and did not come.',
  },
  no_show_rate: {
    unit: 'rate',
    kind: 'ratio',
    knows: ['held', 'bookings', 'no_shows'],
    formula: 'Σ no-shows ÷ Σ booked of the same classes',
    source: `${METHOD}#fill-and-no-shows`,
    sentence: 'The share of bookings whose people did not come.',
  },
  walk_ins: {
    unit: 'people',
    kind: 'sum',
    knows: ['held', 'attendance', 'bookings'],
    formula: 'Σ max(0, present − booked)',
    source: `${METHOD}#fill-and-no-shows`,
    sentence: 'People who came without a booking.',
  },
  late_cancels: {
    unit: 'people',
    kind: 'sum',
    knows: ['not_cancelled', 'late_cancels'],
    formula: 'Σ late cancels of classes that are not cancelled',
    source: `${METHOD}#figures`,
    sentence: 'Bookings that were cancelled too late.',
  },
  waitlisted: {
    unit: 'people',
    kind: 'sum',
    knows: ['not_cancelled', 'waiting_list'],
    formula: 'Σ people on the waiting list of classes that are not cancelled',
    source: `${METHOD}#figures`,
    sentence: 'People on waiting lists.',
  },
  empty_seats: {
    unit: 'places',
    kind: 'sum',
    knows: ['held', 'attendance', 'capacity'],
    formula: 'Σ max(0, capacity − present)',
    source: `${METHOD}#figures`,
    sentence: 'Places that stayed empty.',
  },
  over_capacity: {
    unit: 'classes',
    kind: 'count',
    knows: ['held', 'attendance', 'capacity'],
    formula: 'number of classes with present > capacity',
    source: `${METHOD}#figures`,
    sentence: 'Classes with more people than places.',
  },
  revenue: {
    unit: 'money',
    kind: 'sum',
    knows: ['held', 'revenue'],
    formula: 'Σ imported revenue, or else present × revenue per visit',
    source: `${METHOD}#money`,
    sentence: 'What the classes brought in.',
  },
  cost: {
    unit: 'money',
    kind: 'sum',
    knows: ['held', 'cost'],
    formula: 'Σ flat pay + room cost + present × (pay per head + variable cost)',
    source: `${METHOD}#money`,
    sentence: 'What the classes cost.',
  },
  profit: {
    unit: 'money',
    kind: 'sum',
    knows: ['held', 'revenue', 'cost'],
    formula: 'Σ revenue − cost of classes where both are known',
    source: `${METHOD}#money`,
    sentence: 'What the classes brought in less what they cost.',
  },
  profit_per_class: {
    unit: 'money',
    kind: 'ratio',
    knows: ['held', 'revenue', 'cost'],
    formula: 'Σ profit ÷ classes with a profit or a loss',
    source: `${METHOD}#money`,
    sentence: 'Profit of a class on average.',
  },
  revenue_per_visit: {
    unit: 'money',
    kind: 'ratio',
    knows: ['held', 'attendance', 'revenue'],
    formula: 'Σ revenue ÷ Σ present of the same classes',
    source: `${METHOD}#money`,
    sentence: 'What one person brought in on average.',
  },
  empty_seat_value: {
    unit: 'money',
    kind: 'sum',
    knows: ['held', 'attendance', 'capacity', 'price'],
    formula: 'Σ empty seats × revenue per visit of the class of the week over the range',
    source: `${METHOD}#figures`,
    sentence: 'What the empty places would have brought in.',
  },
  breakeven_attendance: {
    unit: 'people',
    kind: 'ratio',
    knows: ['held', 'cost', 'price'],
    formula: '⌈Σ (flat pay + room cost) ÷ Σ (revenue per visit − pay per head − variable cost)⌉',
    source: `${METHOD}#break-even`,
    sentence: 'People from which a class earns what it costs.',
  },
  slot_index: {
    unit: 'index',
    kind: 'series',
    knows: ['held', 'attendance', 'slot'],
    formula: 'Σ present ÷ Σ mean of the other classes of the same name, weekday and start',
    source: `${METHOD}#slot-index`,
    sentence: 'People who came over those expected at that time: 1 is as usual.',
  },
  trend: {
    unit: 'rate',
    kind: 'series',
    knows: ['held', 'attendance', 'capacity'],
    formula: 'fill rate of the second half of the range − fill rate of the first half',
    source: `${METHOD}#figures`,
    sentence: 'Where the fill rate is going: the second half of the range less the first.',
  },
} as const satisfies Record<string, Measure>;

export type MeasureName = keyof typeof MEASURES;
export const MEASURE_NAMES = Object.keys(MEASURES) as readonly MeasureName[];

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
  const knows: readonly Known[] = MEASURES[name].knows;
  return name !== 'held' && !knows.includes('held');
}

const MONEY: readonly Known[] = ['revenue', 'cost', 'price'];

/** Whether it tells of money or is worked out from it: keys of role `trainer` are refused. */
export function isOfMoney(name: MeasureName): boolean {
  return MEASURES[name].knows.some((known) => MONEY.includes(known));
}
