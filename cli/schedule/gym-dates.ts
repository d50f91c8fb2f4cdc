/** Options for a gym and a stretch of its dates: `--gym`, `--from`, `--to`. */

import { type Command, InvalidArgumentError } from 'commander';
import { TurnoutError } from '../../errors.ts';
import { addDays, dateAt, datesRange, type InstantRange } from '../../gym/calendar/zone.ts';

export interface DateOptions {
  readonly gym?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Dates from today that are meant unless others are given. */
export interface DefaultDays {
  readonly fromDays: number;
  readonly toDays: number;
}

/** Adds the options to `command`. */
export function dateOptions(command: Command, { fromDays, toDays }: DefaultDays): Command {
  return command
    .option('--gym <id>', 'gym; may be left out where there is only one')
    .option('--from <date>', `first date, such as 2026-07-01; default: ${daysText(fromDays)}`, date)
    .option('--to <date>', `last date; default: ${daysText(toDays)}`, date);
}

/** The dates as instants of the gym's zone. Throws `usage` where they end before they begin. */
export function rangeOf(
  { from, to }: DateOptions,
  { fromDays, toDays }: DefaultDays,
  timezone: string,
  nowUtcMs: number,
): InstantRange {
  const today = dateAt(timezone, nowUtcMs);
  const first = from ?? addDays(today, fromDays);
  const last = to ?? addDays(today, toDays);
  if (first <= last) return datesRange(timezone, first, last);
  throw new TurnoutError('usage', {
    where: '--to',
    expected: `a date that is not before ${first}`,
    got: last,
  });
}

function date(text: string): string {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const at = isDate ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // 2026-02-30 would be read as the second of March.
  if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(text)) return text;
  throw new InvalidArgumentError('Expected a date such as 2026-07-01');
}

function daysText(days: number): string {
  if (days === 0) return 'today';
  return days < 0 ? `${-days} days ago` : `in ${days} days`;
}
