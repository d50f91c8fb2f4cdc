/** The gym of a report: chosen by the command line, read from the history. */

import { addDays, dateAt, dayRange } from '../../engine/calendar/index.ts';
import { openConfig, readEnvironment } from '../../engine/config/index.ts';
import { gymOf } from '../../engine/control/index.ts';
import { gymAsOf } from '../../engine/gyms/index.ts';
import { openHistoryForReading } from '../../engine/history/index.ts';
import type { GymView } from '../../engine/sessions/index.ts';
import { TurnoutError } from '../../errors.ts';

export interface GymChoice {
  readonly gym?: string;
  /** `today`, `yesterday` or a date. */
  readonly on: string;
}

/** Rejects with `usage`, `gym_unknown`, `data_unusable`, `data_newer` and the faults of the configuration. */
export async function readGym(dataDir: string, choice: GymChoice): Promise<GymView> {
  const gym = gymOf(await openConfig(readEnvironment()), choice.gym ?? null);
  const nowUtcMs = Date.now();
  const asOfUtcMs = endOf(choice.on, gym.timezone, nowUtcMs);
  const history = await openHistoryForReading(dataDir);
  try {
    return await gymAsOf(gym, history.classes, asOfUtcMs);
  } finally {
    await history.close();
  }
}

/** The last instant of a date, or now where it is today. */
function endOf(text: string, timezone: string, nowUtcMs: number): number {
  const today = dateAt(timezone, nowUtcMs);
  const date = { today, yesterday: addDays(today, -1) }[text] ?? text;
  if (!isDate(date) || date > today) {
    throw new TurnoutError('usage', {
      where: 'date',
      expected: `today, yesterday or a date up to ${today}, such as ${addDays(today, -7)}`,
      got: text,
    });
  }
  return date === today ? nowUtcMs : dayRange(timezone, date).toUtcMs - 1;
}

function isDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
