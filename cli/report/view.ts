/** The gym of a report: chosen by the command line, read from the history. */

import { readEnvironment } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { nearest } from '../../config/words.ts';
import { TurnoutError } from '../../errors.ts';
import { addDays, type CalendarDate, dateAt, weekdayOf } from '../../gym/calendar/zone.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import { gymOf } from '../../service/commands/gym.ts';
import { gymAsOf } from '../../service/gyms/as-of.ts';
import { openHistoryForReading } from '../../store/history/history.ts';

export interface GymChoice {
  readonly gym?: string;
  /** `today`, `yesterday` or a date. */
  readonly on: string;
}

/** A gym on a date, with all classes that began on it as they ended. */
export interface GymOnDate {
  readonly view: GymView;
  readonly date: CalendarDate;
}

/** Rejects with `usage`, `gym_unknown`, `data_unusable`, `data_newer` and the faults of the configuration. */
export function readGym(dataDir: string, choice: GymChoice): Promise<GymOnDate> {
  return read(dataDir, choice.gym, (today) => dateOf(choice.on, today));
}

/** The gym on the last day of the week of a date, or today in the week that runs; without a date the last whole week. */
export function readWeek(dataDir: string, { gym, on }: Partial<GymChoice>): Promise<GymOnDate> {
  return read(dataDir, gym, (today) => {
    const date = on === undefined ? addDays(today, -7) : dateOf(on, today);
    const sunday = addDays(date, 7 - weekdayOf(date));
    const isOver = sunday < today;
    return isOver ? sunday : today;
  });
}

async function read(
  dataDir: string,
  gymId: string | undefined,
  dateFor: (today: CalendarDate) => CalendarDate,
): Promise<GymOnDate> {
  const gym = gymOf(await openConfig(readEnvironment()), gymId ?? null);
  const nowUtcMs = Date.now();
  const date = dateFor(dateAt(gym.timezone, nowUtcMs));
  const history = await openHistoryForReading(dataDir);
  try {
    const { view } = await gymAsOf(gym, history.classes, { date, nowUtcMs });
    return { view, date };
  } finally {
    await history.close();
  }
}

/** Throws `usage` for what is no date, and for one that has not come. */
function dateOf(text: string, today: CalendarDate): CalendarDate {
  const date = { today, yesterday: addDays(today, -1) }[text] ?? text;
  if (isDate(date) && date <= today) return date;
  const near = nearest(text, ['today', 'yesterday']);
  throw new TurnoutError('usage', {
    where: 'date',
    expected: `today, yesterday or a date up to ${today}, such as ${addDays(today, -7)}`,
    got: text,
    ...(near !== null && { hint: `did you mean ${near}?` }),
  });
}

function isDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
