/** Which days lie before others, and which of now are held against past ones. */

import { addDays, weekdayOf } from '../../../gym/calendar/zone.ts';
import { type Days, mondayOf, monthOf, monthSpan, type Span, weekSpan } from '../dates/span.ts';

function lengthOf({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** "The 7 before" the last 7 days, "the 2 weeks before": how many days; 0 where the two cannot be held together. */
export function countedDays({ count = 0, countUnit = 0 }: Span, days: Days): number {
  if (countUnit > 0) return count * countUnit;
  const unit = lengthOf(days) / count;
  return unit === 1 || unit === 7 || unit === 30 ? lengthOf(days) : 0;
}

/** What lies before: the unit that is named, or the same stretch as that of the other. */
export function daysBefore(before: Span, of: Span, days: Days): Days {
  const { from } = days;
  if (before.shift !== undefined)
    return { from: addDays(from, -before.shift), to: addDays(days.to, -before.shift) };
  if (before.count !== undefined) {
    return { from: addDays(from, -countedDays(before, days)), to: addDays(from, -1) };
  }
  if (before.weekday !== undefined) {
    const back = (weekdayOf(from) - before.weekday + 7) % 7 || 7;
    const date = addDays(from, -back);
    return { from: date, to: date };
  }
  if (before.isOfWeek === true && of.isOfWeek === true) {
    return { from: addDays(from, -7), to: addDays(days.to, -7) };
  }
  const unit = before.unit === 'week' || before.unit === 'month' ? before.unit : of.unit;
  if (unit === 'month') {
    const [year = 0, month = 1] = from.split('-').map(Number);
    return monthOf(from, year, month - 1).days('ahead') ?? days;
  }
  if (unit === 'week') {
    const monday = mondayOf(from);
    return { from: addDays(monday, -7), to: addDays(monday, -1) };
  }
  if (unit === 'weekend') return { from: addDays(from, -7), to: addDays(from, -6) };
  return { from: addDays(from, -lengthOf(days)), to: addDays(from, -1) };
}

/** What something past is held against: this week for a week, this month for a month, else as many days up to today. */
export function currentOf(span: Span, days: Days, today: string): Days {
  const counterpart = { week: weekSpan(today, 0), month: monthSpan(today, 0) };
  if (span.unit === 'week' || span.unit === 'month') {
    return counterpart[span.unit].days('back') ?? days;
  }
  const isYear = days.from.endsWith('-01-01') && days.to.endsWith('-12-31');
  if (isYear) return { from: `${today.slice(0, 4)}-01-01`, to: today };
  return { from: addDays(today, 1 - lengthOf(days)), to: today };
}
