// How much longer than bare uWebSockets.js do the slowest answers of Turnout take, at half the rate that it can take at most?
//
// Guarded is a paid key, which has no limit of lookups, as in `summary.bench.ts`: that is who asks at high rates.
//
// Both servers get the same rate, half of what the slower one reaches in the same run, in rounds that alternate. The p99 of
// a round is one of thousands of answers. What other programs take falls on both of a round, and on few rounds: the figure
// is the median of the ratios of the rounds.

import assert from 'node:assert/strict';
import { type HeldRate, holdRate, type LoadTarget, saturate } from '../support/load.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, median, report } from '../support/report.ts';
import { alternate, SUMMARY, withField } from './contenders/rounds.ts';

const SATURATIONS = isQuick ? 1 : 3;
const ROUNDS = isQuick ? 1 : 11;
const SECONDS = 1;
const WARM_UP_SECONDS = 2;

const { perSecond, held } = await withField(async ({ gym, turnout, contender }) => {
  const { unlimited } = gym;
  const own = await turnout(SUMMARY, unlimited, 200);
  const bare = await contender('bare-uws', unlimited);
  const half = (await slowestPerSecond([own, bare])) / 2;
  const results = await alternate(ROUNDS, [own, bare], (target) =>
    holdRate(target, Math.round(half), SECONDS),
  );
  return { perSecond: half, held: results };
});
const [ours, bares] = held;
report('api/latency', [
  {
    name: 'half of what the slower server takes at most',
    value: perSecond,
    unit: 'requests/s',
    limit: null,
    direction: 'min',
  },
  against('kept summary, paid key, p99 at that rate ÷ bare uWebSockets.js', ours, 1.5),
]);

async function slowestPerSecond(targets: readonly LoadTarget[]): Promise<number> {
  if (!isQuick) for (const target of targets) await saturate(target, WARM_UP_SECONDS);
  const rounds = await alternate(SATURATIONS, targets, (target) => saturate(target, 1));
  return Math.min(...rounds.map((one) => median(one.map((round) => round.perSecond))));
}

/**
 * The median of what each round, one server right after the other, says of them. Null where the rate was not held in most
 * rounds.
 */
function against(name: string, own: readonly HeldRate[] | undefined, limit: number | null): Figure {
  assert.ok(own !== undefined && bares !== undefined, 'both were measured');
  const figure = { name, unit: '×', limit, direction: 'max' } as const;
  const pairs = own.flatMap((mine, at) => {
    const bare = bares[at];
    return bare !== undefined && mine.fault === null && bare.fault === null ? [[mine, bare]] : [];
  });
  const missed = [...own, ...bares].flatMap(({ fault }) => fault ?? []);
  if (pairs.length <= own.length / 2) {
    const note = `the rate was not held: ${missed[0]}`;
    return { ...figure, value: null, note, isDisturbed: !isQuick };
  }
  const p99s = (side: 0 | 1) => pairs.map((pair) => pair[side]?.p99Us ?? 0);
  const [mine, theirs] = [p99s(0), p99s(1)];
  const ratios = mine.map((us, at) => us / (theirs[at] ?? 0)).toSorted((a, b) => a - b);
  const timesText = (us: readonly number[]) =>
    `${median(us).toFixed(0)} µs (least ${Math.min(...us).toFixed(0)})`;
  const spread = `rounds ${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`;
  const left = own.length - pairs.length;
  const note = `${timesText(mine)} against ${timesText(theirs)}; ${spread}; ${left} rounds left out`;
  return { ...figure, value: median(ratios), note };
}
