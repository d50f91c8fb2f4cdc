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

/** Properties without which, or with a broken one of which, no one knows when the class is. */
const VITAL = new Set([
  'UID',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
]);
const READ = new Set([
  ...VITAL,
  'SEQUENCE',
  'STATUS',
  'SUMMARY',
  'DESCRIPTION',
  'LOCATION',
  'ORGANIZER',
  'ATTENDEE',
]);

export function readEvent(
  component: CalendarComponent,
  zones: ZoneTable,
): CalendarEvent | EventFault {
  const properties = propertiesOf(component);
  if ('expected' in properties) return properties;
  const reader = new EventReader(properties, zones);
  const start = reader.times('DTSTART')[0];
  if (reader.fault !== null) return reader.fault;
  if (start === undefined) {
    return { line: component.line, field: 'DTSTART', expected: 'the start', got: 'none' };
  }
  const event: CalendarEvent = {
    line: component.line,
    uid: reader.text('UID'),
    sequence: Number(reader.text('SEQUENCE')) || 0,
    start,
    lengthMs: reader.lengthMs(start),
    rules: reader.rules(start),
    addedTimes: reader.times('RDATE'),
    removedTimes: reader.times('EXDATE'),
    recurrence: reader.times('RECURRENCE-ID')[0] ?? null,
    isCancelled: reader.text('STATUS')?.toUpperCase() === 'CANCELLED',
    summary: reader.text('SUMMARY')?.slice(0, MAX_NAME_TEXT) ?? '',
    description: reader.text('DESCRIPTION')?.slice(0, MAX_DESCRIPTION) ?? '',
    location: reader.text('LOCATION')?.slice(0, MAX_NAME_TEXT) ?? null,
    person: reader.person(),
  };
  return reader.fault ?? event;
}

/** Longest texts that are read of an event, characters. Chosen here: names are cut at 200, and figures stand early. */
const MAX_NAME_TEXT = 2_000;
const MAX_DESCRIPTION = 20_000;

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
    else if (VITAL.has(name)) return faultAt(line.line, name, line.text);
  }
  return properties;
}

function faultAt(line: number, field: string, got: string): EventFault {
  return { line, field, expected: `a ${field} by RFC 5545`, got };
}

/** Keeps the first fault it meets. */
class EventReader {
  readonly #properties: readonly Property[];
  readonly #zones: ZoneTable;
  fault: EventFault | null = null;

  constructor(properties: readonly Property[], zones: ZoneTable) {
    this.#properties = properties;
    this.#zones = zones;
  }

  text(name: string): string | null {
    const value = this.#all(name)[0]?.values[0];
    return value === undefined || value === null ? null : String(value);
  }

  times(name: string): CalendarTime[] {
    return this.#all(name).flatMap((property) => {
      const times = timesOf(property, this.#zones);
      if (times === null) this.#blame(property);
      return times ?? [];
    });
  }

  rules(start: CalendarTime): Rule[] {
    return this.#all('RRULE').flatMap((property) => {
      const rule = readRule(property.values[0], start);
      if (rule === null) this.#blame(property, 'a rule of days, weeks, months or years');
      return rule === null ? [] : [rule];
    });
  }

  /** By the wall where both ends are on the same, so that a series from a night of the change is not longer for ever. */
  lengthMs(start: CalendarTime): number | null {
    const end = this.times('DTEND')[0];
    if (end !== undefined) {
      const isSameWall = end.clock(start.wall) === start.utcMs;
      return isSameWall
        ? Date.parse(`${end.wall}Z`) - Date.parse(`${start.wall}Z`)
        : end.utcMs - start.utcMs;
    }
    const [property] = this.#all('DURATION');
    if (property === undefined) return null;
    const lengthMs = readDurationMs(String(property.values[0]).replace(/^\+/, ''));
    if (lengthMs === null) this.#blame(property);
    return lengthMs;
  }

  /** The chair among the attendees, else the organizer. */
  person(): string | null {
    const chairs = this.#all('ATTENDEE').filter(
      (property) => parameterOf(property, 'role')?.toUpperCase() === 'CHAIR',
    );
    const names = [...chairs, ...this.#all('ORGANIZER')].map((one) => parameterOf(one, 'cn'));
    return names.find((name) => name !== null && !name.includes('@')) ?? null;
  }

  #all(name: string): Property[] {
    return this.#properties.filter((property) => property.name === name);
  }

  #blame(property: Property, expected = `a ${property.name} by RFC 5545`): void {
    this.fault ??= { line: property.line, field: property.name, expected, got: property.text };
  }
}
