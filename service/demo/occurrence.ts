/**
 * What happens on a date in the demo gym: a function of the date alone, so that a date is the same on every
 * installation and stays as it was when the days go by.
 */

import { between, chance } from '../../engine/pictures/drawn-room.ts';
import {
  addDays,
  type CalendarDate,
  DAY_MS,
  instantOf,
  MINUTE_MS,
  weekdayOf,
} from '../../gym/calendar/zone.ts';
import { type DemoTrainer, type Line, MASTERCLASSES, TIMETABLE, TRAINERS } from './timetable.ts';

/** Zone of the demo gym; the sandbox has the same: docs/method.md#limits-of-the-service. */
export const DEMO_TIMEZONE = 'Europe/London';

/** What becomes of the camera during a class. */
export type Mishap = 'outage' | 'short_outage' | 'frozen';

/** A class on a date, with all that will be known of it when it is over. */
export type Occurrence = Readonly<ReturnType<typeof occurrence>>;

/** Keys of everything else that is left to chance about a class. */
type Keys = readonly [line: number, day: number];

export type Turnout = ReturnType<typeof turnoutOf>;

const SALT = { demand: 1, noShow: 2, walkIn: 3, late: 4, waiting: 5, missed: 6 } as const;
/** Share of the bookings that are cancelled late, and how often someone comes without one. Chosen here. */
const LATE_CANCELS = 0.06;
const WALK_INS = 0.25;
/** How far the demand of one date is from that of the line, ±. */
const NOISE = 0.06;
const HALF_YEAR_DAYS = 182;

/**
 * Planned events come every five weeks, so any 42 days have one, even where today's class is still to come, and no class
 * loses more than two of its six dates to them.
 */
const EVENT_WEEKS = 5;
type Planned = readonly [name: string, weekday: number, week: number, what: Mishap | 'cancelled'];
const EVENTS: readonly Planned[] = [
  ['Low Impact', 4, 1, 'cancelled'],
  ['Sunday Ride', 7, 3, 'cancelled'],
  ['Hatha Yoga', 3, 0, 'outage'],
  ['Vinyasa Flow', 5, 2, 'short_outage'],
  ['Teen Strength', 2, 4, 'frozen'],
];
/** Every so many weeks one trainer after the other is away from Monday to Wednesday. */
const AWAY_WEEKS = 3;
const AWAY_UNTIL_WEEKDAY = 3;
const MASTERCLASS_WEEKS = 3;

/** Dates that are remembered: six weeks back and two ahead, twice. */
const REMEMBERED = 120;
const remembered = new Map<CalendarDate, readonly Occurrence[]>();

/** The classes of a date, cancelled ones too, by start. The same objects while the date is remembered. */
export function occurrencesOn(date: CalendarDate): readonly Occurrence[] {
  const known = remembered.get(date);
  if (known !== undefined) return known;
  const weekday = weekdayOf(date);
  const occurrences = TIMETABLE.flatMap((line, at) =>
    line.weekdays.includes(weekday) ? [occurrence(line, at, date)] : [],
  ).toSorted((one, other) => one.startsUtcMs - other.startsUtcMs);
  if (remembered.size >= REMEMBERED) remembered.delete(remembered.keys().next().value ?? date);
  remembered.set(date, occurrences);
  return occurrences;
}

/** The classes of all dates from the first to the last, by start. */
export function occurrencesBetween(from: CalendarDate, to: CalendarDate): Occurrence[] {
  const all: Occurrence[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) all.push(...occurrencesOn(date));
  return all;
}

function occurrence(line: Line, at: number, date: CalendarDate) {
  const startsUtcMs = instantOf(DEMO_TIMEZONE, `${date}T${line.time}`);
  const day = Math.floor(Date.parse(date) / DAY_MS);
  const substitute = substituteOf(line, date);
  const event = eventOf(line, date);
  const isCancelled = event === 'cancelled';
  const keys: Keys = [at, day];
  let known: Turnout | undefined;
  return {
    line,
    date,
    /** Of the line, or of the masterclass. */
    name: line.name === 'Masterclass' ? masterclassOf(date) : line.name,
    startsUtcMs,
    endsUtcMs: startsUtcMs + line.minutes * MINUTE_MS,
    trainer: substitute ?? line.trainer,
    isSubstitute: substitute !== null,
    isCancelled,
    mishap: event === 'cancelled' ? null : event,
    keys,
    /** Worked out when first asked for: of the hundreds of classes that a start looks at, most are stored or still to come. */
    get turnout() {
      known ??= turnoutOf(line, keys, isCancelled);
      return known;
    },
  };
}

/**
 * Who books, who comes all the same, and who pays. `came`: people who are really there; no one of the gym is told. `checkedIn`:
 * what the front desk ticked off; null where it does not.
 */
function turnoutOf(line: Line, keys: Keys, isCancelled: boolean) {
  const phase = Math.sin((2 * Math.PI * keys[1]) / HALF_YEAR_DAYS + keys[0]);
  const demand = line.demand + line.swing * phase + between(-NOISE, NOISE, ...keys, SALT.demand);
  const wanted = Math.max(0, Math.round(demand * line.capacity));
  const booked = Math.min(line.capacity, wanted);
  const noShows = howMany(booked, line.noShows, keys, SALT.noShow);
  const walkIns = chance(...keys, SALT.walkIn) < WALK_INS ? 1 : 0;
  const came = isCancelled ? 0 : Math.min(line.capacity, booked - noShows + walkIns);
  // Only the bikes of the spin room are ticked off one by one; from time to time one is forgotten.
  const hasRoster = line.room === 'spin' && !isCancelled;
  const missed = howMany(booked - noShows, 0.02, keys, SALT.missed);
  return {
    booked,
    came,
    lateCancels: howMany(booked, LATE_CANCELS, keys, SALT.late),
    waitlisted: wanted - booked,
    checkedIn: hasRoster ? booked - noShows - missed : null,
    revenueMilli: line.ticketMilli === null || isCancelled ? null : line.ticketMilli * booked,
  };
}

/** How many of `people` a thing of the given likelihood happens to. */
function howMany(people: number, share: number, keys: Keys, salt: number): number {
  let count = 0;
  for (let at = 0; at < people; at += 1) if (chance(...keys, salt, at) < share) count += 1;
  return count;
}

/** Number of the week since 1970, beginning on Monday. */
function weekOf(date: CalendarDate): number {
  return Math.floor((Date.parse(date) / DAY_MS + 3) / 7);
}

function eventOf(line: Line, date: CalendarDate): Mishap | 'cancelled' | null {
  const isOn = ([name, weekday, week]: Planned) =>
    name === line.name && weekday === weekdayOf(date) && week === weekOf(date) % EVENT_WEEKS;
  return EVENTS.find(isOn)?.[3] ?? null;
}

/** Who takes the class where its trainer is away: the next one on the list who is free then. */
function substituteOf(line: Line, date: CalendarDate): DemoTrainer | null {
  const weekday = weekdayOf(date);
  const week = weekOf(date);
  if (week % AWAY_WEEKS !== 0 || weekday > AWAY_UNTIL_WEEKDAY) return null;
  const away = TRAINERS[(week / AWAY_WEEKS) % TRAINERS.length];
  if (away !== line.trainer) return null;
  const first = TRAINERS.indexOf(away) + 1;
  const others = [...TRAINERS.slice(first), ...TRAINERS.slice(0, first - 1)];
  return others.find((trainer) => isFree(trainer, line, weekday)) ?? null;
}

function isFree(trainer: DemoTrainer, line: Line, weekday: number): boolean {
  const [from, to] = minutesOf(line);
  return !TIMETABLE.some((other) => {
    if (other.trainer !== trainer || !other.weekdays.includes(weekday)) return false;
    const [otherFrom, otherTo] = minutesOf(other);
    return otherFrom < to && from < otherTo;
  });
}

/** Begin and end, minutes after midnight. */
function minutesOf({ time, minutes }: Line): [number, number] {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return [hour * 60 + minute, hour * 60 + minute + minutes];
}

function masterclassOf(date: CalendarDate): string {
  const turn = Math.floor(weekOf(date) / MASTERCLASS_WEEKS);
  return `Masterclass ${MASTERCLASSES[turn % MASTERCLASSES.length]}`;
}
