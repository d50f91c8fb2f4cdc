/** A history in a data folder: classes of gym `north` with estimates, and one to come. */

import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { openHistory } from '../../store/history/history.ts';
import { storedEstimate } from './classes.ts';
import { entryOf, parsed } from './schedules.ts';
import { DAY_MS } from './times.ts';

/** @param estimates people by the cameras, of classes that were held a day apart, the newest yesterday. */
export function countedClasses(estimates: readonly number[]) {
  const ids: string[] = [];
  const prepare = async (dir: string) => {
    const history = await openHistory({ dir, clock: systemClock, log: silentLog });
    const { classes } = history;
    const nowUtcMs = Date.now();
    const about = { room: 'Studio', capacity: 16, booked: 12 };
    const days = [...estimates.map((_, at) => at - estimates.length), 2];
    const entries = days.map((day, at) =>
      entryOf(`${at}`, { ...about, name: `Yoga ${at}`, startsUtcMs: nowUtcMs + day * DAY_MS }),
    );
    await classes.import('north', 'bookings', parsed(entries));
    const held = await classes.records('north', { fromUtcMs: 0, toUtcMs: nowUtcMs });
    await classes.recordEstimates(
      held.map(({ id }, at) => {
        const attended = estimates[at] ?? 0;
        const more = { quality: 'B', figures: { uncalibrated: attended } } as const;
        const estimate = storedEstimate(attended, { low: attended, high: attended + 2, ...more });
        return { classId: id, estimate };
      }),
    );
    const all = await classes.records('north', { fromUtcMs: 0, toUtcMs: nowUtcMs + 9 * DAY_MS });
    ids.push(...all.map(({ id }) => id));
    await history.close();
  };
  return {
    /** Once it is prepared. Oldest first; the last one is to come. */
    ids,
    prepare,
  };
}
