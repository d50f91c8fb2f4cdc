/**
 * When a rule falls due, on the wall: a class at 18:30 stays at 18:30 when the clocks change. ical.js is not used:
 * its iterator never ends for a rule without dates (`FREQ=DAILY;BYMONTH=4;BYMONTHDAY=31`), and takes 30 February for
 * 2 March. rrule-temporal ends, but does not report its work, which one file must have a limit for.
 */

import type { InstantRange } from '../../calendar/zone.ts';
import type { Rule } from './rule.ts';
import { datesOfPeriod, dayNumber, partsOf } from './rule-dates.ts';
import type { CalendarTime } from './zones/wall.ts';

const DAY_MS = 86_400_000;
/** Days on either side of the window that are looked at: zones and changes of the clock move a date by one. */
const MARGIN_DAYS = 2;

/** Work that one file may cost, in periods and instances looked at. */
export class Budget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Whether the work may be done. */
  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }
}

/** Walls of all instances that may start in the window, the start itself among them; null where the budget ran out. */
export function occurrencesOf(
  rule: Rule,
  start: CalendarTime,
  window: InstantRange,
  budget: Budget,
): string[] | null {
  const walls = [start.wall];
  const last = rule.count ?? Number.POSITIVE_INFINITY;
  const firstDate = dateOfDay(Math.floor(window.fromUtcMs / DAY_MS) - MARGIN_DAYS);
  let count = 0;
  for (const wall of dueWalls(rule, start, window, budget)) {
    if (wall === null) return null;
    count += 1;
    if (count > last || isOver(rule, start, wall)) break;
    if (wall !== start.wall && wall >= firstDate) walls.push(wall);
  }
  return walls;
}

function isOver({ untilUtcMs }: Rule, start: CalendarTime, wall: string): boolean {
  return untilUtcMs !== null && start.clock(wall) > untilUtcMs;
}

/** From the start, or shortly before the window, to shortly after it; ends with null where the budget ran out. */
function* dueWalls(
  rule: Rule,
  start: CalendarTime,
  window: InstantRange,
  budget: Budget,
): Generator<string | null> {
  const startDay = dayOfWall(start.wall);
  const lastDay = Math.floor(window.toUtcMs / DAY_MS) + MARGIN_DAYS;
  const times = timesOfDay(rule, start.wall);
  let period = firstPeriod(rule, startDay, window);
  while (periodBegin(rule, startDay, period) <= lastDay) {
    const dates = datesOfPeriod(rule, startDay, period);
    if (!budget.spend(1 + dates.length * times.length)) {
      yield null;
      return;
    }
    yield* positioned(rule, dates, times).filter((wall) => wall >= start.wall);
    period += 1;
  }
}

/** Without a number of instances the past need not be counted through. */
function firstPeriod(rule: Rule, startDay: number, window: InstantRange): number {
  if (rule.count !== null) return 0;
  const aheadDays = Math.floor(window.fromUtcMs / DAY_MS) - MARGIN_DAYS - startDay;
  const longest = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 }[rule.frequency] * rule.interval;
  return Math.max(0, Math.floor(aheadDays / longest) - 1);
}

/** A day that no date of the period, or of a later one, lies before, but for a week. */
function periodBegin({ frequency, interval }: Rule, startDay: number, period: number): number {
  const steps = period * interval;
  const { year, month } = partsOf(startDay);
  switch (frequency) {
    case 'DAILY':
      return startDay + steps;
    case 'WEEKLY':
      return startDay + steps * 7 - 7;
    case 'MONTHLY':
      return dayNumber(year, month + steps, 1);
    case 'YEARLY':
      return dayNumber(year + steps, 1, 1) - 7;
  }
}

/** BYSETPOS picks from all instances of a period. */
function positioned(rule: Rule, dates: readonly number[], times: readonly string[]): string[] {
  const walls = dates.flatMap((day) => times.map((time) => `${dateOfDay(day)}T${time}`));
  if (rule.positions.length === 0) return walls;
  const picked = new Set(
    rule.positions.map((position) => walls.at(position > 0 ? position - 1 : position)),
  );
  return walls.filter((wall) => picked.has(wall));
}

function timesOfDay({ hours, minutes }: Rule, startWall: string): string[] {
  const [hour = '00', minute = '00', second = '00'] = startWall.slice(11).split(':');
  const twoDigits = (numbers: readonly number[]) =>
    [...new Set(numbers)].sort((a, b) => a - b).map((number) => String(number).padStart(2, '0'));
  const allHours = hours.length === 0 ? [hour] : twoDigits(hours);
  const allMinutes = minutes.length === 0 ? [minute] : twoDigits(minutes);
  return allHours.flatMap((one) => allMinutes.map((other) => `${one}:${other}:${second}`));
}

function dayOfWall(wall: string): number {
  return Math.floor(Date.parse(`${wall.slice(0, 10)}T00:00:00Z`) / DAY_MS);
}

function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
