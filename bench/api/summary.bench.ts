// How many requests a second for a kept summary does Turnout answer, key, rates, counted use, metrics and entity tag
// included, against bare uWebSockets.js that sends the same bytes, and against node:http and Fastify that do the same work?
//
// Every server is a process of its own, the generator another one: each has a core. Guarded is a paid key, which has no
// limit of lookups. One with a limit is told beside it: a crash may cost it five lookups at most, so every fifth answer
// waits for the disk, whatever serves it.

import { saturate } from '../support/load.ts';
import { RATE } from '../support/picture.ts';
import { isQuick } from '../support/quick.ts';
import { report } from '../support/report.ts';
import { rateFigure, rateOf } from './contenders/rate-figure.ts';
import { alternate, SUMMARY, withField } from './contenders/rounds.ts';

const ROUNDS = isQuick ? 1 : 4;
const SECONDS = 1;
const WARM_UP_SECONDS = 2;

const rounds = await withField(async ({ gym: { counted, unlimited }, turnout, contender }) => {
  const targets = {
    own: await turnout(SUMMARY, unlimited, 200),
    bare: await contender('bare-uws', unlimited),
    node: await contender('node-http', unlimited),
    fastify: await contender('fastify', unlimited),
    ownCounted: await turnout(SUMMARY, counted, 200),
    bareCounted: await contender('bare-uws', counted),
  };
  const measured = Object.values(targets);
  if (!isQuick) for (const target of measured) await saturate(target, WARM_UP_SECONDS);
  const results = await alternate(ROUNDS, measured, (target) => saturate(target, SECONDS));
  const named = Object.keys(targets).map((name, at) => [name, results[at]] as const);
  return new Map(named);
});

report('api/summary', [
  rateOf(`${RATE}Turnout`, rounds.get('own')),
  rateOf(`${RATE}bare uWebSockets.js`, rounds.get('bare')),
  rateOf(`${RATE}node:http`, rounds.get('node')),
  rateOf(`${RATE}Fastify`, rounds.get('fastify')),
  figure('kept summary, paid key ÷ bare uWebSockets.js, same bytes', 'own', 'bare', 0.85),
  figure('… ÷ node:http, same work', 'own', 'node', 2),
  figure('… ÷ Fastify, same work', 'own', 'fastify', 2.5),
  figure('kept summary, key with a limit ÷ bare uWebSockets.js', 'ownCounted', 'bareCounted', null),
]);

function figure(name: string, own: string, other: string, least: number | null) {
  return rateFigure({ name, own: rounds.get(own), other: rounds.get(other), least });
}
