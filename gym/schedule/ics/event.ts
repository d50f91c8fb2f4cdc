/** Events of a calendar: read and checked one by one, put together by their UID, and expanded. */

import { dateAt } from '../../calendar/zone.ts';
import { NUMBER_COLUMNS } from '../../sessions/class-values.ts';
import { SYNONYMS } from '../csv/columns.ts';
import type { ImportFault, ParseOptions } from '../entry.ts';
import type { FaultLog } from '../entry-list.ts';
import { readDurationMs } from '../row/times.ts';
import { type Field, foldText, type RowValues } from '../row/values.ts';
import {
  type CalendarComponent,
  type CalendarTime,
  type ClockOf,
  type Property,
  parameterOf,
  propertyName,
  readProperty,
  timesOf,
} from './calendar.ts';
import { type Budget, instantsOf, readRule } from './recurrence.ts';

export type CalendarEvent = Exclude<ReturnType<typeof readEvent>, EventFault>;

/** Why an event cannot be taken. */
export type EventFault = Omit<ImportFault, 'effect'>;

/** The time of a class depends on these: where one is broken, the event is left out. */
const VITAL = 'UID DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID'.split(' ');
const OTHERS = 'SEQUENCE STATUS SUMMARY DESCRIPTION LOCATION ORGANIZER ATTENDEE'.split(' ');
const READ = new Set([...VITAL, ...OTHERS]);
/** Longest texts that are read of an event, characters. Chosen here: names are cut at 200, and figures stand early. */
const MAX_NAME_TEXT = 2_000;
const MAX_DESCRIPTION = 20_000;

export function readEvent(component: CalendarComponent, clockOf: ClockOf) {
  const properties = propertiesOf(component);
  if (!Array.isArray(properties)) return properties;
  /** The first that is met. */
  const faults: EventFault[] = [];
  const all = (name: string) => properties.filter((property) => property.name === name);
  const text = (name: string) => {
    const value = all(name)[0]?.values[0];
    return value === undefined || value === null ? null : String(value);
  };
  const times = (name: string) =>
    all(name).flatMap((property) => {
      const found = timesOf(property, clockOf);
      if (found === null) faults.push(faultOf(property));
      return found ?? [];
    });
  const [start] = times('DTSTART');
  if (faults[0] !== undefined) return faults[0];
  if (start === undefined) {
    return { line: component.line, field: 'DTSTART', expected: 'the start', got: 'none' };
  }
  const [end] = times('DTEND');
  const [duration] = end === undefined ? all('DURATION') : [];
  const durationMs = readDurationMs(String(duration?.values[0]).replace(/^\+/, ''));
  if (duration !== undefined && durationMs === null) faults.push(faultOf(duration));
  const rules = all('RRULE').flatMap((property) => {
    const rule = readRule(property.values[0], start);
    if (rule === null) faults.push(faultOf(property, 'a rule of days, weeks, months or years'));
    return rule ?? [];
  });
  const event = {
    /** Of its BEGIN. */
    line: component.line,
    uid: text('UID'),
    sequence: Number(text('SEQUENCE')) || 0,
    start,
    /** Null where the event says neither end nor duration. */
    lengthMs: end === undefined ? durationMs : lengthTo(end, start),
    rules,
    addedTimes: times('RDATE'),
    removedTimes: times('EXDATE'),
    /** The instance of a series that this event stands for. */
    recurrence: times('RECURRENCE-ID')[0] ?? null,
    isCancelled: text('STATUS')?.toUpperCase() === 'CANCELLED',
    summary: text('SUMMARY')?.slice(0, MAX_NAME_TEXT) ?? '',
    notes: readNotes(text('DESCRIPTION')?.slice(0, MAX_DESCRIPTION) ?? ''),
    location: text('LOCATION')?.slice(0, MAX_NAME_TEXT) ?? null,
    person: personOf(all('ATTENDEE'), all('ORGANIZER')),
  };
  return faults[0] ?? event;
}

/** Properties of the event itself, without those of alarms within. */
function propertiesOf({ lines }: CalendarComponent): Property[] | EventFault {
  const properties: Property[] = [];
  let depth = 0;
  for (const line of lines) {
    const name = propertyName(line.text);
    if (name === 'BEGIN') depth += 1;
    if (name === 'END') depth -= 1;
    if (depth > 0 || name === null || !READ.has(name)) continue;
    const property = readProperty(line);
    if (property !== null) properties.push(property);
    else if (VITAL.includes(name)) return faultOf({ ...line, name });
  }
  return properties;
}

function faultOf(
  { line, name, text }: Pick<Property, 'line' | 'name' | 'text'>,
  expected = `a ${name} by RFC 5545`,
): EventFault {
  return { line, field: name, expected, got: text };
}

/** By the wall where both ends are on the same, so that a series from a night of the change is not longer for ever. */
function lengthTo(end: CalendarTime, start: CalendarTime): number {
  const isSameWall = end.clock(start.wall) === start.utcMs;
  return isSameWall
    ? Date.parse(`${end.wall}Z`) - Date.parse(`${start.wall}Z`)
    : end.utcMs - start.utcMs;
}

/** The chair among the attendees, else the organizer. */
function personOf(attendees: readonly Property[], organizers: readonly Property[]): string | null {
  const chairs = attendees.filter((one) => parameterOf(one, 'role')?.toUpperCase() === 'CHAIR');
  const names = [...chairs, ...organizers].map((one) => parameterOf(one, 'cn'));
  return names.find((name) => name !== null && !name.includes('@')) ?? null;
}

/** What lines of a description may say, by the names of columns: `Capacity: 20`, `Booked: 12/20`, `Coach: Anna`. */
const NOTED: readonly Field[] = ['trainer', 'trainer_id', 'room', 'substitute', ...NUMBER_COLUMNS];
const LABELS: ReadonlyMap<string, Field> = new Map(
  NOTED.flatMap((field) => SYNONYMS[field].map((name) => [name, field] as const)),
);

/** Longest label, characters: a sentence with a colon in it is none. Chosen here. */
const LINE = /^\s*[-•*]?\s*([\p{L}][\p{L}\p{N} _-]{0,30}?)\s*:\s*(\S.*)$/u;

/** Values of the lines of a description that begin with a known label; the first of each counts. */
function readNotes(description: string): RowValues {
  const values: Partial<Record<Field, string>> = {};
  for (const line of plainText(description).split(/\r\n|\n|\r/)) {
    const [, label = '', value = ''] = LINE.exec(line) ?? [];
    const field = LABELS.get(foldText(label));
    if (field !== undefined) values[field] ??= value.trim();
  }
  return values;
}

/** Calendars of the web write descriptions in HTML. */
function plainText(description: string): string {
  return description
    .replace(/<(?:br|\/p|\/div|\/li)\s*\/?>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');
}

/* Events of one UID: a series with its exceptions, or an event alone. */

/** A class on one date, as the calendar has it. */
export interface Instance {
  /** The series, or the exception that stands for this instance. */
  readonly event: CalendarEvent;
  /** The series that an exception is of; null where it is not in the file. */
  readonly series: CalendarEvent | null;
  readonly startsUtcMs: number;
  /** When it was planned at first: what an instance keeps when it is moved. Null for an event that stands alone. */
  readonly plannedUtcMs: number | null;
}

/** Groups by UID in the order of the file; of two states of the same thing the one of the higher sequence counts. */
export function groupByUid(events: readonly CalendarEvent[], faults: FaultLog): CalendarEvent[][] {
  const groups = new Map<string, Map<string, CalendarEvent>>();
  for (const event of events) {
    // Without a UID an event is a thing of its own.
    const uid = event.uid ?? `line ${event.line}`;
    const states = groups.get(uid) ?? new Map<string, CalendarEvent>();
    groups.set(uid, states);
    const key = String(event.recurrence?.utcMs ?? 'series');
    const other = states.get(key);
    const isNewer = other === undefined || event.sequence >= other.sequence;
    if (other !== undefined) {
      const [taken, dropped] = isNewer ? [event, other] : [other, event];
      const got = `the same again in line ${taken.line}, which was taken instead`;
      faults.replaced(dropped.line, 'UID', 'every event once', got);
    }
    if (isNewer) states.set(key, event);
  }
  return [...groups.values()].map((states) => [...states.values()]);
}

/** All instances that start, or were planned, in the window, and where that is asked events that stand alone. */
export function instancesOf(
  group: readonly CalendarEvent[],
  options: ParseOptions,
  budget: Budget,
  faults: FaultLog,
): Instance[] {
  const { window, takesAllSingles = false } = options;
  const series = group.find((event) => event.recurrence === null) ?? null;
  const exceptions = group.flatMap((event) => {
    if (event.recurrence === null) return [];
    const [startsUtcMs, plannedUtcMs] = [event.start.utcMs, event.recurrence.utcMs];
    return [{ event, series, startsUtcMs, plannedUtcMs }];
  });
  const moved = new Set(exceptions.map(({ plannedUtcMs }) => plannedUtcMs));
  const regular = series === null ? [] : plannedInstances(series, options, budget, faults);
  const isInWindow = (atUtcMs: number) => atUtcMs >= window.fromUtcMs && atUtcMs < window.toUtcMs;
  return [
    ...regular.filter(({ plannedUtcMs }) => plannedUtcMs === null || !moved.has(plannedUtcMs)),
    ...exceptions,
  ].filter(({ startsUtcMs, plannedUtcMs }) => {
    const isTaken = plannedUtcMs === null ? takesAllSingles : isInWindow(plannedUtcMs);
    return isTaken || isInWindow(startsUtcMs);
  });
}

function plannedInstances(
  event: CalendarEvent,
  { timezone, window }: ParseOptions,
  budget: Budget,
  faults: FaultLog,
): Instance[] {
  if (event.rules.length === 0 && event.addedTimes.length === 0) {
    return [{ event, series: null, startsUtcMs: event.start.utcMs, plannedUtcMs: null }];
  }
  const instants = instantsOf(event, window, budget);
  if (instants === null) {
    const expected = 'fewer instances: the limit of a file is reached';
    faults.skipped(event.line, 'RRULE', expected, 'a series that was left out');
    return [];
  }
  // An EXDATE that is a date removes what starts on it.
  const removed = new Set(
    event.removedTimes.map(({ isDate, wall, utcMs }) => (isDate ? wall.slice(0, 10) : utcMs)),
  );
  return [...instants]
    .filter((instant) => !removed.has(instant) && !removed.has(dateAt(timezone, instant)))
    .map((instant) => ({ event, series: null, startsUtcMs: instant, plannedUtcMs: instant }));
}
