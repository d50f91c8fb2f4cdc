/** The table of a gym's classes in memory, kept with the list of them: views of one second after another share it. */

import { addDays } from '../../calendar/zone.ts';
import { type DateRange, todayOf } from '../../reports/period.ts';
import type { ClassSession } from '../../sessions/session.ts';
import { type GymView, type ReportGym, VIEW_DAYS } from '../../sessions/view.ts';
import { runAtOnce } from '../compute/run-at-once.ts';
import { SessionTable } from './session-table.ts';

const tables = new WeakMap<readonly ClassSession[], SessionTable>();

type Classes = Pick<GymView, 'gym' | 'sessions'>;

/** Classes between two chances to let others have their turn. Chosen here: some tenths of a millisecond. */
const SLICE_MASK = 127;

/** O(sessions) once, then kept. */
export function tableOf(view: Classes): SessionTable {
  return runAtOnce(tableSteps(view));
}

/** The same in slices. */
export function* tableSteps({ gym, sessions }: Classes): Generator<void, SessionTable> {
  const known = tables.get(sessions);
  if (known !== undefined && isOf(known, gym)) return known;
  const table = new SessionTable(gym, sessions.length);
  for (const session of sessions) {
    table.add(session);
    if ((table.size & SLICE_MASK) === SLICE_MASK) yield;
  }
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
