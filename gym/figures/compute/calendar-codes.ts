/** Days, weeks and months of a range, counted from its first: those of two ranges compare by their place. */

import { dateOf, dayOf, weekdayOfDay } from '../table/wall.ts';
import type { Codes } from './code.ts';
import type { Span } from './span.ts';

export function calendarCodes(dimension: 'day' | 'week' | 'month', span: Span): Codes {
  const { fromDay, toDay } = span;
  const { day } = span.table.columns;
  if (dimension === 'day') {
    return {
      size: toDay - fromDay + 1,
      at: (row) => (day[row] ?? 0) - fromDay,
      wire: (code) => dateOf(fromDay + code),
      placesOf: (value) => [dayOf(String(value)) - fromDay],
    };
  }
  if (dimension === 'week') {
    const monday = fromDay - weekdayOfDay(fromDay);
    const weekOf = (one: number) => Math.floor((one - monday) / 7);
    return {
      size: weekOf(toDay) + 1,
      at: (row) => weekOf(day[row] ?? 0),
      wire: (code) => dateOf(monday + 7 * code),
      placesOf: (value) => [weekOf(dayOf(String(value)))],
    };
  }
  const firstMonth = monthOf(span.from);
  const months = Int32Array.from(
    { length: toDay - fromDay + 1 },
    (_, at) => monthOf(dateOf(fromDay + at)) - firstMonth,
  );
  return {
    size: monthOf(span.to) - firstMonth + 1,
    at: (row) => months[(day[row] ?? 0) - fromDay] ?? 0,
    wire: (code) => textOfMonth(firstMonth + code),
    placesOf: (value) => [monthOf(String(value)) - firstMonth],
  };
}

/** Months since the year 0. */
function monthOf(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

function textOfMonth(month: number): string {
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}`;
}
