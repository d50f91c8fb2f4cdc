// What do an uncached report of a gym of 210 classes a week and a query over its history cost, and what is the longest
// stretch in which the thread answers nobody? All is processor time of the process, the threads of the garbage collection
// too: other programs do not count.

import type { GymView } from '../../gym/sessions/view.ts';
import { randomQuery } from '../../test/gym/figures/random.fixture.ts';
import { compiledFile } from '../../test/support/compiled.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, median, percentile, report } from '../support/report.ts';

const TODAY = '2026-11-21';
const ROUNDS = isQuick ? 5 : 200;
/** Reports made before any is timed: until then the machine code is still being made. */
const WARM_UP = isQuick ? 2 : 30;
const QUERIES = isQuick ? 50 : 500;
const QUERY_ROUNDS = isQuick ? 2 : 9;
const YEARS = isQuick ? 1 : 5;
/** So many rooms for each of the sample gym, which has 70 classes a week. */
const TIMES = 3;

// What is timed is the program as it is built: tsx gives names to closures, which costs time at every one.
const {
  addDays,
  answerQuery,
  attendanceReport,
  ClassTable,
  classReport,
  performanceReport,
  revenueReport,
  sandboxView,
  seriesOf,
  summaryReport,
  tableOf,
  trainerReport,
  windowRange,
  withDefaults,
}: typeof import('./reported.ts') = await import(compiledFile('bench/engine/reported.ts'));

type Query = Parameters<typeof withDefaults>[0];

/** Each over its longest window. */
const REPORTS: Readonly<Record<string, (view: GymView) => unknown>> = {
  summary: (view) => summaryReport(view),
  trainer: (view) => trainerReport(view, view.trainers[0]?.id ?? '', 'week'),
  performance: (view) => performanceReport(view, 8),
  revenue: (view) => revenueReport(view),
  attendance: (view) => attendanceReport(view, windowRange(view)),
  class: (view) => classReport(view, windowRange(view), seriesOf(view)[0]?.classId ?? ''),
};
/** Over all years. */
const LONG: Readonly<Record<string, Query>> = {
  'three dimensions': {
    measures: ['attended', 'fill_rate', 'no_show_rate', 'profit'],
    by: ['month', 'trainer', 'room'],
  },
  'every measure that compares': {
    measures: ['slot_index', 'trend', 'empty_seat_value', 'breakeven_attendance'],
    by: ['series'],
    where: [['verdict', 'is_not', ['dead']]],
  },
  'every class': { measures: ['fill_rate'], by: ['session'], order: [['fill_rate', 'desc']] },
  'every day of every trainer': {
    measures: ['attended'],
    by: ['day', 'trainer'],
    fill: 'gaps',
    order: [['attended', 'desc']],
  },
};

const sample = sandboxView(Date.parse(`${TODAY}T12:00:00Z`));
const copies = Array.from({ length: TIMES }, (_, at) =>
  sample.sessions.map((session) => ({
    ...session,
    id: `${session.id}-${at}`,
    roomId: `${session.roomId}-${at}`,
    roomName: `${session.roomName} ${at}`,
  })),
);
const view: GymView = { ...sample, sessions: copies.flat() };
const reports = Object.entries(REPORTS).flatMap(([name, make]): Figure[] => {
  const times: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    // After a change of its classes: nothing that was worked out for the list before is of use.
    const changed = { ...view, sessions: [...view.sessions] };
    const began = cpuMs();
    make(changed);
    if (round >= 0) times.push(cpuMs() - began);
  }
  return [
    ms(`${name}, uncached, p50`, median(times), null),
    ms(`${name}, uncached, p99`, percentile(times, 0.99), 30),
  ];
});

const random = seededRandom(17);
const queries = Array.from({ length: QUERIES }, () => randomQuery(random, sample));
const asked = Array.from({ length: QUERY_ROUNDS }, () =>
  queries.map((query) => timesOf(tableOf(sample), { ...query, from: '2026-10-11', to: TODAY })),
);
const warm = asked.slice(1).flat();
const all = warm.map((times) => times.all);

const history = new ClassTable(sample.gym);
const from = addDays(TODAY, -365 * YEARS);
const DAYS = 42;
for (let days = DAYS * Math.floor((365 * YEARS) / DAYS); days >= 0; days -= DAYS) {
  const backMs = days * 86_400_000;
  for (const { id, startsUtcMs, endsUtcMs, ...session } of sample.sessions) {
    const times = { startsUtcMs: startsUtcMs - backMs, endsUtcMs: endsUtcMs - backMs };
    history.add({ ...session, ...times, id: `${id}-${days}` });
  }
}
const long = Object.entries(LONG).flatMap(([name, query]): Figure[] => {
  const runs = Array.from({ length: QUERY_ROUNDS }, () =>
    timesOf(history, { ...query, from, to: TODAY }),
  );
  return [
    ms(`${name}, ${YEARS} years, p50`, median(runs.map((times) => times.all)), 300),
    ms(`… longest stretch, p50`, median(runs.map(({ longest }) => longest)), 10),
  ];
});

report('engine/reports', [
  ...reports,
  ms('random query over six weeks, p50', median(all), 10),
  ms('… p99', percentile(all, 0.99), 25),
  ms(
    '… longest stretch, p99',
    percentile(
      warm.map(({ longest }) => longest),
      0.99,
    ),
    10,
  ),
  ...long,
]);

/** Until the answer is there, and of the longest stretch without a pause. */
function timesOf(table: InstanceType<typeof ClassTable>, given: Query) {
  const query = withDefaults(given, TODAY);
  if (!('measures' in query)) throw new Error(JSON.stringify(query));
  const work = answerQuery(sample, table, query);
  let longest = 0;
  const began = cpuMs();
  for (let isDone = false; !isDone; ) {
    const started = cpuMs();
    isDone = work.next().done === true;
    longest = Math.max(longest, cpuMs() - started);
  }
  return { all: cpuMs() - began, longest };
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function ms(name: string, value: number, limit: number | null): Figure {
  return { name, value, unit: 'ms', limit: isQuick ? null : limit, direction: 'max' };
}
