/** What a node reads: the view of one gym, and figures over all of them. */

import { summaryReport } from '../../gym/reports/summary.ts';
import type { Database } from '../../hq/database/database.ts';
import { createChainFigures } from '../../hq/days/chain-figures.ts';
import { ChainGyms } from '../../hq/gyms/chain-gyms.ts';
import { Directory } from '../../hq/gyms/directory.ts';
import { systemClock } from '../../runtime/clock.ts';
import { quantile, tell } from './figures.ts';
import { DAY_MS } from './fill.ts';

const VIEWS = 200;
const WEEKS = 40;
const MEASURES = ['attended', 'fill_rate', 'no_show_rate', 'revenue'] as const;

export async function views(database: Database, count: number): Promise<void> {
  const directory = new Directory(database);
  await directory.load();
  const times: number[] = [];
  for (let at = 0; at < VIEWS; at += 1) {
    const gyms = new ChainGyms({ database, directory, clock: systemClock });
    const id = `gym-${1 + Math.floor(Math.random() * count)}`;
    const before = performance.now();
    await gyms.prepare(id);
    const view = gyms.view(id);
    if (view === null || view.sessions.length < 400) throw new Error(`${id} has no classes`);
    summaryReport(view);
    times.push(performance.now() - before);
  }
  tell('a view of one gym, cold, with its summary: p50', quantile(times, 0.5), 'ms', { most: 25 });
  tell('the same: p99', quantile(times, 0.99), 'ms');
}

export async function weeks(database: Database): Promise<void> {
  const directory = new Directory(database);
  await directory.load();
  const chain = createChainFigures({ database, directory, clock: systemClock });
  const day = (back: number) => new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10);
  for (const by of ['gym', 'day'] as const) {
    const times: number[] = [];
    const cpu: number[] = [];
    const stretches: number[] = [];
    for (let at = 0; at < WEEKS; at += 1) {
      const longest = at % 2 === 0 ? null : longestStretch();
      const [before, cpuBefore] = [performance.now(), cpuMs()];
      await chain.answer(
        { measures: [...MEASURES], by: [by], from: day(7), to: day(1), limit: 20 },
        { kind: 'all' },
      );
      // Looking for stretches is work itself: every other answer goes without.
      if (longest !== null) stretches.push(longest());
      else {
        times.push(performance.now() - before);
        cpu.push(cpuMs() - cpuBefore);
      }
    }
    const what = by === 'gym' ? 'by gym, the 20 best' : 'by day';
    tell(`a week of all gyms, ${what}: p50`, quantile(times, 0.5), 'ms', { most: 200 });
    tell('the same: processor time of the node', quantile(cpu, 0.5), 'ms');
    tell('the same: longest stretch of processor time', quantile(stretches, 0.5), 'ms', {
      most: 10,
    });
  }
}

/** Processor time of this process, ms: what else the machine does is not in it. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** @returns ends it: the most processor time between two turns of the event loop, ms. */
function longestStretch(): () => number {
  let longest = 0;
  let last = cpuMs();
  let isOver = false;
  const turn = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isOver = true;
    return Math.max(longest, cpuMs() - last);
  };
}
