// How many requests a second with a parameter that is wrong does Turnout refuse with 422, against those that it answers?
//
// Class performance, asked for a limit that is no number, against the same route with one that is, and against the kept
// summary, which is the quickest answer there is. The key has no limit of lookups: a 422 spends none.

import { saturate } from '../support/load.ts';
import { isQuick } from '../support/quick.ts';
import { report } from '../support/report.ts';
import { rateFigure } from './contenders/rate-figure.ts';
import { alternate, SUMMARY, withField } from './contenders/rounds.ts';

const ROUNDS = isQuick ? 1 : 7;
const SECONDS = 1;
const WARM_UP_SECONDS = 2;
const PERFORMANCE = '/v1/classes/performance';

const [refused, answered, summary] = await withField(async ({ gym, turnout }) => {
  const targets = [
    await turnout(`${PERFORMANCE}?limit=x`, gym.unlimited, 422),
    await turnout(`${PERFORMANCE}?limit=5`, gym.unlimited, 200),
    await turnout(SUMMARY, gym.unlimited, 200),
  ];
  if (!isQuick) for (const target of targets) await saturate(target, WARM_UP_SECONDS);
  return await alternate(ROUNDS, targets, (target) => saturate(target, SECONDS));
});
const least = 0.6;
const name = '422 answers/s ÷ 200 answers/s';
report('api/validation', [
  rateFigure({ name: `${name} of the same route`, own: refused, other: answered, least }),
  rateFigure({ name: `${name} of the kept summary`, own: refused, other: summary, least }),
]);
