/** A trainer over a range of dates, for `get_trainer`: the route knows a day and a week only. */

import { Type } from 'typebox';
import { addDays, type CalendarDate } from '../../../gym/calendar/zone.ts';
import { daysIn, knownDays, todayOf, WINDOW_DAYS } from '../../../gym/reports/period.ts';
import { type TrainerBody, trainerReport } from '../../../gym/reports/trainer.ts';
import { type GymView, VIEW_DAYS } from '../../../gym/sessions/view.ts';
import type { Caller } from '../../../service/callers/caller.ts';
import type { GymSource } from '../../../service/gyms/gym-source.ts';
import type { Arguments } from '../route.ts';

const date = (description: string) =>
  Type.Optional(
    Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$`, description: `${description} Date.` }),
  );

export const DATES = {
  from: date('First day, instead of `period`. At most 42 days to `to`.'),
  to: date('Last day; left out, today.'),
};

/** What is wrong with the dates by themselves. */
export function datesFault({ from, to }: Arguments): string | null {
  if (from === undefined && to !== undefined) return 'from: must be there where `to` is.';
  for (const [name, text] of Object.entries({ from, to })) {
    if (typeof text === 'string' && !isDate(text))
      return `${name}: must be a date of the calendar.`;
  }
  if (typeof from !== 'string' || typeof to !== 'string') return null;
  if (from > to) return 'from: must not be after `to`.';
  return daysIn({ from, to }) > WINDOW_DAYS ? TOO_LONG : null;
}

const TOO_LONG = `from: must be at most ${WINDOW_DAYS} days before \`to\`; ask twice for more.`;

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * The body over the dates in place of the one over a period; the same body where no dates are given. It has no `period`.
 * Days of the history that the view does not reach are left out, and `from` says so.
 */
export async function overDates(
  body: TrainerBody,
  { from, to }: Arguments,
  { view, principal }: Caller,
  asOf: GymSource['asOf'] | null,
): Promise<object> {
  if (typeof from !== 'string') return body;
  const today = todayOf(view);
  const last = typeof to === 'string' ? to : today;
  const isOld = from < firstDayOf(view) && last < today;
  // The sandbox is what it is: of no gym's history.
  const past = isOld && principal !== null ? await asOf?.(view.gym.id, last) : null;
  const seen = past ?? view;
  const reach = firstDayOf(seen);
  // Of classes that are known and not here nothing may be said.
  const begin = (knownDays(seen)?.from ?? from) < reach ? later(from, reach) : from;
  const range = { from: later(begin, addDays(last, 1 - WINDOW_DAYS)), to: later(last, begin) };
  const { period: _, ...rest } = trainerReport(seen, body.trainer.id, 'week', range);
  return rest;
}

/** First date of which a view has all classes. */
function firstDayOf(view: GymView): CalendarDate {
  return addDays(todayOf(view), -VIEW_DAYS);
}

function later(one: CalendarDate, other: CalendarDate): CalendarDate {
  return one > other ? one : other;
}
