/**
 * Dates of one period of a rule: of a day, a week, a month or a year (the table of RFC 5545, 3.3.10). Dates are days
 * since 1970 here: they add and compare as numbers, and no zone touches them.
 */

import type { Rule, RuleDay } from './rule.ts';

const DAY_MS = 86_400_000;

export interface DayParts {
  readonly year: number;
  /** 1..12 */
  readonly month: number;
  readonly day: number;
}

export function dayNumber(year: number, month: number, day: number): number {
  return Math.floor(Date.UTC(year, month - 1, day) / DAY_MS);
}

export function partsOf(dayNumberFrom1970: number): DayParts {
  const at = new Date(dayNumberFrom1970 * DAY_MS);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
}

/** 1 is Monday. 1970-01-01 was a Thursday. */
export function weekdayOfDay(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/**
 * Sorted dates of the period with this number; period 0 holds the start. Some may lie before the start.
 */
export function datesOfPeriod(rule: Rule, startDay: number, period: number): number[] {
  const dates = expand(rule, startDay, period * rule.interval);
  return [...new Set(dates)].sort((a, b) => a - b);
}

function expand(rule: Rule, startDay: number, steps: number): number[] {
  const start = partsOf(startDay);
  switch (rule.frequency) {
    case 'DAILY':
      return [startDay + steps].filter((day) => isAllowedDay(rule, day));
    case 'WEEKLY':
      return weekDates(rule, startDay, steps).filter((day) => isInMonths(rule, day));
    case 'MONTHLY': {
      const month = start.month - 1 + steps;
      const year = start.year + Math.floor(month / 12);
      return monthDates(rule, start, { year, month: (month % 12) + 1 }).filter((day) =>
        isInMonths(rule, day),
      );
    }
    case 'YEARLY':
      return yearDates(rule, startDay, start.year + steps);
  }
}

function weekDates({ days, weekStart }: Rule, startDay: number, steps: number): number[] {
  const first = startDay - ((weekdayOfDay(startDay) - weekStart + 7) % 7) + steps * 7;
  const weekdays = days.length === 0 ? [weekdayOfDay(startDay)] : days.map((day) => day.weekday);
  return weekdays.map((weekday) => first + ((weekday - weekStart + 7) % 7));
}

function monthDates(
  { monthDays, days }: Rule,
  start: DayParts,
  { year, month }: { readonly year: number; readonly month: number },
): number[] {
  const first = dayNumber(year, month, 1);
  const end = dayNumber(year, month + 1, 1);
  if (monthDays.length > 0) {
    return monthDays
      .map((day) => (day > 0 ? first + day - 1 : end + day))
      .filter((day) => day >= first && day < end)
      .filter((day) => isOneOf(days, day));
  }
  if (days.length > 0) return days.flatMap((day) => weekdaysWithin(day, first, end));
  const same = first + start.day - 1;
  return same < end ? [same] : [];
}

function yearDates(rule: Rule, startDay: number, year: number): number[] {
  const { months, monthDays, yearDays, weeks, days } = rule;
  const start = partsOf(startDay);
  const first = dayNumber(year, 1, 1);
  const end = dayNumber(year + 1, 1, 1);
  if (yearDays.length > 0) {
    return yearDays
      .map((day) => (day > 0 ? first + day - 1 : end + day))
      .filter((day) => day >= first && day < end && isOneOf(days, day) && isInMonths(rule, day));
  }
  if (weeks.length > 0) return weeksDates(rule, startDay, year);
  if (months.length === 0 && monthDays.length === 0 && days.length > 0) {
    return days.flatMap((day) => weekdaysWithin(day, first, end));
  }
  const wanted = monthsOf(rule, start);
  return wanted.flatMap((month) => monthDates(rule, start, { year, month }));
}

function monthsOf({ months, monthDays }: Rule, start: DayParts): readonly number[] {
  if (months.length > 0) return months;
  return monthDays.length > 0 ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] : [start.month];
}

/** The first week is the one with four days or more in the year. */
function weeksDates({ weeks, days, weekStart, months }: Rule, startDay: number, year: number) {
  const firstWeek = (of: number) => {
    const fourth = dayNumber(of, 1, 4);
    return fourth - ((weekdayOfDay(fourth) - weekStart + 7) % 7);
  };
  const begin = firstWeek(year);
  const count = (firstWeek(year + 1) - begin) / 7;
  const weekdays = days.length === 0 ? [weekdayOfDay(startDay)] : days.map((day) => day.weekday);
  return weeks
    .map((week) => (week > 0 ? week : count + week + 1))
    .filter((week) => week >= 1 && week <= count)
    .flatMap((week) =>
      weekdays.map((weekday) => begin + (week - 1) * 7 + ((weekday - weekStart + 7) % 7)),
    )
    .filter((day) => months.length === 0 || months.includes(partsOf(day).month));
}

/** All such weekdays from `first` up to, without, `end`, or the one that the ordinal names. */
function weekdaysWithin({ weekday, ordinal }: RuleDay, first: number, end: number): number[] {
  const found: number[] = [];
  const begin = first + ((weekday - weekdayOfDay(first) + 7) % 7);
  for (let day = begin; day < end; day += 7) found.push(day);
  if (ordinal === 0) return found;
  const one = found.at(ordinal > 0 ? ordinal - 1 : ordinal);
  return one === undefined ? [] : [one];
}

function isAllowedDay(rule: Rule, day: number): boolean {
  const { monthDays, yearDays, days } = rule;
  const { year, month, day: ofMonth } = partsOf(day);
  const fromEnd = day - dayNumber(year, month + 1, 1);
  const ofYear = day - dayNumber(year, 1, 1) + 1;
  const fromYearEnd = day - dayNumber(year + 1, 1, 1);
  return (
    isInMonths(rule, day) &&
    isOneOf(days, day) &&
    (monthDays.length === 0 || monthDays.includes(ofMonth) || monthDays.includes(fromEnd)) &&
    (yearDays.length === 0 || yearDays.includes(ofYear) || yearDays.includes(fromYearEnd))
  );
}

function isInMonths({ months }: Rule, day: number): boolean {
  return months.length === 0 || months.includes(partsOf(day).month);
}

function isOneOf(days: readonly RuleDay[], day: number): boolean {
  return days.length === 0 || days.some(({ weekday }) => weekday === weekdayOfDay(day));
}
