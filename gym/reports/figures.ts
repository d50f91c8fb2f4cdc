/** Figures over several classes, as reports list them: each with the schema of its member, rounded, and with its n. */

import { MEASURES, type MeasureName } from '../figures/catalogue.ts';
import type { ClassFacts } from '../figures/class-table.ts';
import { classesIn, measured, shown } from '../figures/measures.ts';
import {
  ATTENDANCE_BASES,
  attendanceBasis,
  NO_SHOWS_BASES,
  noShowsBasis,
  type Sums,
  sumsOf,
} from '../figures/sums.ts';
import { isHeld } from '../sessions/session.ts';
import {
  average,
  count,
  difference,
  field,
  money,
  nullable,
  object,
  people,
  rate,
  schemasOf,
  valuesOf,
  words,
} from './field.ts';

/** What figures are made of. */
interface Figured {
  readonly sums: Sums;
  /** Of money; left out where there is none. */
  readonly currency?: string | null;
}

/** A measure of the catalogue, rounded as in the answer to a query. */
export const figure = (measure: MeasureName, description: string) => {
  const { unit, kind } = MEASURES[measure];
  const kindOf = { money, rate, index: difference, places: people, people, classes: people }[unit];
  const schemaOf =
    kind === 'series' ? difference : kind === 'ratio' && unit === 'people' ? average : kindOf;
  return field(schemaOf(description), ({ sums, currency = null }: Figured) =>
    shown(measure, measured(sums, measure), currency),
  );
};

/** How many classes are in a measure. */
export const nOf = (measure: MeasureName, description: string) =>
  field(count(description), ({ sums }: Figured) => classesIn(sums, measure));

export const counted = (measure: 'sessions' | 'held' | 'cancelled', description: string) =>
  field(count(description), ({ sums }: Figured) => sums.total(measure).sum);

const SOURCES = object('AttendanceSources', 'Classes in the attendance, by its source.', {
  manual: count('By a correction.'),
  camera: count('By cameras.'),
  import: count('By check-ins.'),
});

/** What attendance counts. Each class has one, of its best source: a correction, else the camera, else check-ins. */
export const ATTENDANCE = {
  attendance_basis: field(
    nullable(
      words(
        ATTENDANCE_BASES,
        'What the attendance counts: people `present` (cameras, corrections), people `checked_in`, or `mixed`: one in some classes, the other in others. Null: no class was counted.',
      ),
    ),
    ({ sums }: Figured) => attendanceBasis(sums),
  ),
  attendance_sources: field(SOURCES, ({ sums }: Figured) => ({ ...sums.sources })),
};

export const NO_SHOWS_BASIS = field(
  nullable(
    words(
      NO_SHOWS_BASES,
      'How no-shows were found: `roster` is bookings without a check-in; `net` is bookings minus attendance: a lower bound, because walk-ins hide some. `mixed`: some classes by one, others by the other; a lower bound too.',
    ),
  ),
  ({ sums }: Figured) => noShowsBasis(sums),
);

/** Places of the classes that are in the fill. */
export const ratedPlaces = (description: string) =>
  field(people(description), ({ sums }: Figured) => {
    const { n, whole } = sums.total('fill_rate');
    return n === 0 ? null : whole;
  });

/** Of classes that took place: ended, not cancelled. One whose n is 0 is null. */
export const FIGURES = {
  ...ATTENDANCE,
  /** The n of `attended` and `average_attendance`. */
  graded_classes: nOf('attended', 'Classes whose attendance has a grade of A, B or C.'),
  attended: figure('attended', 'In graded classes.'),
  average_attendance: figure('average_attendance', 'Of graded classes.'),
  capacity: ratedPlaces('Places of graded classes whose capacity is known.'),
  fill_rate: figure('fill_rate', 'Attended over capacity where both are known.'),
  rated_classes: nOf('fill_rate', 'The n of `fill_rate` and `capacity`.'),
  booked: figure('booked', 'Bookings of classes that took place.'),
  booked_classes: nOf('booked', 'The n of `booked`.'),
  no_shows: figure('no_shows', 'Who booked and did not come.'),
  no_show_rate: figure('no_show_rate', 'No-shows over the bookings of the same classes.'),
  no_shows_basis: NO_SHOWS_BASIS,
  no_show_classes: nOf('no_shows', 'The n of `no_shows` and `no_show_rate`.'),
  walk_ins: figure('walk_ins', 'People present beyond the bookings.'),
};

/** Classes and the figures of those that took place. */
const CLASSES_FIELDS = {
  total_classes: field(
    count('Classes, cancelled and future ones too.'),
    ({ of }: { readonly of: number }) => of,
  ),
  completed_classes: counted('held', 'Of these, ended and not cancelled.'),
  cancelled_classes: counted('cancelled', 'Of these, cancelled.'),
  ...FIGURES,
};
export const CLASSES = schemasOf(CLASSES_FIELDS);

/** All classes of a time, and the figures of those that took place. */
export function classesOf(classes: readonly ClassFacts[], nowUtcMs: number) {
  const sums = sumsOf(pastOf(classes, nowUtcMs), { nowUtcMs });
  return valuesOf(CLASSES_FIELDS, { of: classes.length, sums });
}

/** Those that took place or were cancelled. */
export function pastOf(classes: readonly ClassFacts[], nowUtcMs: number): ClassFacts[] {
  return classes.filter(({ session }) => session.isCancelled || isHeld(session, nowUtcMs));
}
