/** The table of a gym's classes in memory, kept with the list of them: views of one second after another share it. */

import { addDays } from '../../calendar/zone.ts';
import { type DateRange, todayOf } from '../../reports/period.ts';
import type { ClassSession } from '../../sessions/session.ts';
import { type GymView, type ReportGym, VIEW_DAYS } from '../../sessions/view.ts';
import { SessionTable } from './session-table.ts';

const tables = new WeakMap<readonly ClassSession[], SessionTable>();

/** O(sessions) once, then kept. */
export function tableOf({ gym, sessions }: Pick<GymView, 'gym' | 'sessions'>): SessionTable {
  const known = tables.get(sessions);
  if (known !== undefined && isOf(known, gym)) return known;
  const table = new SessionTable(gym, sessions.length);
  for (const session of sessions) table.add(session);
  tables.set(sessions, table);
  return table;
}

/** Whether a view has all classes of a range: it reaches to the end of tomorrow. */
export function isInView(view: GymView, { from, to }: DateRange): boolean {
  const today = todayOf(view);
  return from >= addDays(today, -VIEW_DAYS) && to <= addDays(today, 1);
}

function isOf({ gym }: SessionTable, { timezone, economics }: ReportGym): boolean {
  return gym.timezone === timezone && gym.economics === economics;
}
