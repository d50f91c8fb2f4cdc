/** What measures are about, and which of them take the words of another. */

import type { MeasureName } from '../../../../gym/figures/catalogue.ts';

const PEOPLE: readonly MeasureName[] = [
  'attended',
  'average_attendance',
  'fill_rate',
  'booked',
  'no_shows',
  'no_show_rate',
  'walk_ins',
  'late_cancels',
  'waitlisted',
  'over_capacity',
  'revenue_per_visit',
  'breakeven_attendance',
  'slot_index',
  'trend',
];
const PLACES: readonly MeasureName[] = [
  'capacity',
  'empty_seats',
  'empty_seat_value',
  'fill_rate',
  'over_capacity',
  'booked',
];
const MONEY: readonly MeasureName[] = [
  'revenue',
  'cost',
  'profit',
  'profit_per_class',
  'revenue_per_visit',
  'empty_seat_value',
  'breakeven_attendance',
];

/** Of a word that says little ("people", "places", "make"): the measures that it may stand beside and add nothing to. */
export const FAMILY: Partial<Readonly<Record<MeasureName, readonly MeasureName[]>>> = {
  attended: PEOPLE,
  capacity: PLACES,
  revenue: MONEY,
};

type Others = Partial<Readonly<Record<MeasureName, readonly MeasureName[]>>>;

/** What only helps to say another figure, unless it is one of a list: "people *attended* compared with the slot". */
export const ABSORBED: Others = {
  attended: ['average_attendance', 'breakeven_attendance', 'slot_index'],
  fill_rate: ['trend', 'slot_index', 'breakeven_attendance'],
  booked: ['no_shows', 'no_show_rate', 'late_cancels', 'breakeven_attendance'],
  cost: ['empty_seat_value', 'breakeven_attendance'],
  revenue: ['empty_seat_value'],
  empty_seats: ['empty_seat_value'],
  profit: ['breakeven_attendance'],
  sessions: ['cancelled', 'over_capacity'],
  held: ['cancelled', 'over_capacity'],
};
/** What a word like "rate", "per visit" or "worth" makes of a measure. */
export const TURNED: Others = {
  attended: ['fill_rate', 'trend'],
  sessions: ['held'],
  capacity: ['fill_rate'],
  no_shows: ['no_show_rate'],
  revenue: ['revenue_per_visit', 'profit_per_class', 'profit'],
  profit: ['profit_per_class'],
  empty_seats: ['empty_seat_value', 'capacity'],
  fill_rate: ['booked'],
  breakeven_attendance: ['profit'],
};

/** Measures of things that happen to a class: "classes with no-shows", "never have a waiting list". */
export const EVENTS: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'no_shows',
  'walk_ins',
  'late_cancels',
  'waitlisted',
  'cancelled',
  'over_capacity',
  'empty_seats',
]);
/** None of them is a part of another. */
export const APART: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'no_shows',
  'no_show_rate',
  'late_cancels',
  'waitlisted',
  'walk_ins',
]);
/** Figures that are known of classes to come. */
export const PLANNED: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'sessions',
  'booked',
  'capacity',
  'waitlisted',
  'late_cancels',
  'cancelled',
]);
/** Averages and shares as they are. */
export const RATIOS: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'average_attendance',
  'fill_rate',
  'no_show_rate',
  'profit_per_class',
  'revenue_per_visit',
  'breakeven_attendance',
  'slot_index',
]);
