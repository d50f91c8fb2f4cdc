/** Entries of a timetable, and what a file with them says. */

import type { ParsedSchedule, ScheduleEntry } from '../../../../gym/schedule/entry.ts';
import { entryOf, parsed } from '../../../support/schedules.ts';
import { HOUR_MS } from '../../../support/times.ts';
import { ALWAYS, NOON, openTestHistory } from '../folder.fixture.ts';

export { parsed };

/** An hour after the tests' clock. */
export const SOON = NOON + HOUR_MS;

/** A class of an hour; nothing is said of numbers. */
export const entry = (externalId: string, rest: Partial<ScheduleEntry> = {}) =>
  entryOf(externalId, { startsUtcMs: SOON, ...rest });

/** From now on, without an end that matters. */
export const COMPLETE = { fromUtcMs: 0, toUtcMs: NOON + 365 * 24 * HOUR_MS };

/** Counts of a plan, the zeros left out. */
export function counted(plan: { readonly counts: Readonly<Record<string, number>> }) {
  return Object.fromEntries(Object.entries(plan.counts).filter(([, count]) => count > 0));
}

/** A class of an hour for each, one after the other, each taught by one of them. */
export function taught(
  source: string,
  ...named: readonly (readonly [string | null, string])[]
): ParsedSchedule {
  const entries = named.map(([externalId, name], n) => {
    const id = `${source} ${n}`;
    return entry(id, { name: id, startsUtcMs: SOON + n * HOUR_MS, trainer: { externalId, name } });
  });
  return parsed(entries);
}

/** A gym in a new history, into which files are taken. */
export async function openClasses() {
  const opened = await openTestHistory();
  const { classes } = opened.history;
  return {
    ...opened,
    classes,
    take: (source: string, entries: readonly ScheduleEntry[], complete = false) =>
      classes.import('north', source, parsed(entries, complete ? COMPLETE : null), {
        origin: `${source}.csv`,
      }),
    records: () => classes.records('north', ALWAYS),
  };
}
