/**
 * iCalendar as classes: events are read and checked one by one, put together by their UID, and expanded. All-day events are
 * closures and holidays, no classes: they are passed over without a fault.
 */

import { dateAt, formatInstant } from '../../calendar/zone.ts';
import { NUMBER_COLUMNS } from '../../sessions/class-fields.ts';
import { foldText } from '../../sessions/names.ts';
import { type FaultLog, OWN_PRODUCT, type ParseOptions, RowFault } from '../entry.ts';
import { readDurationMs } from '../times.ts';
import { type Field, type RowValues, SYNONYMS } from '../values.ts';
import {
  type Budget,
  brokenProperty,
  type CalendarComponent,
  type ClockOf,
  type ContentLine,
  cutCalendar,
  instantsOf,
  parameterOf,
  readProperty,
  readRule,
  textAt,
  timesOf,
  vitalProperty,
  zonesOf,
} from './calendar.ts';

/** Periods and instances that one file may cost; chosen here: several times what 2,000 weekly series take. */
const BUDGET_STEPS = 300_000;

/** Throws `schedule_unreadable` for what is no calendar. */
export function readIcs(text: string, options: ParseOptions, faults: FaultLog) {
  const { lines, components, isWhole } = cutCalendar(text, faults);
  const budget = { left: BUDGET_STEPS };
  const clockOf = zonesOf(components, options.timezone, budget, faults);
  const events = components.flatMap((component) => {
    if (component.name !== 'VEVENT') return [];
    faults.rows += 1;
    const [event] = faults.attempt(component.line, () => readEvent(component, clockOf));
    if (event?.start.isDate !== true) return event ?? [];
    faults.passedOver({ line: event.line, what: 'an event of whole days' });
    return [];
  });
  if (!isWhole) faults.skipped(null, null, 'END:VCALENDAR', 'a file cut off');
  const habits = habitsOf(lines, events, options);
  const rows = groupByUid(events, faults)
    .flatMap((group) => instancesOf(group, options, budget, faults))
    .map((instance) => ({ line: instance.event.line, values: valuesOf(instance, habits) }));
  // Only a calendar that is there to its end, and is no message about one event, stands for itself.
  return { shape: 'generic', isWhole: isWhole && habits.method === 'PUBLISH', rows };
}

type CalendarHabits = ReturnType<typeof habitsOf>;

function habitsOf(
  lines: readonly ContentLine[],
  events: readonly CalendarEvent[],
  { timezone }: ParseOptions,
) {
  /** Whether Turnout wrote it: names are whole there, and the person in the chair teaches elsewhere alone. */
  const isOwn = textAt(lines, 'PRODID')?.trim() === OWN_PRODUCT;
  const hasTrainersInNames = !isOwn && namesTrainers(events);
  const method = textAt(lines, 'METHOD')?.trim().toUpperCase() ?? 'PUBLISH';
  const calendarName = textAt(lines, 'X-WR-CALNAME')?.trim() ?? null;
  return { timezone, method, calendarName, isOwn, hasTrainersInNames };
}

/** Says of an instance what a row of a table would. */
function valuesOf(instance: Instance, habits: CalendarHabits): RowValues {
  const { event, series, startsUtcMs, plannedUtcMs } = instance;
  const own = nameAndTrainer(event, habits);
  const before = series === null ? null : nameAndTrainer(series, habits);
  const trainer = own.trainer ?? before?.trainer ?? null;
  const isSubstitute = before !== null && before.trainer !== null && trainer !== before.trainer;
  const isCancelled =
    habits.method === 'CANCEL' ||
    own.isCancelled ||
    event.isCancelled ||
    series?.isCancelled === true;
  const room = event.location ?? series?.location ?? null;
  const lengthMs = event.lengthMs ?? series?.lengthMs ?? null;
  // A moved instance keeps the id of when it was planned.
  const planned = plannedUtcMs === null ? null : formatInstant(habits.timezone, plannedUtcMs);
  return {
    ...notesOfDate(instance),
    id: event.uid === null || planned === null ? event.uid : `${event.uid}/${planned.slice(0, 16)}`,
    name: own.name === '' ? (before?.name ?? '') : own.name,
    trainer,
    ...(isSubstitute && { substitute: true }),
    ...(room !== null && { room }),
    start: startsUtcMs,
    end: lengthMs === null ? null : startsUtcMs + lengthMs,
    status: isCancelled ? 'cancelled' : 'confirmed',
  };
}

function nameAndTrainer(event: CalendarEvent, habits: CalendarHabits) {
  const { hasTrainersInNames, isOwn, calendarName } = habits;
  const isCancelled = !isOwn && CANCELLED.test(event.summary);
  const name = (isCancelled ? event.summary.replace(CANCELLED, '') : event.summary).trim();
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
  const [, name, trainer] = WITH.exec(summary.trim()) ?? [];
  return name === undefined || trainer === undefined ? null : { name, trainer };
}

/**
 * Whether a calendar names its trainers so: most of its events do. One `Pilates with Weights` among others is a name.
 */
const namesTrainers = (events: readonly CalendarEvent[]) =>
  events.filter(({ summary }) => splitName(summary) !== null).length * 2 > events.length;

/** What Outlook and people put before a name: `Cancelled:`. */
const CANCELLED = /^\s*[[(]?\s*cancell?ed\s*[\])]?\s*[:–—-]?\s+/i;

/* One event. */

type CalendarEvent = ReturnType<typeof readEvent>;

/** Longest texts that are read of an event, characters. Chosen here: names are cut at 200, and figures stand early. */
const MAX_NAME_TEXT = 2_000;
const MAX_DESCRIPTION = 20_000;

/** Throws {@link RowFault} where what the time of the class depends on is missing or broken. */
function readEvent(component: CalendarComponent, clockOf: ClockOf) {
  const lines = ownLines(component);
  const all = (name: string) => lines.filter((line) => line.name === name);
  const times = (name: string) =>
    all(name).flatMap((line) => timesOf(vitalProperty(line), clockOf));
  const text = (name: string) => textAt(lines, name);
  const [start] = times('DTSTART');
  if (start === undefined) throw new RowFault('DTSTART', 'the start', 'none');
  const [end] = times('DTEND');
  const [duration] = all('DURATION');
  const durationMs = readDurationMs(text('DURATION')?.replace(/^\+/, '') ?? '');
  if (end === undefined && duration && durationMs === null) throw brokenProperty(duration);
  const [uid] = all('UID').map((line) => String(vitalProperty(line).values[0]));
  return {
    /** Of its BEGIN. */
    line: component.line,
    uid: uid ?? null,
    sequence: Number(text('SEQUENCE')) || 0,
    start,
    /** Null where the event says neither end nor duration. */
    lengthMs: end === undefined ? durationMs : end.utcMs - start.utcMs,
    rules: all('RRULE').map((line) => readRule(vitalProperty(line), start)),
    addedTimes: times('RDATE'),
    removedTimes: times('EXDATE'),
    /** The instance of a series that this event stands for. */
    recurrence: times('RECURRENCE-ID')[0] ?? null,
    isCancelled: text('STATUS')?.toUpperCase() === 'CANCELLED',
    summary: text('SUMMARY')?.slice(0, MAX_NAME_TEXT) ?? '',
    notes: readNotes(text('DESCRIPTION')?.slice(0, MAX_DESCRIPTION) ?? ''),
    location: text('LOCATION')?.slice(0, MAX_NAME_TEXT) ?? null,
    person: personOf([...all('ATTENDEE'), ...all('ORGANIZER')]),
  };
}

/** Lines of the event itself, without those of alarms within. */
function ownLines({ lines }: CalendarComponent): ContentLine[] {
  let depth = 0;
  return lines.filter(({ name }) => {
    if (name === 'BEGIN') depth += 1;
    if (name === 'END') depth -= 1;
    return depth === 0 && name !== 'END';
  });
}

/** The chair among the attendees, else the organizer. */
function personOf(lines: readonly ContentLine[]): string | null {
  const names = lines.map((line) => {
    const property = readProperty(line);
    const role = line.name === 'ORGANIZER' ? 'CHAIR' : property && parameterOf(property, 'role');
    return role?.toUpperCase() === 'CHAIR' && property ? parameterOf(property, 'cn') : null;
  });
  return names.find((name) => name?.includes('@') === false) ?? null;
}

/** What lines of a description may say, by the names of columns: `Capacity: 20`, `Booked: 12/20`, `Coach: Anna`. */
const NOTED: readonly Field[] = ['trainer', 'trainer_id', 'room', 'substitute', ...NUMBER_COLUMNS];
const LABELS = new Map(SYNONYMS.filter(([, field]) => NOTED.includes(field)));

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

/**
 * A class on one date, as the calendar has it: the event is the series, or the exception that stands for this date, and
 * then `series` is null where that is not in the file. `plannedUtcMs` is when it was planned at first, which it keeps when
 * it is moved; null for an event that stands alone.
 */
type Instance = ReturnType<typeof instancesOf>[number];

/** Groups by UID in the order of the file; of two states of the same thing the one of the higher sequence counts. */
function groupByUid(events: readonly CalendarEvent[], faults: FaultLog): CalendarEvent[][] {
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
function instancesOf(
  group: readonly CalendarEvent[],
  options: ParseOptions,
  budget: Budget,
  faults: FaultLog,
) {
  const { window, takesAllSingles = false } = options;
  const series = group.find((event) => event.recurrence === null) ?? null;
  const exceptions = group.flatMap((event) => {
    const { start, recurrence } = event;
    if (recurrence === null) return [];
    return [{ event, series, startsUtcMs: start.utcMs, plannedUtcMs: recurrence.utcMs }];
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
) {
  if (event.rules.length === 0 && event.addedTimes.length === 0) {
    return [{ event, series: null, startsUtcMs: event.start.utcMs, plannedUtcMs: null }];
  }
  const instants = faults.attempt(event.line, () => [...instantsOf(event, window, budget)]).flat();
  // An EXDATE that is a date removes what starts on it.
  const removed = new Set(
    event.removedTimes.map(({ isDate, wall, utcMs }) => (isDate ? wall.slice(0, 10) : utcMs)),
  );
  return instants
    .filter((instant) => !removed.has(instant) && !removed.has(dateAt(timezone, instant)))
    .map((instant) => ({ event, series: null, startsUtcMs: instant, plannedUtcMs: instant }));
}
