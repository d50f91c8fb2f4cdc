// How many requests a second with a parameter that is wrong does Turnout refuse with 422, against those that it answers?
//
// The same route on both sides, class performance, with the same key, asked for a limit that is no number and for one that
// is; and the kept summary, which needs no parameter. The key has no limit of lookups: a 422 spends none.

import assert from 'node:assert/strict';
import { hasWrk, type Saturation, saturate } from '../support/load.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, median, report } from '../support/report.ts';
import { alternate, SUMMARY, withField } from './contenders/rounds.ts';

const ROUNDS = isQuick ? 1 : 7;
const SECONDS = 1;
const WARM_UP_SECONDS = isQuick ? 1 : 2;
const PERFORMANCE = '/v1/classes/performance';

const [refused, answered, summary] = await withField(async ({ gym, turnout }) => {
  const targets = [
    await turnout(`${PERFORMANCE}?limit=x`, gym.unlimited, 422),
    await turnout(`${PERFORMANCE}?limit=5`, gym.unlimited, 200),
    await turnout(SUMMARY, gym.unlimited, 200),
  ];
  for (const target of targets) await saturate(target, WARM_UP_SECONDS);
  return await alternate(ROUNDS, targets, (target) => saturate(target, SECONDS));
});
report('api/validation', [
  against('422 answers/s ÷ 200 answers/s, class performance', answered, 0.6),
  against('422 answers/s ÷ 200 answers/s of the kept summary', summary, null),
]);

function against(
  name: string,
  others: readonly Saturation[] | undefined,
  limit: number | null,
): Figure {
  assert.ok(refused !== undefined && others !== undefined, 'both were measured');
  const rate = (rounds: readonly Saturation[]) => median(rounds.map(({ perSecond }) => perSecond));
  const told = (rounds: readonly Saturation[]) => `${(rate(rounds) / 1_000).toFixed(1)} k/s`;
  const note = `${hasWrk ? 'wrk' : 'autocannon'}: ${told(refused)} against ${told(others)}`;
  return { name, value: rate(refused) / rate(others), unit: '×', limit, direction: 'min', note };
}
