/**
 * Exports of booking systems, as data: how a table or a list is recognised, what it calls the fields of a class before the
 * general names, and what it means where no name says it. Their columns and keys: `docs/schedule.md`.
 */

import { RowFault } from './entry.ts';
import { leadingDate } from './times.ts';
import {
  type ColumnNames,
  idOf,
  isObject,
  nameOf,
  pick,
  type RowValues,
  textOf,
} from './values.ts';

export interface System {
  readonly name: string;
  /** Groups of folded columns: a table has all of one of them. */
  readonly table?: readonly string[];
  /** A key that an entry of a list has, and keys of which it has at least one. */
  readonly list?: readonly [key: string, others: string];
  /** Folded columns or keys of fields, before the general names. */
  readonly columns?: ColumnNames;
  /**
   * Throws {@link RowFault} where a row means no class by its export.
   *
   * @param at says what a folded column of a table has, or a key of an entry of a list.
   */
  adjust?(values: RowValues, at: (name: string) => unknown): RowValues;
  /** Of an export that has no classes in it: what to use instead. */
  readonly refusal?: RowFault;
}

const SYSTEMS: readonly System[] = [
  {
    name: 'zingfit',
    table: ['date numberclasses paying comped'],
    refusal: new RowFault(
      'Number Classes',
      'one class a row: export the class detail report instead, and add the timetable as ICS or CSV, since zingFit leaves classes without bookings out of its reports',
      'totals of days',
    ),
  },
  {
    // Class Utilization – Detailed. Bookings are split by what became of them; standby and waitlist hold no spot.
    name: 'mariana_tek',
    table: ['classdate classtime classroom instructors'],
    columns: {
      name: 'classtype',
      room: 'classroom',
      attended: 'checkedin',
      waitlisted: 'pendingwaitlist',
    },
    adjust(values, at) {
      const pending = at('pendingstandard') ?? at('pending');
      const parts = [pending, at('checkedin'), at('noshowed') ?? at('noshow')].map(textOf);
      const booked = parts.reduce((sum, part) => sum + Number(part ?? 0), 0);
      const isKnown = parts.some((part) => part !== null) && Number.isFinite(booked);
      return isKnown && textOf(values.booked) === null ? { ...values, booked } : values;
    },
  },
  {
    // Class Summary. A row can stand for many classes; `Real start time` is when it began, not when it should have.
    name: 'perfectgym',
    table: ['classtype trainerinstructor userslimit'],
    columns: { date: 'startdate', time: 'time', room: 'room club' },
    adjust(values, at) {
      const classes = Number(textOf(at('classcount')) ?? 1);
      if (classes > 1) {
        const expected = 'one class a row: group the report by date and time';
        throw new RowFault('ClassCount', expected, `${classes} classes in one`);
      }
      const cancelled = Number(textOf(at('cancelclasscount')) ?? 0);
      return cancelled > 0 ? { ...values, status: 'cancelled' } : values;
    },
  },
  {
    // Class Summary. `Scheduled` is when the class takes place; in the version by service it is a number.
    name: 'wellnessliving',
    table: ['servicename scheduled latecancels pending'],
    columns: { name: 'servicename', start: 'scheduled' },
    adjust(values, at) {
      const scheduled = textOf(at('scheduled'));
      const isDate = scheduled === null || leadingDate(scheduled, 'dmy') !== null;
      if (isDate || !/^\d+$/.test(scheduled)) return values;
      const expected =
        'the date and time of one class: export the summary by class, not by service';
      throw new RowFault('Scheduled', expected, scheduled);
    },
  },
  {
    // API v6, `GET /class/classes`, or its fields as a table. Times are on the wall of the site, without an offset.
    name: 'mindbody',
    table: ['classscheduleid', 'startdatetime maxcapacity'],
    list: ['StartDateTime', 'ClassDescription ClassScheduleId'],
    columns: { room: 'resource resourcename', trainer: 'staff staffname' },
    adjust(values, at) {
      const visits = at('Visits');
      if (!Array.isArray(visits)) return values;
      // Their list is empty where they were not asked for.
      const count = (key: string) =>
        visits.length === 0
          ? null
          : visits.filter((one) => isObject(one) && one[key] === true).length;
      const attended = at('TotalSignedIn') ?? count('SignedIn');
      return { ...values, attended, late_cancels: count('LateCancelled') };
    },
  },
  {
    // `ScheduledSession` of the Modelling Opportunity Data specification. Places are of the session alone.
    name: 'openactive',
    list: [
      'startDate',
      'maximumAttendeeCapacity remainingAttendeeCapacity superEvent eventStatus @type',
    ],
    columns: { start: 'startdate', status: 'eventstatus' },
    adjust(values, at) {
      // Of the session, its series, or the collection that the series is of.
      const inherited = (key: string) =>
        at(key) ?? pick(at('superEvent'), key) ?? pick(pick(at('superEvent'), 'superEvent'), key);
      const count = (key: string) => Number(textOf(at(key)) ?? Number.NaN);
      const places = count('maximumAttendeeCapacity');
      const free = count('remainingAttendeeCapacity');
      const isKnown = Number.isFinite(places) && Number.isFinite(free) && free <= places;
      return {
        ...values,
        id: at('@id') ?? at('id') ?? at('identifier'),
        name: nameOf(inherited('name')),
        trainer: nameOf(inherited('leader')),
        trainer_id: idOf(inherited('leader')),
        room: nameOf(inherited('location')),
        duration: inherited('duration'),
        booked: isKnown ? places - free : null,
      };
    },
  },
  {
    // `GET /api/v2/host/sessions`.
    name: 'momence',
    list: ['startsAt', 'teacher teachers bookingCount inPersonLocation'],
    columns: {
      name: 'name title type',
      room: 'room inpersonlocation',
      status: 'iscancelled cancelled',
      attended: 'checkedincount',
    },
    adjust(values, at) {
      const original = at('originalTeacher');
      const isOther = original !== undefined && idOf(original) !== (values.trainer_id ?? null);
      return { ...values, substitute: isOther };
    },
  },
  {
    // `GET /events`.
    name: 'teamup',
    list: ['starts_at', 'offering_type attending_count occupancy instructors'],
    columns: {
      capacity: 'maxcapacity maxoccupancy',
      booked: 'attendingcount',
      waitlisted: 'waitingcount',
      room: 'venueroom',
    },
    // No limit is written as 0.
    adjust: (values) => (values.capacity === 0 ? { ...values, capacity: null } : values),
  },
  {
    // `GET /2.0/events`.
    name: 'glofox',
    list: ['time_start', 'size trainers booked'],
    columns: { start: 'timestart', capacity: 'size', room: 'facility', trainer: 'trainers' },
    adjust: (values, at) => (at('active') === false ? { ...values, status: 'cancelled' } : values),
  },
];

const GENERIC: System = { name: 'generic' };

/** The first that recognises the folded header of a table. */
export function tableSystem(header: ReadonlySet<string>): System {
  const has = (column: string) => header.has(column);
  const isOf = ({ table = [] }: System) => table.some((group) => group.split(' ').every(has));
  return SYSTEMS.find(isOf) ?? GENERIC;
}

/** The first that recognises an entry of a list. */
export function listSystem(entries: readonly object[]): System {
  const isOf = ({ list: [key, others] = ['', ''] }: System) =>
    entries.some((entry) => {
      const has = (name: string) => Object.hasOwn(entry, name);
      return has(key) && others.split(' ').some(has);
    });
  return SYSTEMS.find(isOf) ?? GENERIC;
}
