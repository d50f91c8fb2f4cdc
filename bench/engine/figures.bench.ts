// What does a query cost: 500 random ones over six weeks, and large ones over five years of a gym with 100 classes a week,
// with the longest stretch in which the thread answers nobody?

import { randomOf, randomQuery } from '../../test/gym/figures/random.fixture.ts';
import { compiledFile, compiledTree } from '../support/compiled.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, median, report } from '../support/report.ts';

const TODAY = '2026-11-21';
const QUERIES = isQuick ? 50 : 500;
const ROUNDS = isQuick ? 2 : 9;
const YEARS = isQuick ? 1 : 5;
/** Of the 2,000 classes a week of the bench's gym. */
const SHARE = 20;

compiledTree();
const { addDays } =
  await program<typeof import('../../gym/calendar/zone.ts')>('gym/calendar/zone.ts');
const { answerQuery } = await program<typeof import('../../gym/figures/answer-query.ts')>(
  'gym/figures/answer-query.ts',
);
const { ClassTable, tableOf } = await program<typeof import('../../gym/figures/class-table.ts')>(
  'gym/figures/class-table.ts',
);
const { withDefaults } = await program<typeof import('../../gym/figures/ask/defaults.ts')>(
  'gym/figures/ask/defaults.ts',
);
const { sourceOf } =
  await program<typeof import('../../gym/figures/groups.ts')>('gym/figures/groups.ts');
const { answerFigures } = await program<typeof import('../../service/figures/answer-figures.ts')>(
  'service/figures/answer-figures.ts',
);
const { sandboxView } =
  await program<typeof import('../../service/demo/sandbox.ts')>('service/demo/sandbox.ts');
const { classesOfWeek, GYM, mondayOf, viewOf } = await program<
  typeof import('../support/classes.ts')
>('bench/support/classes.ts');

type View = ReturnType<typeof viewOf>;
type Table = InstanceType<typeof ClassTable>;
type Query = Parameters<typeof withDefaults>[0];

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

/** Processor time until the answer is there, and of the longest stretch without a pause: other programs do not count. */
function timesOf(table: Table, view: View, asked: Query) {
  const query = withDefaults(asked, TODAY);
  if (!('measures' in query)) throw new Error(JSON.stringify(query));
  const work = answerQuery(sourceOf(view, table), query);
  let longest = 0;
  const began = cpuMs();
  for (let isDone = false; !isDone; ) {
    const started = cpuMs();
    isDone = work.next().done === true;
    longest = Math.max(longest, cpuMs() - started);
  }
  return { all: cpuMs() - began, longest };
}

const six = viewOf(TODAY, 42, SHARE);
const random = randomOf(17);
const queries = Array.from({ length: QUERIES }, () => randomQuery(random, six));
const rounds = Array.from({ length: ROUNDS }, () =>
  queries.map((asked) => timesOf(tableOf(six), six, { ...asked, from: '2026-10-11', to: TODAY })),
);
const warm = rounds.slice(1).flat();
const tables = Array.from({ length: ROUNDS }, () => {
  const began = performance.now();
  tableOf({ ...six, sessions: [...six.sessions] });
  return performance.now() - began;
});

const sample = sandboxView(Date.parse(`${TODAY}T12:00:00Z`));
const caller = { principal: null, view: sample, trainers: sample.trainers };
const classes = { classesIn: async (view: View) => tableOf(view) };
const again: number[] = [];
for (let round = 0; round < 1_000 * ROUNDS; round += 1) {
  const asked: Query = { measures: ['held'], where: [['room', 'is', ['Spin Room']]] };
  const began = performance.now();
  await answerFigures(asked, caller, classes);
  if (round >= 1_000) again.push(performance.now() - began);
}

const before = heldBytes();
const history = new ClassTable(GYM);
const from = mondayOf(addDays(TODAY, -365 * YEARS));
let filling = 0;
for (let monday = from; monday <= TODAY; monday = addDays(monday, 7)) {
  const sessions = classesOfWeek(monday, SHARE);
  const began = performance.now();
  for (const session of sessions) history.add(session);
  filling += performance.now() - began;
}
const bytes = heldBytes() - before;
const long = Object.entries(LONG).flatMap(([name, asked]): Figure[] => {
  const runs = Array.from({ length: ROUNDS }, () =>
    timesOf(history, six, { ...asked, from, to: TODAY }),
  );
  return [
    ms(`${name}, all classes, p50`, median(runs.map(({ all }) => all)), 300),
    ms(`${name}, longest stretch, p50`, median(runs.map(({ longest }) => longest)), 10),
  ];
});

report('gym/figures', [
  count('classes of six weeks', six.sessions.length),
  ms('facts of these classes, p50', median(tables), null),
  ms('random query over them, p50', median(warm.map(({ all }) => all)), 10),
  ms(
    'random query over them, p99',
    percentile(
      warm.map(({ all }) => all),
      0.99,
    ),
    25,
  ),
  ms(
    'longest stretch of any of them, p99',
    percentile(
      warm.map(({ longest }) => longest),
      0.99,
    ),
    10,
  ),
  ms('query by names, answer cached, p50', median(again), 0.05),
  count('classes of the history', history.classes.length),
  ms('facts of the history', filling, null),
  { name: 'memory of the history', value: bytes / 1e6, unit: 'MB', limit: null, direction: 'max' },
  ...long,
]);

/** Of the whole process, the collection of garbage too. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function heldBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

function ms(name: string, value: number, limit: number | null): Figure {
  return { name, value, unit: 'ms', limit: isQuick ? null : limit, direction: 'max' };
}

function count(name: string, value: number): Figure {
  return { name, value, unit: '', limit: null, direction: 'max' };
}

function program<Module>(file: string): Promise<Module> {
  return import(compiledFile(file)) as Promise<Module>;
}
