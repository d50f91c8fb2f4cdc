// How much longer than bare uWebSockets.js do the slowest answers of Turnout take, at half the rate that it can take at most?
//
// Both servers get the same rate, half of what the slower one reaches in the same run, in rounds that alternate. The p99 of
// a round is one of thousands of answers. Other programs only ever add to it (a slice of the scheduler is some ms), so the
// least disturbed rounds are compared, with the medians beside them. Bare node:http at the same rate shows whether the
// figure tells servers apart: below 1 the machine was not quiet.

import assert from 'node:assert/strict';
import { type HeldRate, holdRate, type LoadTarget, saturate } from '../support/load.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, median, report } from '../support/report.ts';
import { alternate, SUMMARY, withField } from './contenders/rounds.ts';

const SATURATIONS = isQuick ? 1 : 3;
const ROUNDS = isQuick ? 1 : 11;
const SECONDS = 1;
const WARM_UP_SECONDS = isQuick ? 1 : 2;

const { perSecond, held } = await withField(async ({ gym: { counted }, turnout, contender }) => {
  const own = await turnout(SUMMARY, counted, 200);
  const bare = await contender('bare-uws', counted);
  const node = await contender('bare-node', counted);
  const half = (await slowestPerSecond([own, bare])) / 2;
  const results = await alternate(ROUNDS, [own, bare, node], (target) =>
    holdRate(target, Math.round(half), SECONDS),
  );
  return { perSecond: half, held: results };
});
const [ours, bares, nodes] = held;
report('api/latency', [
  {
    name: 'half of what the slower server takes at most',
    value: perSecond,
    unit: 'requests/s',
    limit: null,
    direction: 'min',
  },
  against('kept summary, p99 at that rate ÷ bare uWebSockets.js', ours, 1.5),
  against('bare node:http, p99 at that rate ÷ bare uWebSockets.js', nodes, null),
]);

async function slowestPerSecond(targets: readonly LoadTarget[]): Promise<number> {
  for (const target of targets) await saturate(target, WARM_UP_SECONDS);
  const rounds = await alternate(SATURATIONS, targets, (target) => saturate(target, 1));
  return Math.min(...rounds.map((one) => median(one.map((round) => round.perSecond))));
}

/** Null where a rate was not held in most rounds. */
function against(name: string, own: readonly HeldRate[] | undefined, limit: number | null): Figure {
  assert.ok(own !== undefined && bares !== undefined, 'both were measured');
  const figure = { name, unit: '×', limit, direction: 'max' } as const;
  const missed = [...own, ...bares].flatMap(({ fault }) => fault ?? []);
  const [mine, theirs] = [own, bares].map((rounds) => rounds.filter(({ fault }) => fault === null));
  assert.ok(mine !== undefined && theirs !== undefined, 'both were looked at');
  if (mine.length <= own.length / 2 || theirs.length <= bares.length / 2) {
    return { ...figure, value: null, note: `the rate was not held: ${missed[0]}` };
  }
  const p99s = (rounds: readonly HeldRate[]) => rounds.map(({ p99Us }) => p99Us);
  const least = (rounds: readonly HeldRate[]) => Math.min(...p99s(rounds));
  const told = (rounds: readonly HeldRate[]) =>
    `${least(rounds).toFixed(0)} µs (median ${median(p99s(rounds)).toFixed(0)})`;
  const note = `${told(mine)} against ${told(theirs)}; ${missed.length} rounds left out`;
  return { ...figure, value: least(mine) / least(theirs), note };
}
