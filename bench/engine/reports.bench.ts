// What does an uncached report cost in a gym of 2,000 classes a week and five years of history: time, memory, and what
// grows with its window or with the history?

import assert from 'node:assert/strict';
import { addDays, instantOf } from '../../engine/calendar/index.ts';
import { systemClock } from '../../engine/clock.ts';
import type { GymConfig } from '../../engine/config/index.ts';
import { GymBook } from '../../engine/gyms/book.ts';
import type { ClassStore } from '../../engine/history/index.ts';
import {
  performanceReport,
  revenueReport,
  summaryReport,
  trainerReport,
} from '../../engine/reports/index.ts';
import type { GymView } from '../../engine/sessions/index.ts';
import { openClassHistory } from '../support/class-history.ts';
import { CLASSES_A_WEEK, GYM, mondayOf, ROOMS, TIMEZONE, viewOf } from '../support/classes.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, median, report } from '../support/report.ts';

const TODAY = '2026-11-21';
const NOW_UTC_MS = instantOf(TIMEZONE, `${TODAY}T22:30`);
const ROUNDS = isQuick ? 5 : 300;
/** Reports made before any is timed: until then the machine code is still being made. */
const WARM_UP = isQuick ? 2 : 30;
const LOADS = isQuick ? 2 : 30;
const WEEKS_A_YEAR = isQuick ? 8 : 52;
const YEARS = 5;

const CONFIG: GymConfig = {
  ...GYM,
  name: 'Bench',
  rooms: Array.from({ length: ROOMS }, (_, n) => ({
    id: `room-${n}`,
    name: `Room ${n}`,
    capacity: 30,
    cameras: [],
    cameraRule: 'max',
  })),
  schedule: [],
  attendance: { percentile: 0.95, staff: 0, leadMs: 0, tailMs: 0 },
};

const REPORTS: Readonly<Record<string, (view: GymView) => unknown>> = {
  summary: (view) => summaryReport(view),
  trainer: (view) => trainerReport(view, 'trainer-7', 'week'),
  performance: (view) => performanceReport(view, 8),
  revenue: (view) => revenueReport(view),
};

const opened = await openClassHistory();
try {
  const { classes } = opened.history;
  const end = addDays(mondayOf(TODAY), 7);
  const weeks = WEEKS_A_YEAR * YEARS;
  const begin = performance.now();
  // The newest year first, so that the same six weeks are read from a short and from a long history.
  const newest = await opened.fill(addDays(end, -7 * WEEKS_A_YEAR), end);
  const loadOfOne = await loadTimes(classes);
  const older = await opened.fill(addDays(end, -7 * weeks), addDays(end, -7 * WEEKS_A_YEAR));
  const seconds = (performance.now() - begin) / 1_000;
  assert.equal(newest + older, weeks * CLASSES_A_WEEK);
  const loadOfAll = await loadTimes(classes);
  const memory = await memoryOf(classes);
  const view = await bookView(classes);
  report('engine/reports', [
    {
      name: 'classes in the history',
      value: newest + older,
      unit: '',
      limit: null,
      direction: 'max',
    },
    {
      name: 'import and estimates',
      value: (newest + older) / seconds,
      unit: 'classes/s',
      limit: null,
      direction: 'min',
    },
    ...reportFigures(view),
    ...[7, 14, 42].map(windowFigure),
    ms('six weeks into memory, one year of history, p50', median(loadOfOne), null),
    ms('six weeks into memory, five years of history, p50', median(loadOfAll), null),
    {
      name: 'memory of six weeks and its four reports',
      value: memory / 1e6,
      unit: 'MB',
      limit: 100,
      direction: 'max',
    },
  ]);
} finally {
  await opened.close();
}

function newBook(store: ClassStore): GymBook {
  const clock = { ...systemClock, nowUtcMs: () => NOW_UTC_MS };
  return new GymBook({ gym: CONFIG, store, cameras: () => null, clock });
}

async function bookView(store: ClassStore): Promise<GymView> {
  const book = newBook(store);
  await book.load();
  const view = book.view();
  const window = viewOf(TODAY, 42).sessions;
  // What came out of SQLite makes the same report as what went in.
  assert.equal(performanceReport(view, 8).totalClasses, CLASSES_A_WEEK);
  assert.deepEqual(
    performanceReport(view, 8).ranking.map(({ name, fillRate }) => [name, fillRate]),
    performanceReport({ ...view, sessions: window }, 8).ranking.map(({ name, fillRate }) => [
      name,
      fillRate,
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

/** Bytes that stay while the book, its view and four reports are held. */
async function memoryOf(store: ClassStore): Promise<number> {
  const before = heldBytes();
  const book = newBook(store);
  await book.load();
  const view = book.view();
  const answers = Object.values(REPORTS).map((make) => make(view));
  const after = heldBytes();
  assert.equal(answers.length, 4);
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
    const { times, cpuTimes } = timesOf(make, view);
    return [
      ms(`${name}, uncached, p50`, median(times), null),
      ms(`${name}, uncached, p99`, percentile(times, 0.99), 50),
      ms(`${name}, uncached, CPU time, p50`, median(cpuTimes), null),
      ms(`${name}, uncached, CPU time, p99`, percentile(cpuTimes, 0.99), null),
    ];
  });
}

/** The same report where the view holds a shorter window: what it costs must not stand still at the longest. */
function windowFigure(days: number): Figure {
  const { times } = timesOf((fresh) => revenueReport(fresh), viewOf(TODAY, days));
  return ms(`revenue of ${days} days, p50`, median(times), null);
}

/**
 * A list of sessions of its own each time, so that nothing that was kept for another one helps. CPU time tells what other
 * programs do not: it is that of the whole process, the threads of the garbage collection too.
 */
function timesOf(make: (view: GymView) => unknown, view: GymView) {
  const times: number[] = [];
  const cpuTimes: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const fresh = { ...view, sessions: [...view.sessions] };
    const cpu = process.cpuUsage();
    const begin = performance.now();
    make(fresh);
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
