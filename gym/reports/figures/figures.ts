/** Figures over several classes: ratios of sums over those where both parts are known, each with its n. */

import { type Static, Type } from 'typebox';
import type { ClassFacts } from '../../figures/facts.ts';
import { VALUES } from '../../figures/measures.ts';
import { attendanceBasis, noShowsBasis } from '../../figures/sources.ts';
import { type Sums, sumsOf } from '../../figures/sums.ts';
import {
  ATTENDANCE,
  average as averageField,
  closed,
  count,
  noShowsBasis as noShowsBasisField,
  people,
  rate as rateField,
} from '../fields/field.ts';
import { average, rate } from '../fields/rounding.ts';
import { isHeld } from '../sessions/session-facts.ts';

export const gradedClasses = count('Classes whose attendance has a grade of A, B or C.');

/** Of classes that took place: ended, not cancelled. One whose n is 0 is null. */
export const FIGURES = {
  ...ATTENDANCE,
  /** The n of `attended` and `average_attendance`. */
  graded_classes: gradedClasses,
  attended: people('In graded classes.'),
  average_attendance: averageField('Of graded classes.'),
  capacity: people('Places of graded classes whose capacity is known.'),
  fill_rate: rateField('Attended over capacity where both are known.'),
  rated_classes: count('The n of `fill_rate` and `capacity`.'),
  booked: people('Bookings of classes that took place.'),
  booked_classes: count('The n of `booked`.'),
  no_shows: people('Who booked and did not come.'),
  no_show_rate: rateField('No-shows over the bookings of the same classes.'),
  no_shows_basis: noShowsBasisField,
  no_show_classes: count('The n of `no_shows` and `no_show_rate`.'),
  walk_ins: people('People present beyond the bookings.'),
};

/** Figures, and of how many classes. */
export const HELD = { completed_classes: count('Classes that took place.'), ...FIGURES };

/** Classes and the figures of those that took place. */
export const CLASSES = {
  total_classes: count('Classes, cancelled and future ones too.'),
  completed_classes: count('Of these, ended and not cancelled.'),
  cancelled_classes: count('Of these, cancelled.'),
  ...FIGURES,
};

const held = Type.Object(HELD, closed);
const classes = Type.Object(CLASSES, closed);

export type ClassesFigures = Static<typeof classes>;
/** Exact as {@link figuresOf} gives them; {@link rounded} where people see them. */
export type Figures = Readonly<Static<typeof held>>;

/** The figures of classes that took place. */
export function figuresOf(sums: Sums): Figures {
  const value = (measure: keyof typeof VALUES) => VALUES[measure].value(sums);
  return {
    completed_classes: sums.held,
    attendance_basis: attendanceBasis(sums.sources),
    attendance_sources: { ...sums.sources },
    graded_classes: sums.attended.n,
    attended: value('attended'),
    average_attendance: value('average_attendance'),
    capacity: sums.places.known,
    fill_rate: value('fill_rate'),
    rated_classes: sums.places.n,
    booked: value('booked'),
    booked_classes: sums.booked.n,
    no_shows: value('no_shows'),
    no_show_rate: value('no_show_rate'),
    no_shows_basis: noShowsBasis(sums),
    no_show_classes: VALUES.no_shows.n(sums),
    walk_ins: value('walk_ins'),
  };
}

/** Those that took place. */
export function heldOf(classes: readonly ClassFacts[], nowUtcMs: number): ClassFacts[] {
  return classes.filter(({ session }) => isHeld(session, nowUtcMs));
}

/** All classes of a time, and the rounded figures of those that took place. */
export function classesOf(classes: readonly ClassFacts[], nowUtcMs: number): ClassesFigures {
  const sums = sumsOf(heldOf(classes, nowUtcMs), { nowUtcMs });
  const { completed_classes, ...figures } = rounded(figuresOf(sums));
  return {
    total_classes: classes.length,
    completed_classes,
    cancelled_classes: classes.filter(({ session }) => session.isCancelled).length,
    ...figures,
  };
}

/** As they go over the wire: classes are compared by exact figures, and rounded when they are listed. */
export function rounded(figures: Figures): Figures {
  return {
    ...figures,
    average_attendance: average(figures.average_attendance),
    fill_rate: rate(figures.fill_rate),
    no_show_rate: rate(figures.no_show_rate),
  };
}
