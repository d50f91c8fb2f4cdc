// How many requests a second for a kept summary does Turnout answer, key, rates, counted lookups, metrics and entity tag
// included, against bare uWebSockets.js that sends the same bytes, and against node:http and Fastify that do the same work?
//
// Every server is a process of its own, the generator another one: each has a core. The guarded figures are requests a
// second; the processor time of the server for one request stands beside them, as other programs disturb it less.

import { saturate } from '../support/load.ts';
import { isQuick } from '../support/quick.ts';
import { report } from '../support/report.ts';
import { rateFigure } from './contenders/rate-figure.ts';
import { alternate, SUMMARY, withField } from './contenders/rounds.ts';

const ROUNDS = isQuick ? 1 : 5;
const SECONDS = 1;
const WARM_UP_SECONDS = isQuick ? 1 : 2;

const rounds = await withField(async ({ gym: { counted, unlimited }, turnout, contender }) => {
  const targets = {
    counted: await turnout(SUMMARY, counted, 200),
    unlimited: await turnout(SUMMARY, unlimited, 200),
    bare: await contender('bare-uws', counted),
    joined: await contender('bare-uws-joined', counted),
    bareNode: await contender('bare-node', counted),
    node: await contender('node-http', counted),
    nodeUnlimited: await contender('node-http', unlimited),
    fastify: await contender('fastify', counted),
    fastifyUnlimited: await contender('fastify', unlimited),
  };
  const asked = Object.values(targets);
  for (const target of asked) await saturate(target, WARM_UP_SECONDS);
  const results = await alternate(ROUNDS, asked, (target) => saturate(target, SECONDS));
  const named = Object.keys(targets).map((name, at) => [name, results[at]] as const);
  return new Map(named);
});

report('api/summary', [
  counted('kept summary, counted lookups ÷ bare uWebSockets.js, same bytes', 'bare', 0.85),
  counted('… ÷ bare uWebSockets.js, its head in one call', 'joined', null),
  counted('… ÷ node:http, same work', 'node', 2),
  counted('… ÷ Fastify, same work', 'fastify', 2.5),
  counted('… ÷ bare node:http', 'bareNode', null),
  unlimited('kept summary, key without a limit ÷ bare uWebSockets.js', 'bare'),
  unlimited('… ÷ node:http, same work', 'nodeUnlimited'),
  unlimited('… ÷ Fastify, same work', 'fastifyUnlimited'),
]);

function counted(name: string, other: string, least: number | null) {
  return rateFigure({ name, own: rounds.get('counted'), other: rounds.get(other), least });
}

function unlimited(name: string, other: string) {
  const own = rounds.get('unlimited');
  return rateFigure({ name, own, other: rounds.get(other), least: null });
}
