// How many requests a second for a kept summary does Turnout answer, key, lookups, metrics and entity tag included, against
// bare uWebSockets.js that sends the same bytes, and against node:http and Fastify that do the same work?

import assert from 'node:assert/strict';
import { hasWrk, type Saturation, saturate } from '../support/load.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, median, report } from '../support/report.ts';
import { makeBenchGym } from './contenders/bench-gym.ts';
import { assertSameAnswer, assertSameBytes, keptOf, rawAnswer } from './contenders/raw-answer.ts';
import { type Contender, startContender, startTurnout } from './contenders/start.ts';

const ROUNDS = isQuick ? 1 : 5;
const SECONDS = isQuick ? 1 : 2;
const WARM_UP_SECONDS = isQuick ? 1 : 3;
const path = '/v1/summary';

const only = process.env['BENCH_ONLY']?.split(',');
const gym = await makeBenchGym();
const started: Contender[] = [];
const runs = new Map<string, { target: Parameters<typeof saturate>[0]; done: Saturation[] }>();
try {
  const turnout = await startTurnout(gym);
  started.push(turnout);
  await rawAnswer({ url: turnout.url, path, secret: gym.counted });
  const counted = await rawAnswer({ url: turnout.url, path, secret: gym.counted });
  const unlimited = await rawAnswer({ url: turnout.url, path, secret: gym.unlimited });
  for (const { status } of [counted, unlimited]) assert.equal(status, 200);
  const wanted = (name: string) => only === undefined || only.includes(name);
  const add = async (name: string, { pid, url }: Contender, secret: string) => {
    const { status, sizeBytes } = await rawAnswer({ url, path, secret });
    const target = { pid, url: `${url}${path}`, secret, status, answerBytes: sizeBytes };
    if (wanted(name)) runs.set(name, { target, done: [] });
  };
  await add('turnout', turnout, gym.counted);
  await add('turnout, no limit', turnout, gym.unlimited);
  for (const name of ['bare-uws', 'bare-uws-joined', 'bare-node', 'node-http', 'fastify']) {
    const contender = await startContender(name, gym, keptOf(counted));
    started.push(contender);
    const answer = await rawAnswer({ url: contender.url, path, secret: gym.counted });
    if (name.startsWith('bare-uws')) assertSameBytes(counted, answer);
    else assertSameAnswer(counted, answer);
    await add(name, contender, gym.counted);
    if (!name.startsWith('bare')) await add(`${name}, no limit`, contender, gym.unlimited);
  }
  for (const { target } of runs.values()) await saturate(target, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { target, done } of runs.values()) done.push(await saturate(target, SECONDS));
  }
} finally {
  for (const { stop } of started) await stop();
  await gym.remove();
}

const of = (name: string, read: (one: Saturation) => number | null) =>
  median((runs.get(name)?.done ?? []).map((one) => read(one) ?? Number.NaN));
const rate = (name: string) => of(name, ({ perSecond }) => perSecond);
const cost = (name: string) => of(name, ({ serverUs }) => serverUs);
for (const name of runs.keys()) {
  console.log(
    `${name}: ${rate(name).toFixed(0)}/s, server ${cost(name).toFixed(1)} µs, share ${of(name, ({ serverShare }) => serverShare).toFixed(2)}, generator ${of(name, ({ generatorShare }) => generatorShare).toFixed(2)}`,
  );
}
const generator = hasWrk ? 'wrk' : 'autocannon';
function against(name: string, limit: number | null, by = 'turnout'): Figure {
  const note = `${generator}; ${rate(by).toFixed(0)} against ${rate(name).toFixed(0)} a second`;
  const value = rate(by) / rate(name);
  return { name: `${by} ÷ ${name}`, value, unit: '×', limit, direction: 'min', note };
}
report('api/summary', [
  against('bare-uws', 0.85),
  against('bare-uws', null, 'turnout, no limit'),
  against('bare-uws-joined', null),
  against('bare-node', null),
  against('node-http', 2),
  against('fastify', 2.5),
]);
