/**
 * A calendar as components, their lines and properties (RFC 5545, 3.1), and the times in them: on the clocks that it
 * names, and again and again by its rules. It is cut by lines, so that a malformed component does not take the rest with
 * it; ical.js reads the syntax of a property.
 */

import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import { findIana } from 'windows-iana';
import { DAY_MS, type InstantRange, instantOf, offsetMs } from '../../calendar/zone.ts';
import { type FaultLog, RowFault, scheduleUnreadable } from '../entry.ts';

export type ContentLine = ReturnType<typeof unfoldLines>[number];

export interface CalendarComponent {
  readonly name: 'VEVENT' | 'VTIMEZONE';
  /** Of its BEGIN. */
  readonly line: number;
  /** Without its own BEGIN and END, with those of components within. */
  readonly lines: readonly ContentLine[];
}

const BORDER = /^(BEGIN|END):\s*(VCALENDAR|VEVENT|VTIMEZONE)\s*$/;

/** Throws `schedule_unreadable` for what does not begin as a calendar. */
export function cutCalendar(text: string, faults: FaultLog) {
  const borderOf = (line: ContentLine) => BORDER.exec(line.text.toUpperCase())?.slice(1) ?? [];
  const all = unfoldLines(text);
  const begin = all.findIndex((line) => borderOf(line).join() === 'BEGIN,VCALENDAR');
  if (begin < 0) {
    throw scheduleUnreadable('a calendar that begins with BEGIN:VCALENDAR', 'something else');
  }
  /** Of the calendar itself. */
  const lines: ContentLine[] = [];
  const components: CalendarComponent[] = [];
  let open: (CalendarComponent & { readonly lines: ContentLine[] }) | null = null;
  /** A component ends at the next one at the latest: the one before lacks its END. */
  const close = (got: string) => {
    if (open !== null) faults.skipped(open.line, open.name, `END:${open.name}`, got);
    open = null;
  };
  /** Whether its END is there: a file without it was cut off on its way. */
  let isWhole = false;
  for (const line of all.slice(begin + 1)) {
    const [side, name] = borderOf(line) as [string?, (CalendarComponent['name'] | 'VCALENDAR')?];
    if (name === 'VCALENDAR' || side === 'BEGIN') close(`${side}:${name}`);
    if (name === 'VCALENDAR') isWhole = side === 'END';
    else if (name !== undefined && side === 'BEGIN') open = { name, line: line.line, lines: [] };
    else if (open !== null && open.name === name) {
      components.push(open);
      open = null;
    } else (open?.lines ?? lines).push(line);
  }
  close('the end of the file');
  return { lines, components, isWhole };
}

function unfoldLines(text: string) {
  const found: { line: number; parts: string[] }[] = [];
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const last = found.at(-1);
    if (/^[ \t]/.test(raw) && last !== undefined) last.parts.push(raw.slice(1));
    else if (raw.trim() !== '') found.push({ line: index + 1, parts: [raw] });
  }
  return found.map(({ line, parts }) => {
    const whole = parts.join('');
    /** Of the property; empty for a line that is none. */
    const name = /^([A-Z0-9-]+)\s*[;:]/i.exec(whole)?.[1]?.toUpperCase() ?? '';
    return { line, name, text: whole };
  });
}

type Property = NonNullable<ReturnType<typeof readProperty>>;

/** With its values as jCal has them (RFC 7265); null for a line that breaks the syntax of its property. */
export function readProperty(line: ContentLine) {
  try {
    const [, parameters, , ...values] = ICAL.parse.property(line.text) as unknown[];
    return { ...line, parameters: Object(parameters) as Readonly<Record<string, unknown>>, values };
  } catch {
    // It throws a plain error for every kind of broken syntax.
    return null;
  }
}

/** Of what the time of a class depends on. Throws {@link RowFault} for a line that breaks the syntax of its property. */
export function vitalProperty(line: ContentLine): Property {
  const property = readProperty(line);
  if (property === null) throw brokenProperty(line);
  return property;
}

export function brokenProperty(
  { line, name, text }: ContentLine,
  expected = `a ${name} by RFC 5545`,
): RowFault {
  return new RowFault(name, expected, text, line);
}

/** Value of the first property of that name; null for none, and for one that is broken. */
export function textAt(lines: readonly ContentLine[], name: string): string | null {
  const line = lines.find((one) => one.name === name);
  const value = line && readProperty(line)?.values[0];
  return value === undefined || value === null ? null : String(value);
}

/** A parameter that is a single text. */
export function parameterOf({ parameters }: Property, name: string): string | null {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}

/* Dates and times (3.3.4 and 3.3.5) on the clocks that a calendar names. */

/** A clock on a wall: the instant of a time such as `2026-03-29T18:30:00`. */
export type WallClock = (wall: string) => number;

/** The clock of a TZID on a line; null is a floating time, which is the gym's. */
export type ClockOf = (name: string | null, line: number) => WallClock;

export type CalendarTime = ReturnType<typeof timesOf>[number];

const UTC_CLOCK: WallClock = (wall) => Date.parse(`${wall}Z`);

/** All times of a property. Throws {@link RowFault} where one of them is not in the calendar. */
export function timesOf(property: Property, clockOf: ClockOf) {
  return property.values.map((value) => {
    // A period is a begin and an end; its begin is the time of the instance.
    const [text = '', date, time, zulu] = wallOf(Array.isArray(value) ? value[0] : value) ?? [];
    if (text === '') throw brokenProperty(property);
    /** Midnight for a date. */
    const wall = `${date}T${time ?? '00:00:00'}`;
    const named = parameterOf(property, 'tzid');
    /** Of its zone, for the times that recur. */
    const clock = zulu === 'Z' ? UTC_CLOCK : clockOf(named, property.line);
    return { wall, isDate: time === undefined, utcMs: clock(wall), clock };
  });
}

/** Date, time and mark of a jCal date or time; null for what is not in the calendar or on the clock. */
function wallOf(value: unknown): RegExpExecArray | null {
  // A leap second is the last one of its minute.
  const text = String(value).replace(/:60(?=Z?$)/, ':59');
  const found = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(Z?))?$/.exec(text);
  const wall = `${found?.[1]}T${found?.[2] ?? '00:00:00'}`;
  const at = Date.parse(`${wall}Z`);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(wall) ? found : null;
}

/*
 * Recurrence rules (3.3.10) as far as classes recur: by days, weeks, months and years. ical.js reads them, and
 * rrule-temporal finds the dates. It gets times on the wall as if they were UTC: in a zone it drops a time that a change
 * of the clock skips. It has no limit for a whole file, so the work is charged to the budget of the file before it begins.
 */

/** On either side of the window: zones and changes of the clock move a date by one. */
const MARGIN_MS = 2 * DAY_MS;

/** Work that one file may still cost, in periods and instances. */
export type Budget = { left: number };

const PERIOD_DAYS = { DAILY: 1, WEEKLY: 7, MONTHLY: 30, YEARLY: 365 } as const;

type Rule = ReturnType<typeof readRule>;

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** A rule by its parts in lower case, as jCal has it. */
type Parts = Readonly<Record<string, unknown>>;

/** Throws {@link RowFault} for another rule, and for one that makes no sense. */
export function readRule(property: Property, start: CalendarTime) {
  const { until, ...parts } = Object(property.values[0]) as Parts;
  const freq = String(parts['freq']) as keyof typeof PERIOD_DAYS;
  const isKnown = Object.hasOwn(PERIOD_DAYS, freq) && !isMisread(parts);
  const untilUtcMs = untilOf(until, start);
  if (!isKnown || untilUtcMs === null) {
    throw brokenProperty(property, 'a rule of days, weeks, months or years');
  }
  const isOfWeeks = parts['byweekno'] !== undefined && parts['byday'] === undefined;
  const day = isOfWeeks && WEEKDAYS[new Date(`${start.wall}Z`).getUTCDay()];
  const whole = day ? { ...parts, byday: day } : parts;
  // The text has no UNTIL; for ever is infinite.
  return { freq, parts, text: String(ICAL.Recur.fromData(whole)), untilUtcMs };
}

/** Combinations that rrule-temporal gets wrong, and no calendar program writes. */
function isMisread({ freq, byday, bymonth, bymonthday, byyearday, byweekno }: Parts): boolean {
  const chosenBy = [bymonthday, byyearday, byweekno, byyearday && byday];
  const days = [byday ?? []].flat().join();
  const isMixed = /\d/.test(days) && /(?:^|,)\D/.test(days.replaceAll('-', ''));
  if (chosenBy.filter((list) => list !== undefined).length > 1) return true;
  return freq === 'YEARLY' && bymonth === undefined && isMixed;
}

/** Null where it cannot be read. A date includes its whole day on the wall of the start. */
function untilOf(value: unknown, { clock }: CalendarTime): number | null {
  if (value === undefined) return Number.POSITIVE_INFINITY;
  const [, date, time = '23:59:59', zulu] = wallOf(value) ?? [];
  if (date === undefined) return null;
  return zulu === 'Z' ? Date.parse(`${date}T${time}Z`) : clock(`${date}T${time}`);
}

/** What an event and the clock of a zone have in common. */
interface Recurrence {
  readonly start: CalendarTime;
  readonly rules: readonly Rule[];
  readonly addedTimes: readonly CalendarTime[];
}

/**
 * The start, added times, and all instances that may start in the window. Throws {@link RowFault} where the budget runs
 * out, and for a rule that has more candidates than rrule-temporal looks at, a million.
 */
export function instantsOf(
  { start, rules, addedTimes }: Recurrence,
  window: InstantRange,
  budget: Budget,
) {
  const instants = new Set([start, ...addedTimes].map(({ utcMs }) => utcMs));
  const startMs = Date.parse(`${start.wall}Z`);
  for (const rule of rules) {
    const from = Math.max(startMs, window.fromUtcMs - MARGIN_MS);
    const to = Math.min(window.toUtcMs, rule.untilUtcMs) + MARGIN_MS;
    if (from > to) continue;
    // A count is counted from the start on.
    budget.left -= costOf(rule, to - (rule.parts['count'] === undefined ? from : startMs));
    if (budget.left < 0) throw tooMany(rule);
    for (const wall of wallsOf(rule, start.wall, from, to)) {
      const instant = start.clock(wall);
      if (instant <= rule.untilUtcMs) instants.add(instant);
    }
  }
  return instants;
}

/** Periods and instances in so much time, at most: no period has more dates than days. */
function costOf({ freq, parts }: Rule, spanMs: number): number {
  const size = (...names: string[]) =>
    names.reduce((product, name) => product * Math.max(1, [parts[name] ?? []].flat().length), 1);
  // Every Monday, or every first of a month, where no month is named.
  const isOften = /(?:^|,)[A-Z]/.test(String(parts['byday'] ?? ''));
  const often = isOften ? 5 : 1;
  const months = parts['bymonth'] === undefined && (isOften || parts['bymonthday']) ? 12 : 1;
  const times = { DAILY: 1, WEEKLY: 1, MONTHLY: often, YEARLY: often * months }[freq];
  const listed = size('byday', 'bymonthday', 'bymonth', 'byweekno', 'byyearday') * times;
  const dates = Math.min(PERIOD_DAYS[freq] + 1, listed);
  const spanDays = spanMs / DAY_MS;
  const periods = Math.ceil(spanDays / (PERIOD_DAYS[freq] * Number(parts['interval'] ?? 1))) + 1;
  const isDense = freq === 'DAILY' || freq === 'WEEKLY';
  const most = isDense ? Math.min(periods, Number(parts['count'] ?? periods) + 1) : periods;
  return most * (1 + dates * size('byhour', 'byminute', 'bysecond'));
}

function wallsOf(rule: Rule, start: string, fromMs: number, toMs: number): string[] {
  const dtstart = { timeZoneId: 'UTC', toString: () => `${start}+00:00[UTC]` };
  const options = { rruleString: rule.text, maxIterations: 1e9, tzid: 'UTC', dtstart };
  try {
    return new RRuleTemporal(options)
      .between(new Date(fromMs), new Date(toMs), true)
      .map(({ epochMilliseconds }) => new Date(epochMilliseconds).toISOString().slice(0, 19));
  } catch {
    throw tooMany(rule);
  }
}

function tooMany({ text }: Rule): RowFault {
  return new RowFault('RRULE', 'fewer and simpler series: the limit of a file is reached', text);
}

/*
 * What a TZID means: a zone of the IANA data base, or the rules that the calendar brings for it (3.6.5). ical.js is not
 * asked for those: of a time that comes twice it takes the second.
 */

/**
 * Looks names up, best first: a name of the IANA data base, one with a prefix as Mozilla and Evolution write it, the
 * IANA name that the calendar's own definition carries, a name of Windows, the rules of the definition. A name that
 * means nothing is one fault, and is taken as the gym's zone.
 */
export function zonesOf(
  components: readonly CalendarComponent[],
  gymTimezone: string,
  budget: Budget,
  faults: FaultLog,
): ClockOf {
  const gymClock: WallClock = (wall) => instantOf(gymTimezone, wall);
  const zones = components.filter(({ name }) => name === 'VTIMEZONE');
  const find = (name: string, line: number): WallClock => {
    const zone = zones.findLast(({ lines }) => textAt(lines, 'TZID') === name);
    const location = zone === undefined ? null : textAt(zone.lines, 'X-LIC-LOCATION');
    // `/mozilla.org/20050126_1/Europe/London`
    const bare = name.startsWith('/') ? name.split('/').slice(-2).join('/') : null;
    const iana = [name, bare, location, findIana(name)[0]].find(isIana);
    if (iana !== undefined) return (wall) => instantOf(iana, wall);
    try {
      if (zone !== undefined) return readZone(zone.lines, budget);
      const expected =
        'a time zone of the IANA database, of Windows, or one that the calendar defines';
      throw new RowFault('TZID', expected, name);
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      const [, expected, got] = error.fault;
      faults.ignored(zone?.line ?? line, 'TZID', expected, `${got}, taken as ${gymTimezone}`);
      return gymClock;
    }
  };
  const clocks = new Map([[null as string | null, gymClock]]);
  return (name, line) => {
    const clock = clocks.get(name) ?? find(String(name), line);
    clocks.set(name, clock);
    return clock;
  };
}

function isIana(name: string | null | undefined): name is string {
  try {
    return typeof name === 'string' && Number.isFinite(offsetMs(name, 0));
  } catch {
    // Temporal throws a RangeError for a name that it does not know.
    return false;
  }
}

/** The years that classes can be in. */
const YEARS = { fromUtcMs: Date.UTC(1970, 0, 1), toUtcMs: Date.UTC(2100, 0, 1) };

/**
 * A time that a change skips is read with the offset before it, and one that comes twice is the first (RFC 5545,
 * 3.3.5): either way a change counts from the later of its two walls on.
 */
function readZone(lines: readonly ContentLine[], budget: Budget): WallClock {
  // Of each STANDARD and DAYLIGHT.
  const begins = lines.flatMap(({ name }, at) => (name === 'BEGIN' ? [at] : []));
  const changes = begins
    .flatMap((at, index) => changesOf(lines.slice(at, begins[index + 1]), budget))
    .sort((one, other) => one.atUtcMs - other.atUtcMs);
  const [first] = changes;
  if (first === undefined) throw brokenZone();
  return (wall) => {
    const atMs = Date.parse(`${wall}Z`);
    const last = changes.findLast(
      ({ atUtcMs, fromMs, toMs }) => atUtcMs + Math.max(fromMs, toMs) <= atMs,
    );
    return atMs - (last?.toMs ?? first.fromMs);
  };
}

function changesOf(lines: readonly ContentLine[], budget: Budget) {
  const [fromMs, toMs] = ['TZOFFSETFROM', 'TZOFFSETTO'].map((name) =>
    offsetOf(textAt(lines, name)),
  );
  const all = (name: string) => lines.filter((line) => line.name === name).map(vitalProperty);
  const clock: WallClock = (wall) => Date.parse(`${wall}Z`) - (fromMs ?? 0);
  const times = (name: string) => all(name).flatMap((one) => timesOf(one, () => clock));
  const [start] = times('DTSTART');
  if (fromMs == null || toMs == null || start === undefined) throw brokenZone();
  const rules = all('RRULE').map((rule) => readRule(rule, start));
  if (rules.some(({ freq }) => !/YEARLY|MONTHLY/.test(freq))) {
    const expected = 'a clock that is set by rules of years or months';
    throw new RowFault('TZID', expected, 'a finer rule');
  }
  const instants = instantsOf({ start, rules, addedTimes: times('RDATE') }, YEARS, budget);
  return [...instants].map((atUtcMs) => ({ atUtcMs, fromMs, toMs }));
}

function brokenZone(): RowFault {
  const expected = 'STANDARD or DAYLIGHT with DTSTART, TZOFFSETFROM and TZOFFSETTO by RFC 5545';
  return new RowFault('TZID', expected, 'a time zone without one');
}

/** `+01:00`, `-053000`: ms; null for what is none. */
function offsetOf(text: string | null): number | null {
  const found = /^([+-])(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(text ?? '');
  if (found === null) return null;
  const [, sign, hours, minutes, seconds] = found;
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0);
  return (sign === '-' ? -size : size) * 1000;
}
