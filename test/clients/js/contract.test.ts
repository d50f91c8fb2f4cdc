/** The cases of `clients/contract/cases.json`, asked by the JavaScript client of the real service. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type BegunCase,
  type CaseSetup,
  type EndedCase,
  startContractServer,
} from '../../../clients/contract/server.ts';
import type { AskEvent } from '../../../clients/js/src/api.generated.ts';
import { TurnoutError } from '../../../clients/js/src/errors.ts';
import type { TurnoutOptions } from '../../../clients/js/src/options.ts';
import { Turnout } from '../../../clients/js/src/turnout.ts';
import { started } from '../../support/started.ts';

type Members = Readonly<Record<string, unknown>>;

interface Expected {
  readonly value?: Members;
  readonly has?: readonly string[];
  readonly error?: Members;
  readonly events?: Readonly<{ first: string; includes: readonly string[]; last: string }>;
  readonly rate_limit?: Members;
}

interface Call {
  readonly operation: string;
  readonly arguments: Members;
  readonly options?: Members;
  readonly at_once?: number;
  readonly expect: Expected;
}

interface Case extends CaseSetup {
  readonly name: string;
  readonly client?: TurnoutOptions;
  readonly calls: readonly Call[];
  readonly requests?: number;
  readonly charged: number | null;
}

const FILE = new URL('../../../clients/contract/cases.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(FILE, 'utf8')) as { cases: readonly Case[] };

const server = started(startContractServer, 60_000);

describe.concurrent('the contract of clients', () => {
  it.each(cases)('$name', async (one) => {
    const begun = await post<BegunCase>('/-/begin', one);
    const { base_url, api_key } = begun;
    const client = new Turnout({ base_url, api_key, ...one.client });
    for (const call of one.calls) await hold(client, call);
    const { requests, charged } = await post<EndedCase>(`/-/end/${begun.case}`, {});
    expect([one.requests ?? requests, one.charged]).toEqual([requests, charged]);
  });
});

async function post<Body>(path: string, body: unknown): Promise<Body> {
  const answer = await fetch(server.url + path, { method: 'POST', body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Body;
}

async function hold(client: Turnout, call: Call): Promise<void> {
  const { at_once = 1, expect: expected } = call;
  const outcomes = Array.from({ length: at_once }, () =>
    answerOf(client, call).catch((error: unknown) => error),
  );
  for (const outcome of await Promise.all(outcomes)) check(outcome, expected);
  if (expected.rate_limit !== undefined)
    expect(client.rate_limit).toMatchObject(expected.rate_limit);
}

function check(outcome: unknown, { value, has = [], error, events }: Expected): void {
  if (error === undefined && outcome instanceof Error) throw outcome;
  if (error !== undefined) {
    expect(outcome).toBeInstanceOf(TurnoutError);
    expect(outcome).toMatchObject(error);
  }
  if (value !== undefined) expect(outcome).toMatchObject(value);
  for (const member of has) expect(outcome).toHaveProperty([member]);
  if (events === undefined) return;
  const names = (outcome as readonly AskEvent[]).map(({ event }) => event);
  expect([names.at(0), names.at(-1)]).toEqual([events.first, events.last]);
  for (const name of events.includes) expect(names).toContain(name);
}

async function answerOf(client: Turnout, { operation, arguments: given, options = {} }: Call) {
  const { trainer, class_id, session_id, query, ...rest } = given;
  const first = [trainer, class_id, session_id, query].filter((value) => value !== undefined);
  const [object, method] = operation.split('.') as [keyof Turnout, string | undefined];
  const owner = method === undefined ? client : client[object];
  const call = (owner as unknown as Record<string, (...args: unknown[]) => unknown>)[
    method ?? object
  ];
  const answer = await call?.call(owner, ...first, { ...rest, ...options });
  return given['streaming'] === true ? allOf(answer as AsyncIterable<unknown>) : answer;
}

async function allOf<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
