// What does a query cost: six weeks of a normal and of a large gym, beside the reports over the same, and five years of
// 2,000 classes a week, with the longest stretch in which the thread answers nobody?

import { compiledFile, compiledTree } from '../support/compiled.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, median, report } from '../support/report.ts';

const TODAY = '2026-11-21';
const ROUNDS = isQuick ? 5 : 60;
const WARM_UP = isQuick ? 3 : 30;
const YEARS = isQuick ? 1 : 5;

compiledTree();
const { addDays } =
  await program<typeof import('../../gym/calendar/zone.ts')>('gym/calendar/zone.ts');
const { answerQuery } = await program<typeof import('../../gym/figures/answer-query.ts')>(
  'gym/figures/answer-query.ts',
);
const { atOnce } =
  await program<typeof import('../../gym/figures/chunks.ts')>('gym/figures/chunks.ts');
const { answerFigures } = await program<typeof import('../../service/figures/answer-figures.ts')>(
  'service/figures/answer-figures.ts',
);
const { withDefaults } = await program<typeof import('../../gym/figures/ask/defaults.ts')>(
  'gym/figures/ask/defaults.ts',
);
const { ClassTable } = await program<typeof import('../../gym/figures/class-table.ts')>(
  'gym/figures/class-table.ts',
);
const { tableOf } = await program<typeof import('../../gym/figures/class-table.ts')>(
  'gym/figures/class-table.ts',
);
const { performanceReport } = await program<
  typeof import('../../gym/reports/classes/performance.ts')
>('gym/reports/classes/performance.ts');
const { sandboxView } =
  await program<typeof import('../../service/demo/sandbox.ts')>('service/demo/sandbox.ts');
const { classesOfWeek, GYM, mondayOf, viewOf } = await program<
  typeof import('../support/classes.ts')
>('bench/support/classes.ts');

type View = ReturnType<typeof viewOf>;
type Table = InstanceType<typeof ClassTable>;
type Query = Parameters<typeof withDefaults>[0];

const MEASURES: Query['measures'] = ['attended', 'fill_rate', 'no_show_rate', 'profit'];
const SIX_WEEKS: Query = { measures: MEASURES, by: ['week', 'trainer'] };

function stepsOf(table: Table, nowUtcMs: number, asked: Query) {
  const query = withDefaults(asked, TODAY);
  if (!('measures' in query)) throw new Error(JSON.stringify(query));
  const { currency, verdicts } = GYM;
  return answerQuery({ table, currency, verdicts, nowUtcMs }, query);
}

/** Cold: of a list of classes that nobody has asked about. */
function coldTimes(view: View, run: (cold: View) => unknown): number[] {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const cold = { ...view, gym: { ...view.gym }, sessions: [...view.sessions] };
    const begin = performance.now();
    run(cold);
    if (round >= WARM_UP) times.push(performance.now() - begin);
  }
  return times;
}

const query = (view: View) => atOnce(stepsOf(tableOf(view), view.nowUtcMs, SIX_WEEKS));
const normal = sandboxView(Date.parse(`${TODAY}T12:00:00Z`));
const large = viewOf(TODAY, 42);
const kept: number[] = [];
for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
  const begin = performance.now();
  query(normal);
  if (round >= WARM_UP) kept.push(performance.now() - begin);
}

const caller = { principal: null, view: normal, trainers: normal.trainers };
const classes = { classesIn: async (view: View) => tableOf(view) };
const asked: Query = { ...SIX_WEEKS, where: [['room', 'is', ['Spin Room']]] };
const again: number[] = [];
for (let round = 0; round < 20 * (WARM_UP + ROUNDS); round += 1) {
  const begin = performance.now();
  await answerFigures(asked, caller, classes);
  if (round >= 20 * WARM_UP) again.push(performance.now() - begin);
}

const before = process.memoryUsage();
const begin = performance.now();
const table = new ClassTable(GYM);
let monday = mondayOf(addDays(TODAY, -365 * YEARS));
const from = monday;
let making = 0;
for (; monday <= TODAY; monday = addDays(monday, 7)) {
  const made = performance.now();
  const sessions = classesOfWeek(monday);
  making += performance.now() - made;
  for (const session of sessions) table.add(session);
}
const filling = performance.now() - begin - making;
const after = process.memoryUsage();
const bytes = after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed;

const LONG: Readonly<Record<string, Query>> = {
  'three dimensions': { measures: MEASURES, by: ['month', 'trainer', 'room'] },
  verdicts: { measures: ['held', 'empty_seat_value'], by: ['verdict'] },
  'every session': { measures: ['fill_rate'], by: ['session'], order: [['fill_rate', 'desc']] },
};
const long: Figure[] = Object.entries(LONG).flatMap(([name, asked]) => {
  const runs = Array.from({ length: isQuick ? 2 : 5 }, () => {
    const steps = stepsOf(table, large.nowUtcMs, { ...asked, from, to: TODAY });
    let longest = 0;
    let longestCpu = 0;
    const began = performance.now();
    const usedBefore = cpuMs();
    for (let isDone = false; !isDone; ) {
      const started = performance.now();
      const usedThen = cpuMs();
      isDone = steps.next().done === true;
      longestCpu = Math.max(longestCpu, cpuMs() - usedThen);
      longest = Math.max(longest, performance.now() - started);
    }
    return { all: performance.now() - began, cpu: cpuMs() - usedBefore, longest, longestCpu };
  });
  const limit = isQuick ? null : 300;
  return [
    ms(`${name}, all classes, p50`, median(runs.map(({ all }) => all)), limit),
    // On a computer that has other work the clock counts the waits too.
    ms(`${name}, all classes, processor time, p50`, median(runs.map(({ cpu }) => cpu)), limit),
    ms(`${name}, longest stretch, p50`, median(runs.map(({ longest }) => longest)), 10),
    ms(
      `${name}, longest stretch, processor time, p50`,
      median(runs.map(({ longestCpu }) => longestCpu)),
      10,
    ),
  ];
});

report('gym/figures', [
  count('classes of a normal gym, six weeks', normal.sessions.length),
  ms('query, normal gym, cold, p50', median(coldTimes(normal, query)), 5),
  ms('query, normal gym, columns kept, p50', median(kept), 1),
  ms('query by names, normal gym, answer kept, p50', median(again), 0.05),
  count('classes of a large gym, six weeks', large.sessions.length),
  ms('query, large gym, cold, p50', median(coldTimes(large, query)), null),
  ms(
    'performance report, large gym, cold, p50',
    median(coldTimes(large, (view) => performanceReport(view, 8))),
    null,
  ),
  count('classes of the history', table.classes.length),
  ms('history into columns', filling, null),
  { name: 'memory of the columns', value: bytes / 1e6, unit: 'MB', limit: null, direction: 'max' },
  ...long,
]);

function ms(name: string, value: number, limit: number | null): Figure {
  return { name, value, unit: 'ms', limit, direction: 'max' };
}

/** Of the whole process, the collection of garbage too. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function count(name: string, value: number): Figure {
  return { name, value, unit: '', limit: null, direction: 'max' };
}

function program<Module>(file: string): Promise<Module> {
  return import(compiledFile(file)) as Promise<Module>;
}
