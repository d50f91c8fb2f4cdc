/** Turnout and the servers it is measured against, all started, each asked in turn, round after round. */

import assert from 'node:assert/strict';
import type { LoadTarget } from '../../support/load.ts';
import { type BenchGym, makeBenchGym } from './bench-gym.ts';
import {
  assertSameAnswer,
  assertSameBytes,
  cachedAnswerOf,
  type RawAnswer,
  rawAnswer,
} from './raw-answer.ts';
import { type Contender, type ContenderName, startContender, startTurnout } from './start.ts';

export const SUMMARY = '/v1/summary';

export interface Field {
  readonly gym: BenchGym;
  /** Turnout, asked for `path` with a key; its answer must have the status. */
  turnout(path: string, secret: string, status: number): Promise<LoadTarget>;
  /** Another server, started when it is first named, that gives the answer which Turnout gives to the same key. */
  contender(name: ContenderName, secret: string): Promise<LoadTarget>;
}

/** Stops and removes everything once `measure` is done. */
export async function withField<T>(measure: (field: Field) => Promise<T>): Promise<T> {
  const gym = await makeBenchGym();
  const started = new Map<string, Contender>();
  try {
    const turnout = await startTurnout(gym);
    started.set('turnout', turnout);
    const { url } = turnout;
    return await measure({
      gym,
      turnout: async (path, secret, status) => {
        // The first answer to a key may come while its first block of lookups is still leased.
        const answer = await lastOf(2, () => rawAnswer({ url, path, secret }));
        assert.equal(answer.status, status, answer.body.toString());
        return targetOf(turnout, path, secret, answer);
      },
      contender: async (name, secret) => {
        const path = SUMMARY;
        const wanted = await lastOf(2, () => rawAnswer({ url, path, secret }));
        // The bare ones send the same whoever asks: for each key another process.
        const place = name.startsWith('bare') ? `${name} ${secret}` : name;
        const known = started.get(place);
        const contender = known ?? (await startContender(name, gym, cachedAnswerOf(wanted)));
        started.set(place, contender);
        const given = await rawAnswer({ url: contender.url, path, secret });
        if (name.startsWith('bare-uws')) assertSameBytes(wanted, given);
        else assertSameAnswer(wanted, given);
        return targetOf(contender, path, secret, given);
      },
    });
  } finally {
    for (const { end } of started.values()) await end();
    await gym.remove();
  }
}

/** One thing after the other, so many times, so that what else the machine does falls on all of them. */
export async function alternate<Result>(
  rounds: number,
  targets: readonly LoadTarget[],
  measure: (target: LoadTarget) => Promise<Result>,
): Promise<Result[][]> {
  const results: Result[][] = targets.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, target] of targets.entries()) results[at]?.push(await measure(target));
  }
  return results;
}

async function lastOf(times: number, ask: () => Promise<RawAnswer>): Promise<RawAnswer> {
  for (let time = 1; time < times; time += 1) await ask();
  return await ask();
}

function targetOf(
  { pid, url }: Contender,
  path: string,
  secret: string,
  { status, sizeBytes }: RawAnswer,
): LoadTarget {
  return { pid, url: `${url}${path}`, secret, status, answerBytes: sizeBytes };
}
