/** The addresses of all pages of a gym: of a class, a session and a trainer the first that there is. */

import { addDays } from '../../../gym/calendar/zone.ts';
import { seriesOf } from '../../../gym/figures/class-table.ts';
import { todayOf } from '../../../gym/reports/period.ts';
import type { GymView } from '../../../gym/sessions/view.ts';

export function addressesOf(view: GymView): readonly string[] {
  const [series] = seriesOf(view);
  const session = view.sessions.findLast(({ endsUtcMs }) => endsUtcMs < view.nowUtcMs);
  const [trainer] = view.trainers;
  return [
    '/',
    `/day/${addDays(todayOf(view), -1)}`,
    `/day/${addDays(todayOf(view), 1)}`,
    '/week',
    '/classes',
    '/trainers',
    '/money',
    ...(series === undefined ? [] : [`/classes/${series.classId}`]),
    ...(session === undefined ? [] : [`/sessions/${session.id}`]),
    ...(trainer === undefined ? [] : [`/trainers/${trainer.id}`]),
    '/answer?query=which+classes+should+I+cut%3F',
    '/report/week',
    '/wall',
    '/sessions/no-such-class',
  ];
}
