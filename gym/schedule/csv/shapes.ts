/** Exports of booking systems that differ from a plain table. Their columns: `docs/schedule.md`. */

import type { Field, RowValues } from '../row/fields.ts';
import { textOf } from '../row/values/blank.ts';
import { leadingDate } from '../row/values/date.ts';

/** A cell of the row by the folded name of its column. */
export type CellOf = (name: string) => string | undefined;

/** Why a row is left out: the fault without its place. */
export interface RowRefusal {
  readonly field: string;
  readonly expected: string;
  readonly got: string;
}

export interface CsvShape {
  readonly name: string;
  /** By the folded names of the columns. */
  recognises(header: ReadonlySet<string>): boolean;
  readonly preferred?: Readonly<Partial<Record<Field, readonly string[]>>>;
  /** What the export means where its columns alone do not say it. */
  adjust?(values: RowValues, cell: CellOf): RowValues | RowRefusal;
  /** Set for an export that has no classes in it: what to use instead. */
  readonly refusal?: RowRefusal;
}

const has = (...names: readonly string[]) => {
  return (header: ReadonlySet<string>) => names.every((name) => header.has(name));
};

/** Class Utilization – Detailed. Bookings are split by what became of them; standby and waitlist hold no spot. */
const MARIANA_TEK: CsvShape = {
  name: 'mariana_tek',
  recognises: has('classdate', 'classtime', 'classroom', 'instructors'),
  preferred: {
    name: ['classtype'],
    room: ['classroom'],
    attended: ['checkedin'],
    waitlisted: ['pendingwaitlist'],
  },
  adjust(values, cell) {
    if (textOf(values.booked) !== null) return values;
    const parts = [
      cell('pendingstandard') ?? cell('pending'),
      cell('checkedin'),
      cell('noshowed') ?? cell('noshow'),
    ].map((part) => textOf(part));
    const booked = parts.reduce((sum, part) => sum + Number(part ?? 0), 0);
    const isKnown = parts.some((part) => part !== null) && Number.isFinite(booked);
    return isKnown ? { ...values, booked } : values;
  },
};

/** Class Summary. One line can stand for many classes; `Real start time` is when it began, not when it should have. */
const PERFECT_GYM: CsvShape = {
  name: 'perfectgym',
  recognises: has('classtype', 'trainerinstructor', 'userslimit'),
  preferred: { date: ['startdate'], time: ['time'], room: ['room', 'club'] },
  adjust(values, cell) {
    const classes = Number(textOf(cell('classcount')) ?? 1);
    if (classes > 1) {
      return {
        field: 'ClassCount',
        expected: 'one class a row: group the report by date and time',
        got: `${classes} classes in one`,
      };
    }
    const cancelled = Number(textOf(cell('cancelclasscount')) ?? 0);
    return cancelled > 0 ? { ...values, status: 'cancelled' } : values;
  },
};

/** Class Summary. `Scheduled` is when the class takes place; in the version by service it is a number. */
const WELLNESS_LIVING: CsvShape = {
  name: 'wellnessliving',
  recognises: has('servicename', 'scheduled', 'latecancels', 'pending'),
  preferred: { name: ['servicename'], start: ['scheduled'] },
  adjust(values, cell) {
    const scheduled = textOf(cell('scheduled'));
    const isNumber = scheduled !== null && leadingDate(scheduled, 'dmy') === null;
    if (!isNumber || !/^\d+$/.test(scheduled)) return values;
    return {
      field: 'Scheduled',
      expected: 'the date and time of one class: export the summary by class, not by service',
      got: scheduled,
    };
  },
};

const MINDBODY: CsvShape = {
  name: 'mindbody',
  recognises: (header) =>
    header.has('classscheduleid') || (header.has('startdatetime') && header.has('maxcapacity')),
  preferred: { room: ['resource', 'resourcename'], trainer: ['staff', 'staffname'] },
};

const ZINGFIT: CsvShape = {
  name: 'zingfit',
  recognises: has('date', 'numberclasses', 'paying', 'comped'),
  refusal: {
    field: 'Number Classes',
    expected:
      'one class a row: export the class detail report instead, and add the timetable as ICS or CSV, since zingFit leaves classes without bookings out of its reports',
    got: 'totals of days',
  },
};

const GENERIC: CsvShape = { name: 'generic', recognises: () => true };

const SHAPES: readonly CsvShape[] = [
  ZINGFIT,
  MARIANA_TEK,
  PERFECT_GYM,
  WELLNESS_LIVING,
  MINDBODY,
  GENERIC,
];

/** The first that recognises the folded header. */
export function csvShapeOf(header: ReadonlySet<string>): CsvShape {
  return SHAPES.find((shape) => shape.recognises(header)) ?? GENERIC;
}
