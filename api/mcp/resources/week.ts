/** `turnout://week`: the seven days that end today, each for itself and together, and the classes from full to empty. */

import { attendanceReport } from '../../../gym/reports/attendance.ts';
import { performanceReport } from '../../../gym/reports/classes/performance.ts';
import { periodRange } from '../../../gym/reports/period.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import type { Log } from '../../../runtime/log/log.ts';
import { charged } from '../charged.ts';
import type { Resource } from './resource.ts';

/** Classes that are listed: a week of any but the largest gyms. Chosen here. */
const MAX_CLASSES = 100;

export function weekResource(log: Log): Resource {
  return {
    uri: 'turnout://week',
    name: 'week',
    title: 'This week',
    description:
      'The seven days that end today: classes, attendance, fill, bookings and no-shows of each day and together, and the classes of the week from full to empty.',
    read: (turn) => charged(turn, log, {}, ({ view }) => ({ status: 200, value: weekBody(view) })),
  };
}

function weekBody(view: GymView): object {
  const range = periodRange(view, 'week');
  const { ranking } = performanceReport(view, MAX_CLASSES, range);
  return {
    ...attendanceReport(view, range),
    // Without the verdicts: one week says too little for them.
    ranking: ranking.map((row) => ({
      rank: row.rank,
      class_id: row.class_id,
      name: row.name,
      weekday: row.weekday,
      start_time: row.start_time,
      room: row.room,
      trainers: row.trainers,
      attended: row.attended,
      capacity: row.capacity,
      fill_rate: row.fill_rate,
      no_show_rate: row.no_show_rate,
      no_shows_basis: row.no_shows_basis,
    })),
  };
}
