/**
 * Exports of booking systems, as data: how a table or an entry of a list is recognised, and what it calls the fields of a
 * class where the general names do not say it. Their columns and keys: `docs/schedule.md`.
 */

import type { RowFault } from './entry.ts';
import {
  idOf,
  isObject,
  type JsonObject,
  nameOf,
  numberOf,
  objectAt,
  pick,
} from './json-values.ts';
import { leadingDate } from './row/dates.ts';
import { type Field, type RowValues, textOf } from './row/text.ts';

/** Names of columns are folded. */
export interface TableSystem {
  readonly name: string;
  /** Groups of columns: all of one of them are there. */
  readonly recognisedBy: readonly (readonly string[])[];
  /** Columns of fields, before the general names. */
  readonly columns?: Readonly<Partial<Record<Field, readonly string[]>>>;
  /** What the export means where its columns alone do not say it. */
  adjust?(values: RowValues, cell: (column: string) => string | undefined): RowValues | RowFault;
  /** Of an export that has no classes in it: what to use instead. */
  readonly refusal?: RowFault;
}

export interface ListSystem {
  readonly name: string;
  /** A key that each entry has, and keys of which it has at least one. */
  readonly recognisedBy: readonly [key: string, ...others: string[]];
  readonly fields: Readonly<Partial<Record<Field, (entry: JsonObject) => unknown>>>;
}

const TABLES: readonly TableSystem[] = [
  {
    name: 'zingfit',
    recognisedBy: [['date', 'numberclasses', 'paying', 'comped']],
    refusal: {
      field: 'Number Classes',
      expected:
        'one class a row: export the class detail report instead, and add the timetable as ICS or CSV, since zingFit leaves classes without bookings out of its reports',
      got: 'totals of days',
    },
  },
  {
    // Class Utilization – Detailed. Bookings are split by what became of them; standby and waitlist hold no spot.
    name: 'mariana_tek',
    recognisedBy: [['classdate', 'classtime', 'classroom', 'instructors']],
    columns: {
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
      ].map(textOf);
      const booked = parts.reduce((sum, part) => sum + Number(part ?? 0), 0);
      const isKnown = parts.some((part) => part !== null) && Number.isFinite(booked);
      return isKnown ? { ...values, booked } : values;
    },
  },
  {
    // Class Summary. A row can stand for many classes; `Real start time` is when it began, not when it should have.
    name: 'perfectgym',
    recognisedBy: [['classtype', 'trainerinstructor', 'userslimit']],
    columns: { date: ['startdate'], time: ['time'], room: ['room', 'club'] },
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
  },
  {
    // Class Summary. `Scheduled` is when the class takes place; in the version by service it is a number.
    name: 'wellnessliving',
    recognisedBy: [['servicename', 'scheduled', 'latecancels', 'pending']],
    columns: { name: ['servicename'], start: ['scheduled'] },
    adjust(values, cell) {
      const scheduled = textOf(cell('scheduled'));
      const isDate = scheduled === null || leadingDate(scheduled, 'dmy') !== null;
      if (isDate || !/^\d+$/.test(scheduled)) return values;
      return {
        field: 'Scheduled',
        expected: 'the date and time of one class: export the summary by class, not by service',
        got: scheduled,
      };
    },
  },
  {
    name: 'mindbody',
    recognisedBy: [['classscheduleid'], ['startdatetime', 'maxcapacity']],
    columns: { room: ['resource', 'resourcename'], trainer: ['staff', 'staffname'] },
  },
];

const GENERIC: TableSystem = { name: 'generic', recognisedBy: [] };

/** The first that recognises the folded header. */
export function tableSystemOf(header: ReadonlySet<string>): TableSystem {
  const isOf = ({ recognisedBy }: TableSystem) =>
    recognisedBy.some((columns) => columns.every((column) => header.has(column)));
  return TABLES.find(isOf) ?? GENERIC;
}

const valueAt =
  (...keys: readonly string[]) =>
  (entry: JsonObject) =>
    pick(entry, ...keys);
const nameAt =
  (...keys: readonly string[]) =>
  (entry: JsonObject) =>
    nameOf(pick(entry, ...keys));
const idAt =
  (...keys: readonly string[]) =>
  (entry: JsonObject) =>
    idOf(pick(entry, ...keys));

const LISTS: readonly ListSystem[] = [
  {
    // API v6, `GET /class/classes`. Times are on the wall of the site, without an offset.
    name: 'mindbody',
    recognisedBy: ['StartDateTime', 'ClassDescription', 'ClassScheduleId'],
    fields: {
      id: valueAt('Id'),
      name: nameAt('ClassDescription', 'Name'),
      trainer: nameAt('Staff'),
      trainer_id: idAt('Staff'),
      substitute: valueAt('Substitute'),
      room: (entry) => nameOf(pick(entry, 'Resource')) ?? nameOf(objectAt(entry, 'Location')),
      start: valueAt('StartDateTime'),
      end: valueAt('EndDateTime'),
      status: valueAt('IsCanceled'),
      capacity: valueAt('MaxCapacity'),
      booked: valueAt('TotalBooked'),
      attended: (entry) => pick(entry, 'TotalSignedIn') ?? visitsThat(entry, 'SignedIn'),
      late_cancels: (entry) => visitsThat(entry, 'LateCancelled'),
      waitlisted: valueAt('TotalBookedWaitlist'),
    },
  },
  {
    // `ScheduledSession` of the Modelling Opportunity Data specification. Places are of the session alone.
    name: 'openactive',
    recognisedBy: [
      'startDate',
      'maximumAttendeeCapacity',
      'remainingAttendeeCapacity',
      'superEvent',
      'eventStatus',
      '@type',
    ],
    fields: {
      id: valueAt('@id', 'id', 'identifier'),
      name: (entry) => nameOf(inherited(entry, 'name')),
      trainer: (entry) => nameOf(inherited(entry, 'leader')),
      trainer_id: (entry) => idOf(inherited(entry, 'leader')),
      room: (entry) => nameOf(inherited(entry, 'location')),
      start: valueAt('startDate'),
      end: valueAt('endDate'),
      duration: (entry) => inherited(entry, 'duration'),
      status: valueAt('eventStatus'),
      capacity: valueAt('maximumAttendeeCapacity'),
      booked: takenPlaces,
    },
  },
  {
    // `GET /api/v2/host/sessions`.
    name: 'momence',
    recognisedBy: ['startsAt', 'teacher', 'teachers', 'bookingCount', 'inPersonLocation'],
    fields: {
      id: valueAt('id'),
      name: (entry) => nameOf(pick(entry, 'name', 'title')) ?? nameOf(pick(entry, 'type')),
      trainer: nameAt('teacher', 'teachers'),
      trainer_id: idAt('teacher', 'teachers'),
      substitute(entry) {
        const original = pick(entry, 'originalTeacher');
        return original !== undefined && idOf(original) !== idAt('teacher', 'teachers')(entry);
      },
      room: nameAt('room', 'inPersonLocation', 'location'),
      start: valueAt('startsAt'),
      end: valueAt('endsAt'),
      duration: valueAt('durationInMinutes'),
      status: valueAt('isCancelled', 'cancelled'),
      capacity: valueAt('capacity'),
      booked: valueAt('bookingCount', 'bookings'),
      attended: valueAt('checkedInCount', 'checkInCount'),
      waitlisted: valueAt('waitlistBookingCount', 'waitlistCount'),
    },
  },
  {
    // `GET /events`.
    name: 'teamup',
    recognisedBy: ['starts_at', 'offering_type', 'attending_count', 'occupancy', 'instructors'],
    fields: {
      id: valueAt('id'),
      name: (entry) => nameOf(pick(entry, 'name')) ?? nameOf(pick(entry, 'offering_type')),
      trainer: nameAt('instructors', 'instructor'),
      trainer_id: idAt('instructors', 'instructor'),
      room: nameAt('room', 'venue'),
      start: valueAt('starts_at'),
      end: valueAt('ends_at'),
      status: valueAt('status'),
      capacity: valueAt('max_capacity', 'capacity'),
      booked: valueAt('attending_count', 'attending'),
      waitlisted: valueAt('waiting_count', 'waitlist_count', 'waitlist'),
    },
  },
];

/** The first that recognises an entry of a list. */
export function listSystemOf(entries: readonly JsonObject[]): ListSystem | undefined {
  return LISTS.find(({ recognisedBy: [key, ...others] }) =>
    entries.some(
      (entry) => Object.hasOwn(entry, key) && others.some((other) => Object.hasOwn(entry, other)),
    ),
  );
}

export function valuesOf({ fields }: ListSystem, entry: JsonObject): RowValues {
  return Object.fromEntries(Object.entries(fields).map(([field, read]) => [field, read(entry)]));
}

/** Null where the visits were not asked for: their list is empty then. */
function visitsThat(entry: JsonObject, key: string): number | null {
  const visits = pick(entry, 'Visits');
  if (!Array.isArray(visits) || visits.length === 0) return null;
  return visits.filter(isObject).filter((visit) => visit[key] === true).length;
}

/** Null where the numbers contradict each other. */
function takenPlaces(entry: JsonObject): number | null {
  const places = numberOf(pick(entry, 'maximumAttendeeCapacity'));
  const free = numberOf(pick(entry, 'remainingAttendeeCapacity'));
  return places === null || free === null || free > places ? null : places - free;
}

/** Of the session, its series, or the collection that the series is of. */
function inherited(entry: JsonObject, key: string): unknown {
  const series = objectAt(entry, 'superEvent');
  return pick(entry, key) ?? pick(series, key) ?? pick(objectAt(series, 'superEvent'), key);
}
