// What does an uncached report cost in a gym of 200 classes a week and five years of history: time, memory, and what
// grows with its window or with the history?

import assert from 'node:assert/strict';
import type { GymView } from '../../gym/sessions/view.ts';
import type { ClassStore } from '../../store/history/classes/class-store.ts';
import { compiledFile, compiledTree } from '../support/compiled.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, median, report } from '../support/report.ts';

const TODAY = '2026-11-21';
const ROUNDS = isQuick ? 5 : 200;
/** Reports made before any is timed: until then the machine code is still being made. */
const WARM_UP = isQuick ? 2 : 30;
const LOADS = isQuick ? 1 : 12;
const BLOCKS_A_YEAR = isQuick ? 3 : 13;
const YEARS = isQuick ? 2 : 5;
/** Blocks of four weeks that are imported: six weeks lie within them, whatever the weekday. */
const IMPORTED = 2;

// What is timed is the program as it is built: tsx gives names to closures, which costs time at every one.
compiledTree();
const { addDays, instantOf } =
  await program<typeof import('../../gym/calendar/zone.ts')>('gym/calendar/zone.ts');
const { systemClock } = await program<typeof import('../../runtime/clock.ts')>('runtime/clock.ts');
const { gymAsOf } =
  await program<typeof import('../../service/gyms/as-of.ts')>('service/gyms/as-of.ts');
const { GymClasses } = await program<typeof import('../../service/gyms/gym-classes.ts')>(
  'service/gyms/gym-classes.ts',
);
const { attendanceReport } = await program<typeof import('../../gym/reports/attendance.ts')>(
  'gym/reports/attendance.ts',
);
const { classReport } = await program<typeof import('../../gym/reports/classes/class-report.ts')>(
  'gym/reports/classes/class-report.ts',
);
const { performanceReport } = await program<
  typeof import('../../gym/reports/classes/performance.ts')
>('gym/reports/classes/performance.ts');
const { revenueReport } = await program<typeof import('../../gym/reports/money/revenue.ts')>(
  'gym/reports/money/revenue.ts',
);
const { seriesOf } = await program<typeof import('../../gym/figures/class-table.ts')>(
  'gym/figures/class-table.ts',
);
const { summaryReport } =
  await program<typeof import('../../gym/reports/summary.ts')>('gym/reports/summary.ts');
const { trainerReport } = await program<typeof import('../../gym/reports/trainers/trainer.ts')>(
  'gym/reports/trainers/trainer.ts',
);
const { windowRange } =
  await program<typeof import('../../gym/reports/period.ts')>('gym/reports/period.ts');
const { openClassHistory, SHARE, WEEKS_AT_ONCE } = await program<
  typeof import('../support/class-history.ts')
>('bench/support/class-history.ts');
const {
  CLASSES_A_WEEK: ALL_CLASSES,
  GYM,
  mondayOf,
  ROOMS,
  TIMEZONE,
  viewOf,
} = await program<typeof import('../support/classes.ts')>('bench/support/classes.ts');

const CLASSES_A_WEEK = ALL_CLASSES / SHARE;
const NOW_UTC_MS = instantOf(TIMEZONE, `${TODAY}T22:30`);

const CONFIG: Parameters<typeof gymAsOf>[0] = {
  ...GYM,
  name: 'Bench',
  rooms: Array.from({ length: ROOMS }, (_, n) => ({
    id: `room-${n}`,
    name: `Room ${n}`,
    capacity: 30,
    cameras: [],
    cameraRule: 'max',
    calibration: true,
  })),
  schedule: [],
  attendance: { percentile: 0.95, staff: 0, leadMs: 0, tailMs: 0 },
  goals: [],
  notify: [],
};

/** Each over its longest window. */
const REPORTS: Readonly<Record<string, (view: GymView) => unknown>> = {
  summary: (view) => summaryReport(view),
  trainer: (view) => trainerReport(view, 'trainer-7', 'week'),
  performance: (view) => performanceReport(view, 8),
  revenue: (view) => revenueReport(view),
  attendance: (view) => attendanceReport(view, windowRange(view)),
  class: (view) => classReport(view, windowRange(view), seriesOf(view)[0]?.classId ?? ''),
};

const opened = await openClassHistory();
try {
  const { classes } = opened.history;
  const end = addDays(mondayOf(TODAY), 7);
  const oldest = addDays(end, -7 * WEEKS_AT_ONCE * IMPORTED);
  const begin = performance.now();
  const imported = await opened.fill(oldest, end);
  const seconds = (performance.now() - begin) / 1_000;
  // The newest year first, so that the same six weeks are read from a short and from a long history.
  const year = await opened.copyBack(oldest, 1, BLOCKS_A_YEAR - IMPORTED);
  const loadOfOne = await loadTimes(classes);
  const blocks = BLOCKS_A_YEAR * YEARS;
  const older = await opened.copyBack(oldest, BLOCKS_A_YEAR - IMPORTED + 1, blocks - IMPORTED);
  const total = imported + year + older;
  assert.equal(total, blocks * WEEKS_AT_ONCE * CLASSES_A_WEEK);
  const loadOfAll = await loadTimes(classes);
  const pastTimes = await asOfTimes(classes, blocks);
  const memory = await memoryOf(classes);
  const view = await bookView(classes);
  report('gym/reports', [
    { name: 'classes in the history', value: total, unit: '', limit: null, direction: 'max' },
    {
      name: 'import and estimates',
      value: imported / seconds,
      unit: 'classes/s',
      limit: null,
      direction: 'min',
    },
    ...reportFigures(view),
    ...[7, 14, 42].map(windowFigure),
    ms('six weeks into memory, one year of history, p50', median(loadOfOne), null),
    ms('six weeks into memory, five years of history, p50', median(loadOfAll), null),
    ms('performance as of a past date, out of SQLite, p50', median(pastTimes), null),
    ms('performance as of a past date, out of SQLite, slowest', Math.max(...pastTimes), null),
    {
      name: 'memory of six weeks and a report of each kind',
      value: memory / 1e6,
      unit: 'MB',
      limit: 100,
      direction: 'max',
    },
  ]);
} finally {
  await opened.close();
}

/** A module of the program, by its source. */
async function program<Module>(source: string): Promise<Module> {
  return (await import(compiledFile(source))) as Module;
}

function newBook(store: ClassStore) {
  const clock = { ...systemClock, nowUtcMs: () => NOW_UTC_MS };
  return new GymClasses({ gym: CONFIG, store, cameras: () => null, clock });
}

async function bookView(store: ClassStore): Promise<GymView> {
  const book = newBook(store);
  await book.load();
  const view = book.view();
  const window = viewOf(TODAY, 42, SHARE).sessions;
  // What came out of SQLite makes the same report as what went in.
  assert.equal(performanceReport(view, 8).total_classes, CLASSES_A_WEEK);
  assert.deepEqual(
    performanceReport(view, 8).ranking.map(({ name, fill_rate }) => [name, fill_rate]),
    performanceReport({ ...view, sessions: window }, 8).ranking.map(({ name, fill_rate }) => [
      name,
      fill_rate,
    ]),
  );
  return view;
}

async function loadTimes(store: ClassStore): Promise<number[]> {
  const times: number[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    const begin = performance.now();
    await newBook(store).load();
    times.push(performance.now() - begin);
  }
  return times;
}

/** Every time another Sunday, spread over the history. */
async function asOfTimes(store: ClassStore, blocks: number): Promise<number[]> {
  const times: number[] = [];
  for (let load = -1; load < LOADS; load += 1) {
    const block = 1 + Math.floor(((load + 1) * (blocks - 4)) / (LOADS + 1));
    const date = addDays(mondayOf(TODAY), -1 - 7 * WEEKS_AT_ONCE * block);
    const begin = performance.now();
    const { view } = await gymAsOf(CONFIG, store, { date, nowUtcMs: NOW_UTC_MS });
    const { total_classes } = performanceReport(view, 8, windowRange(view, date));
    const time = performance.now() - begin;
    assert.ok(total_classes >= CLASSES_A_WEEK);
    if (load >= 0) times.push(time);
  }
  return times;
}

/** Bytes that stay while the book, its view and the reports are held. */
async function memoryOf(store: ClassStore): Promise<number> {
  const before = heldBytes();
  const book = newBook(store);
  await book.load();
  const view = book.view();
  const answers = Object.values(REPORTS).map((make) => make(view));
  const after = heldBytes();
  assert.equal(answers.length, Object.keys(REPORTS).length);
  assert.ok(book.sessions.length >= 6 * CLASSES_A_WEEK);
  return after - before;
}

function heldBytes(): number {
  assert.ok(globalThis.gc, 'run with --expose-gc');
  for (let pass = 0; pass < 3; pass += 1) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function reportFigures(view: GymView): Figure[] {
  return Object.entries(REPORTS).flatMap(([name, make]) => {
    const { times, cpuTimes } = timesOf(make, () => newList(view));
    return [
      ms(`${name}, uncached, p50`, median(times), null),
      ms(`${name}, uncached, CPU time, p50`, median(cpuTimes), null),
      ms(`${name}, uncached, CPU time, p99`, percentile(cpuTimes, 0.99), 30),
    ];
  });
}

/** The same report where the view holds a shorter window: what it costs must not stand still at the longest. */
function windowFigure(days: number): Figure {
  const view = viewOf(TODAY, days, SHARE);
  const { times } = timesOf(
    (fresh) => revenueReport(fresh),
    () => newList(view),
  );
  return ms(`revenue of ${days} days, p50`, median(times), null);
}

/** The gym after a change of its classes: nothing that was worked out for the list before is of use. */
function newList(view: GymView): GymView {
  return { ...view, sessions: [...view.sessions] };
}

/** CPU time tells what other programs do not: it is that of the whole process, the threads of the garbage collection too. */
function timesOf(make: (view: GymView) => unknown, next: () => GymView) {
  const times: number[] = [];
  const cpuTimes: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const view = next();
    const cpu = process.cpuUsage();
    const begin = performance.now();
    make(view);
    const time = performance.now() - begin;
    const { user, system } = process.cpuUsage(cpu);
    if (round < 0) continue;
    times.push(time);
    cpuTimes.push((user + system) / 1_000);
  }
  return { times, cpuTimes };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

function ms(name: string, value: number, limit: number | null): Figure {
  return { name, value, unit: 'ms', limit, direction: 'max' };
}
