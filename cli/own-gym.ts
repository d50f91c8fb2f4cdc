/** The gym that a command means, its dates, and the history of this computer: read next to a running server. */

import { InvalidArgumentError, type Option } from 'commander';
import type { GymConfig } from '../config/config.ts';
import { readEnvironment } from '../config/environment.ts';
import { openConfig } from '../config/load.ts';
import { TurnoutError } from '../errors.ts';
import { addDays, dateAt, datesRange, type InstantRange, timeAt } from '../gym/calendar/zone.ts';
import { systemClock } from '../runtime/clock.ts';
import { gymOf } from '../service/commands/gym.ts';
import { type HistoryBeside, openHistoryForReading } from '../store/history/history.ts';
import { flag } from './command.ts';

/** The gym named, else the only one. Rejects with `gym_unknown` and the faults of the configuration. */
export async function ownGym(id: string | null): Promise<GymConfig> {
  return gymOf(await openConfig(readEnvironment()), id);
}

/** What `read` finds in the history. Rejects with `data_unusable`, `data_newer`. */
export async function inHistory<Found>(
  dataDir: string,
  read: (history: HistoryBeside) => Promise<Found>,
): Promise<Found> {
  const history = await openHistoryForReading(dataDir);
  try {
    return await read(history);
  } finally {
    await history.close();
  }
}

/** `2026-07-01 18:30`, in the gym's zone. */
export function wallTime(timezone: string, atUtcMs: number): string {
  return `${dateAt(timezone, atUtcMs)} ${timeAt(timezone, atUtcMs)}`;
}

export const GYM_FLAG = flag('--gym <id>', 'gym; may be left out where there is only one');

export interface DateFlags {
  readonly gym?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Dates from today that are meant unless others are given. */
export interface DefaultDays {
  readonly fromDays: number;
  readonly toDays: number;
}

/** Flags for a gym and a stretch of its dates. */
export function dateFlags({ fromDays, toDays }: DefaultDays): Option[] {
  const first = `first date, such as 2026-07-01; default: ${daysText(fromDays)}`;
  const last = `last date; default: ${daysText(toDays)}`;
  return [GYM_FLAG, flag('--from <date>', first, date), flag('--to <date>', last, date)];
}

/** The dates as instants of the gym's zone. Throws `usage` where they end before they begin. */
export function rangeOf(
  { from, to }: DateFlags,
  { fromDays, toDays }: DefaultDays,
  timezone: string,
): InstantRange {
  const today = dateAt(timezone, systemClock.nowUtcMs());
  const first = from ?? addDays(today, fromDays);
  const last = to ?? addDays(today, toDays);
  if (first <= last) return datesRange(timezone, first, last);
  const expected = `a date that is not before ${first}`;
  throw new TurnoutError('usage', { where: '--to', expected, got: last });
}

/** Whether a text is a date of the calendar: 2026-02-30 would be read as the second of March. */
export function isDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

function date(text: string): string {
  if (isDate(text)) return text;
  throw new InvalidArgumentError('Expected a date such as 2026-07-01');
}

function daysText(days: number): string {
  if (days === 0) return 'today';
  return days < 0 ? `${-days} days ago` : `in ${days} days`;
}
