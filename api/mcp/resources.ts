/** The answers of routes as JSON under an address, for clients that attach them to a conversation; and the week. */

import { seriesOf } from '../../gym/figures/class-table.ts';
import { performanceReport } from '../../gym/reports/performance.ts';
import { periodRange, sessionsIn, todayOf } from '../../gym/reports/period.ts';
import { attendanceReport } from '../../gym/reports/summary.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Route, RouteFigures, RouteResource } from '../routes/route.ts';

export interface Resource extends RouteResource {
  readonly figures: RouteFigures;
}

/** As clients and the page about it are shown them: those that are one, then those of many. */
const ORDER = ['today', 'week', 'rooms', 'class', 'session'];

/** The answers of `routes` that have an address, and the week. */
export function resourcesOf(routes: readonly Route[]): readonly Resource[] {
  const answers = routes.flatMap(({ resource, figures }) =>
    resource === undefined || figures === null ? [] : [{ ...resource, figures }],
  );
  return [WEEK, ...answers].sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
}

/** `class_id` of `turnout://classes/{class_id}`. */
export function variableOf({ uri }: RouteResource): string | undefined {
  return /\{(\w+)\}/.exec(uri)?.[1];
}

/** What may stand for the variable of a resource, in an order in which figures play no part. */
export function idsOf(resource: RouteResource, view: GymView): readonly string[] {
  return variableOf(resource) === 'class_id' ? classIds(view) : todaysIds(view);
}

/** By weekday, start and name. */
function classIds(view: GymView): readonly string[] {
  return seriesOf(view)
    .map(({ weekday, startTime, name, classId }) => ({
      key: `${weekday} ${startTime} ${name} ${classId}`,
      classId,
    }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ classId }) => classId);
}

function todaysIds(view: GymView): readonly string[] {
  const date = todayOf(view);
  return sessionsIn(view, { from: date, to: date }).map(({ id }) => id);
}

/** Classes that are listed: a week of any but the largest gyms. Chosen here. */
const MAX_CLASSES = 100;

const WEEK: Resource = {
  uri: 'turnout://week',
  name: 'week',
  title: 'This week',
  description:
    'The seven days that end today: classes, attendance, fill, bookings and no-shows of each day and together, and the classes of the week from full to empty.',
  figures: (_, admit) => admit({}, ({ view }) => ({ status: 200, value: weekBody(view) })),
};

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
