/** iCalendar as classes. All-day events are closures and holidays, no classes: they are passed over without a fault. */

import { formatInstant } from '../../calendar/zone.ts';
import { type FaultLog, type ReadParts, scheduleUnreadable } from '../entry-list.ts';
import { DEFAULT_CLASS_MS, MAX_CLASS_MS } from '../limits.ts';
import { takeRow } from '../row/row.ts';
import type { RowValues } from '../row/values.ts';
import { OWN_PRODUCT } from '../write.ts';
import { type Calendar, cutCalendar, textAt } from './calendar.ts';
import { type CalendarEvent, groupByUid, type Instance, instancesOf, readEvent } from './event.ts';
import { zonesOf } from './zones.ts';

/** Periods and instances that one file may cost; chosen here: several times what 2,000 weekly series take. */
const BUDGET_STEPS = 300_000;

/** Reads all events into `entries`. Throws `schedule_unreadable` for what is no calendar. */
export function readIcs(parts: ReadParts) {
  const { text, options, entries, faults } = parts;
  const { timezone } = options;
  const calendar = cutCalendar(text, faults);
  if (calendar === null) {
    throw scheduleUnreadable('a calendar that begins with BEGIN:VCALENDAR', 'something else');
  }
  const events = readEvents(calendar, timezone, faults);
  const method = textAt(calendar, 'METHOD')?.trim().toUpperCase() ?? 'PUBLISH';
  const isOwn = textAt(calendar, 'PRODID')?.trim() === OWN_PRODUCT;
  const habits: CalendarHabits = {
    timezone,
    isCancelled: method === 'CANCEL',
    calendarName: textAt(calendar, 'X-WR-CALNAME')?.trim() ?? null,
    isOwn,
    hasTrainersInNames: !isOwn && namesTrainers(events.map(({ summary }) => summary)),
  };
  const budget = { left: BUDGET_STEPS };
  const groups = groupByUid(events, faults);
  for (const instance of groups.flatMap((one) => instancesOf(one, options, budget, faults))) {
    if (entries.isFull) break;
    const { event, series } = instance;
    const lengthMs = event.lengthMs ?? series?.lengthMs ?? null;
    if (lengthMs === null) faults.noteDefaultLength();
    takeRow(valuesOf(instance, lengthMs ?? DEFAULT_CLASS_MS, habits), event.line, parts);
  }
  // Only a calendar that is there to its end, and is no message about one event, stands for itself.
  return { shape: 'generic', isWhole: calendar.isWhole && method === 'PUBLISH' };
}

function readEvents(calendar: Calendar, timezone: string, faults: FaultLog): CalendarEvent[] {
  const clockOf = zonesOf(calendar.components, timezone, faults);
  const events: CalendarEvent[] = [];
  for (const component of calendar.components.filter(({ name }) => name === 'VEVENT')) {
    faults.rows += 1;
    const event = readEvent(component, clockOf);
    if ('expected' in event) faults.skipped(event.line, event.field, event.expected, event.got);
    else if (!event.start.isDate) events.push(event);
    else faults.passedOver({ line: event.line, what: 'an event of whole days' });
  }
  if (!calendar.isWhole) faults.skipped(null, null, 'END:VCALENDAR', 'a file cut off');
  return events;
}

interface CalendarHabits {
  readonly timezone: string;
  readonly isCancelled: boolean;
  readonly calendarName: string | null;
  /** Whether Turnout wrote it: names are whole there, and the person in the chair teaches elsewhere alone. */
  readonly isOwn: boolean;
  readonly hasTrainersInNames: boolean;
}

/** Says of an instance what a row of a table would. */
function valuesOf(instance: Instance, lengthMs: number, habits: CalendarHabits): RowValues {
  const { event, series, startsUtcMs, plannedUtcMs } = instance;
  const said = nameAndTrainer(event, habits);
  const before = series === null ? null : nameAndTrainer(series, habits);
  const trainer = said.trainer ?? before?.trainer ?? null;
  const isSubstitute = before !== null && before.trainer !== null && trainer !== before.trainer;
  const isCancelled =
    habits.isCancelled || said.isCancelled || event.isCancelled || series?.isCancelled === true;
  const room = event.location ?? series?.location ?? null;
  // A moved instance keeps the id of when it was planned.
  const planned = plannedUtcMs === null ? null : formatInstant(habits.timezone, plannedUtcMs);
  return {
    ...notesOfDate(instance),
    id: event.uid === null || planned === null ? event.uid : `${event.uid}/${planned.slice(0, 16)}`,
    name: said.name === '' ? (before?.name ?? '') : said.name,
    trainer,
    ...(isSubstitute && { substitute: true }),
    ...(room !== null && { room }),
    start: startsUtcMs,
    // A whole day on the wall can be 25 h long; the list says what it thinks of longer ones.
    end: startsUtcMs + Math.min(lengthMs, 2 * MAX_CLASS_MS),
    status: isCancelled ? 'cancelled' : 'confirmed',
  };
}

function nameAndTrainer(event: CalendarEvent, habits: CalendarHabits) {
  const { hasTrainersInNames, isOwn, calendarName } = habits;
  const bare = isOwn ? null : withoutCancelled(event.summary);
  const name = (bare ?? event.summary).trim();
  const isCancelled = bare !== null;
  const noted = event.notes.trainer;
  if (typeof noted === 'string') return { name, trainer: noted, isCancelled };
  const split = hasTrainersInNames ? splitName(name) : null;
  if (split !== null) return { ...split, isCancelled };
  const isPerson = !isOwn && event.person !== calendarName;
  return { name, trainer: isPerson ? event.person : null, isCancelled };
}

/** Figures of people are of one date: in a series, which speaks for all its dates, they say nothing. */
function notesOfDate({ event: { notes, recurrence }, plannedUtcMs }: Instance): RowValues {
  if (plannedUtcMs === null || recurrence !== null) return notes;
  const { trainer_id, capacity, substitute, room } = notes;
  return { trainer_id, capacity, substitute, room };
}

const WITH =
  /^(\S.*?)\s+(?:with|w\/|mit|avec|con)\s+(\p{Lu}[\p{L}'’.-]*(?:\s+\p{Lu}[\p{L}'’.-]*){0,3})$/u;

/** The class and the person of a name such as `Yoga with Anna Lee`; null for other names. */
function splitName(summary: string): { name: string; trainer: string } | null {
  const found = WITH.exec(summary.trim());
  return found === null ? null : { name: found[1] ?? '', trainer: found[2] ?? '' };
}

/**
 * Whether a calendar names its trainers so: most of its events do. One `Pilates with Weights` among others is a name.
 */
function namesTrainers(summaries: readonly string[]): boolean {
  const named = summaries.filter((summary) => splitName(summary) !== null).length;
  return named * 2 > summaries.length;
}

const CANCELLED = /^\s*[[(]?\s*cancell?ed\s*[\])]?\s*[:–—-]?\s+/i;

/** A name without the `Cancelled:` that Outlook and people put before it; null where there is none. */
function withoutCancelled(summary: string): string | null {
  return CANCELLED.test(summary) ? summary.replace(CANCELLED, '') : null;
}
