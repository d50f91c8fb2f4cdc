/** iCalendar as classes. All-day events are closures and holidays, no classes: they are passed over without a fault. */

import { TurnoutError } from '../../../errors.ts';
import { formatInstant } from '../../calendar/zone.ts';
import { NUMBER_COLUMNS } from '../../sessions/class-values.ts';
import { SYNONYMS } from '../csv/columns.ts';
import type { FaultLog, ReadParts } from '../entry-list.ts';
import { DEFAULT_CLASS_MS, MAX_CLASS_MS } from '../limits.ts';
import { makeContext, type RowContext, readRow } from '../row/row.ts';
import { type Field, foldText, type RowValues } from '../row/text.ts';
import { OWN_PRODUCT } from '../write.ts';
import { type Calendar, cutCalendar, propertyName, readProperty } from './calendar.ts';
import { type CalendarEvent, readEvent } from './event.ts';
import { Budget } from './recurrence.ts';
import { groupByUid, type Instance, instancesOf } from './series.ts';
import { ZoneTable } from './zones.ts';

/** Periods and instances that one file may cost; chosen here: several times what 2,000 weekly series take. */
const BUDGET_STEPS = 300_000;

export interface IcsFacts {
  readonly shape: string;
  /** Whether the calendar is there to its end, and stands for itself: a message about one event does not. */
  readonly isWhole: boolean;
}

/** Reads all events into `entries`. Throws `schedule_unreadable` for what is no calendar. */
export function readIcs({ text, options, entries, faults }: ReadParts): IcsFacts {
  const calendar = cutCalendar(text, faults);
  if (calendar === null) throw unreadable();
  const events = readEvents(calendar, options.timezone, faults);
  const facts = calendarFacts(calendar);
  const isOwn = facts.product === OWN_PRODUCT;
  const describer = new Describer(
    {
      timezone: options.timezone,
      isCancelled: facts.method === 'CANCEL',
      calendarName: facts.name,
      isOwn,
      hasTrainersInNames: !isOwn && namesTrainers(events.map(({ summary }) => summary)),
    },
    makeContext(options.timezone, faults),
  );
  const { window, takesAllSingles = false } = options;
  const expansion = { window, takesAllSingles, budget: new Budget(BUDGET_STEPS), faults };
  for (const group of groupByUid(events, faults)) {
    for (const instance of instancesOf(group, expansion)) {
      if (!entries.isFull) describer.add(instance, entries);
    }
  }
  return {
    shape: 'generic',
    isWhole: calendar.isWhole && (facts.method ?? 'PUBLISH') === 'PUBLISH',
  };
}

function readEvents(calendar: Calendar, timezone: string, faults: FaultLog): CalendarEvent[] {
  const zones = new ZoneTable(calendar.components, timezone, faults);
  const events: CalendarEvent[] = [];
  for (const component of calendar.components) {
    if (component.name !== 'VEVENT') continue;
    faults.met();
    const event = readEvent(component, zones);
    if ('expected' in event) faults.skipped(event);
    else if (!event.start.isDate) events.push(event);
    else faults.passedOver({ line: event.line, what: 'an event of whole days' });
  }
  if (!calendar.isWhole) {
    faults.skipped({ line: null, field: null, expected: 'END:VCALENDAR', got: 'a file cut off' });
  }
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
class Describer {
  readonly #habits: CalendarHabits;
  readonly #context: RowContext;
  /** Read once for all dates of a series. */
  readonly #notes = new WeakMap<CalendarEvent, RowValues>();

  constructor(habits: CalendarHabits, context: RowContext) {
    this.#habits = habits;
    this.#context = context;
  }

  add(instance: Instance, entries: ReadParts['entries']): void {
    const { event, series } = instance;
    const lengthMs = event.lengthMs ?? series?.lengthMs ?? null;
    if (lengthMs === null) this.#context.noteDefaultLength();
    // A whole day on the wall can be 25 h long; the list says what it thinks of longer ones.
    const endsUtcMs =
      instance.startsUtcMs + Math.min(lengthMs ?? DEFAULT_CLASS_MS, 2 * MAX_CLASS_MS);
    const draft = readRow(this.#valuesOf(instance, endsUtcMs), event.line, this.#context);
    if (draft !== null) entries.add(draft);
  }

  #valuesOf(instance: Instance, endsUtcMs: number): RowValues {
    const { event, series } = instance;
    const said = this.#peopleAndName(event);
    const before = series === null ? null : this.#peopleAndName(series);
    const trainer = said.trainer ?? before?.trainer ?? null;
    const isOther = before?.trainer !== null && before !== null && trainer !== before.trainer;
    const isCancelled =
      this.#habits.isCancelled || said.isCancelled || event.isCancelled || series?.isCancelled;
    return {
      ...this.#notesOfDate(instance),
      id: this.#idOf(instance),
      name: said.name === '' ? (before?.name ?? '') : said.name,
      trainer,
      ...(isOther ? { substitute: true } : {}),
      ...roomOf(event, series),
      start: instance.startsUtcMs,
      end: endsUtcMs,
      status: isCancelled === true ? 'cancelled' : 'confirmed',
    };
  }

  /** A moved instance keeps the id of when it was planned. */
  #idOf({ event, plannedUtcMs }: Instance): string | null {
    if (event.uid === null || plannedUtcMs === null) return event.uid;
    return `${event.uid}/${formatInstant(this.#habits.timezone, plannedUtcMs).slice(0, 16)}`;
  }

  #peopleAndName(event: CalendarEvent): {
    name: string;
    trainer: string | null;
    isCancelled: boolean;
  } {
    const { summary, person } = event;
    const { hasTrainersInNames, isOwn, calendarName } = this.#habits;
    const bare = isOwn ? null : withoutCancelled(summary);
    const name = (bare ?? summary).trim();
    const isCancelled = bare !== null;
    const noted = this.#notesOf(event).trainer;
    if (typeof noted === 'string') return { name, trainer: noted, isCancelled };
    const split = hasTrainersInNames ? splitName(name) : null;
    if (split !== null) return { ...split, isCancelled };
    const isPerson = !isOwn && person !== calendarName;
    return { name, trainer: isPerson ? person : null, isCancelled };
  }

  /** Figures of people are of one date: in a series, which speaks for all its dates, they say nothing. */
  #notesOfDate({ event, plannedUtcMs }: Instance): RowValues {
    const notes = this.#notesOf(event);
    if (plannedUtcMs === null || event.recurrence !== null) return notes;
    const { trainer_id, capacity, substitute, room } = notes;
    return { trainer_id, capacity, substitute, room };
  }

  #notesOf(event: CalendarEvent): RowValues {
    const notes = this.#notes.get(event) ?? readNotes(event.description);
    this.#notes.set(event, notes);
    return notes;
  }
}

function roomOf(event: CalendarEvent, series: CalendarEvent | null): RowValues {
  const room = event.location ?? series?.location ?? null;
  return room === null ? {} : { room };
}

interface HeadFacts {
  readonly method: string | null;
  readonly product: string | null;
  readonly name: string | null;
}

function calendarFacts({ lines }: Calendar): HeadFacts {
  const value = (name: string): string | null => {
    const line = lines.find(({ text }) => propertyName(text) === name);
    const found = line === undefined ? undefined : readProperty(line)?.values[0];
    return typeof found === 'string' ? found.trim() : null;
  };
  return {
    method: value('METHOD')?.toUpperCase() ?? null,
    product: value('PRODID'),
    name: value('X-WR-CALNAME'),
  };
}

function unreadable(): TurnoutError {
  return new TurnoutError('schedule_unreadable', {
    where: 'schedule',
    expected: 'a calendar that begins with BEGIN:VCALENDAR',
    got: 'something else',
  });
}

/*
 * What a calendar has no property for, by conventions: lines `Capacity: 20`, `Booked: 12/20` or `Coach: Anna` in the
 * description, `Yoga with Anna` as the name. The labels are the names that columns of tables have.
 */

const NOTED: readonly Field[] = ['trainer', 'trainer_id', 'room', 'substitute', ...NUMBER_COLUMNS];
const LABELS: ReadonlyMap<string, Field> = new Map(
  NOTED.flatMap((field) => SYNONYMS[field].map((name) => [name, field] as const)),
);

/** Longest label, characters: a sentence with a colon in it is none. Chosen here. */
const LINE = /^\s*[-•*]?\s*([\p{L}][\p{L}\p{N} _-]{0,30}?)\s*:\s*(\S.*)$/u;

/** Values of the lines of a description that begin with a known label; the first of each counts. */
export function readNotes(description: string): RowValues {
  const values: Partial<Record<Field, string>> = {};
  for (const line of plainText(description).split(/\r\n|\n|\r/)) {
    const [, label = '', value = ''] = LINE.exec(line) ?? [];
    const field = LABELS.get(foldText(label));
    if (field !== undefined) values[field] ??= value.trim();
  }
  return values;
}

const WITH =
  /^(\S.*?)\s+(?:with|w\/|mit|avec|con)\s+(\p{Lu}[\p{L}'’.-]*(?:\s+\p{Lu}[\p{L}'’.-]*){0,3})$/u;

/** The class and the person of a name such as `Yoga with Anna Lee`; null for other names. */
export function splitName(summary: string): { name: string; trainer: string } | null {
  const found = WITH.exec(summary.trim());
  return found === null ? null : { name: found[1] ?? '', trainer: found[2] ?? '' };
}

/**
 * Whether a calendar names its trainers so: most of its events do. One `Pilates with Weights` among others is a name.
 */
export function namesTrainers(summaries: readonly string[]): boolean {
  const named = summaries.filter((summary) => splitName(summary) !== null).length;
  return named * 2 > summaries.length;
}

const CANCELLED = /^\s*[[(]?\s*cancell?ed\s*[\])]?\s*[:–—-]?\s+/i;

/** A name without the `Cancelled:` that Outlook and people put before it; null where there is none. */
export function withoutCancelled(summary: string): string | null {
  return CANCELLED.test(summary) ? summary.replace(CANCELLED, '') : null;
}

/** Calendars of the web write descriptions in HTML. */
function plainText(description: string): string {
  return description
    .replace(/<(?:br|\/p|\/div|\/li)\s*\/?>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');
}
