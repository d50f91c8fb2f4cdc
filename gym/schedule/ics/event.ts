/** An event of a calendar: its properties read and checked, nothing expanded yet. */

import type { ImportFault } from '../entry.ts';
import { readDurationMs } from '../row/times.ts';
import type { CalendarComponent } from './calendar.ts';
import { type Property, parameterOf, propertyName, readProperty } from './calendar.ts';
import { type Rule, readRule } from './recurrence.ts';
import { type CalendarTime, timesOf } from './wall.ts';
import type { ZoneTable } from './zones.ts';

export interface CalendarEvent {
  /** Of its BEGIN. */
  readonly line: number;
  readonly uid: string | null;
  readonly sequence: number;
  readonly start: CalendarTime;
  /** Null where the event says neither end nor duration. */
  readonly lengthMs: number | null;
  readonly rules: readonly Rule[];
  readonly addedTimes: readonly CalendarTime[];
  readonly removedTimes: readonly CalendarTime[];
  /** The instance of a series that this event stands for. */
  readonly recurrence: CalendarTime | null;
  readonly isCancelled: boolean;
  readonly summary: string;
  readonly description: string;
  readonly location: string | null;
  /** Name of the person in the chair. */
  readonly person: string | null;
}

/** Why an event cannot be taken. */
export type EventFault = Pick<ImportFault, 'line' | 'field' | 'expected' | 'got'>;

/** The time of a class depends on these: where one is broken, the event is left out. */
const VITAL = 'UID DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID'.split(' ');
const OTHERS = 'SEQUENCE STATUS SUMMARY DESCRIPTION LOCATION ORGANIZER ATTENDEE'.split(' ');
const READ = new Set([...VITAL, ...OTHERS]);
/** Longest texts that are read of an event, characters. Chosen here: names are cut at 200, and figures stand early. */
const MAX_NAME_TEXT = 2_000;
const MAX_DESCRIPTION = 20_000;

export function readEvent(
  component: CalendarComponent,
  zones: ZoneTable,
): CalendarEvent | EventFault {
  const properties = propertiesOf(component);
  if ('expected' in properties) return properties;
  /** The first that is met. */
  const faults: EventFault[] = [];
  const all = (name: string) => properties.filter((property) => property.name === name);
  const text = (name: string) => {
    const value = all(name)[0]?.values[0];
    return value === undefined || value === null ? null : String(value);
  };
  const times = (name: string) =>
    all(name).flatMap((property) => {
      const found = timesOf(property, zones);
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
  const event: CalendarEvent = {
    line: component.line,
    uid: text('UID'),
    sequence: Number(text('SEQUENCE')) || 0,
    start,
    lengthMs: end === undefined ? durationMs : lengthTo(end, start),
    rules,
    addedTimes: times('RDATE'),
    removedTimes: times('EXDATE'),
    recurrence: times('RECURRENCE-ID')[0] ?? null,
    isCancelled: text('STATUS')?.toUpperCase() === 'CANCELLED',
    summary: text('SUMMARY')?.slice(0, MAX_NAME_TEXT) ?? '',
    description: text('DESCRIPTION')?.slice(0, MAX_DESCRIPTION) ?? '',
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
