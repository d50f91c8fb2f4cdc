// How many requests a second for a kept summary does Turnout answer, key, rates, counted lookups, metrics and entity tag
// included, against bare uWebSockets.js that sends the same bytes, and against node:http and Fastify that do the same work?
//
// Every server is a process of its own, the generator another one: each has a core. The guarded figures are requests a
// second; the processor time of the server for one request stands beside them, as other programs disturb it less.

import { hasWrk, type LoadTarget, type Saturation, saturate } from '../support/load.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, median, report } from '../support/report.ts';
import { alternate, SUMMARY, withField } from './contenders/rounds.ts';

const ROUNDS = isQuick ? 1 : 5;
const SECONDS = 1;
const WARM_UP_SECONDS = isQuick ? 1 : 2;
/** A server with less of its core waits for the generator: then the generator is measured. Chosen here. */
const LEAST_SHARE = 0.85;

interface Measured {
  readonly perSecond: number;
  readonly serverUs: number;
  readonly serverShare: number;
}

const measured = await withField(async ({ gym, turnout, contender }) => {
  const { counted, unlimited } = gym;
  const targets: Record<string, LoadTarget> = {
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
  return Object.fromEntries(
    Object.keys(targets).map((name, at) => [name, measuredOf(results[at] ?? [])]),
  );
});

report('api/summary', [
  ratio('kept summary, counted lookups ÷ bare uWebSockets.js, same bytes', 'bare', 0.85),
  ratio('… ÷ bare uWebSockets.js, its head in one call', 'joined', null),
  ratio('… ÷ node:http, same work', 'node', 2),
  ratio('… ÷ Fastify, same work', 'fastify', 2.5),
  ratio('… ÷ bare node:http', 'bareNode', null),
  ratio('kept summary, key without a limit ÷ bare uWebSockets.js', 'bare', null, 'unlimited'),
  ratio('… ÷ node:http, same work', 'nodeUnlimited', null, 'unlimited'),
  ratio('… ÷ Fastify, same work', 'fastifyUnlimited', null, 'unlimited'),
]);

function measuredOf(rounds: readonly Saturation[]): Measured {
  const of = (read: (one: Saturation) => number | null) =>
    median(rounds.map((one) => read(one) ?? Number.NaN));
  return {
    perSecond: of(({ perSecond }) => perSecond),
    serverUs: of(({ serverUs }) => serverUs),
    serverShare: of(({ serverShare }) => serverShare),
  };
}

/** Null where a server that had little to do says that the generator was the slower one. */
function ratio(name: string, other: string, limit: number | null, own = 'counted'): Figure {
  const [mine, theirs] = [measured[own], measured[other]];
  const figure = { name, unit: '×', limit, direction: 'min' } as const;
  if (mine === undefined || theirs === undefined) return { ...figure, value: null };
  const waiting = Math.min(mine.serverShare, theirs.serverShare);
  if (waiting < LEAST_SHARE && !isQuick) {
    const note = `a server had only ${waiting.toFixed(2)} of a core: ${generator()} or other programs held it up`;
    return { ...figure, value: null, note };
  }
  const told = ({ perSecond, serverUs }: Measured) =>
    `${(perSecond / 1_000).toFixed(1)} k/s, ${serverUs.toFixed(1)} µs of the server`;
  const note = `${generator()}: ${told(mine)}; against ${told(theirs)}`;
  return { ...figure, value: mine.perSecond / theirs.perSecond, note };
}

function generator(): string {
  return hasWrk ? 'wrk' : 'autocannon';
}
