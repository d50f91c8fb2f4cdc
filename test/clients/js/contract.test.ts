/** The cases of `clients/contract/cases.json`, asked by the JavaScript client of the real service. */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BegunCase,
  type CaseSetup,
  type ContractServer,
  type EndedCase,
  startContractServer,
} from '../../../clients/contract/server.ts';
import type { AskEvent } from '../../../clients/js/src/ask.ts';
import { TurnoutError } from '../../../clients/js/src/errors.ts';
import type { TurnoutOptions } from '../../../clients/js/src/options.ts';
import { Turnout } from '../../../clients/js/src/turnout.ts';

type Members = Readonly<Record<string, unknown>>;

interface Expected {
  readonly value?: Members;
  readonly has?: readonly string[];
  readonly error?: Members;
  readonly events?: {
    readonly first: string;
    readonly includes: readonly string[];
    readonly last: string;
  };
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

let server: ContractServer;
beforeAll(async () => {
  server = await startContractServer();
}, 60_000);
afterAll(() => server?.stop());

describe.concurrent('the contract of clients', () => {
  it.each(cases)('$name', { timeout: 60_000 }, async (one) => {
    const begun = await post<BegunCase>('/-/begin', one);
    const { base_url, api_key } = begun;
    const client = new Turnout({ base_url, api_key, ...one.client });
    for (const call of one.calls) await hold(client, call);
    const { requests, charged } = await post<EndedCase>(`/-/end/${begun.case}`, {});
    expect({ requests: one.requests ?? requests, charged: one.charged }).toEqual({
      requests,
      charged,
    });
  });
});

it('whoever leaves a stream closes its connection, and nothing of it is heard again', async () => {
  const setup: CaseSetup = { key: 'free', faults: [{ kind: 'slow_half' }] };
  const { base_url, api_key } = await post<BegunCase>('/-/begin', setup);
  let signal: AbortSignal | null | undefined;
  const client = new Turnout({
    ...{ base_url, api_key },
    fetch: (input, init) => {
      signal = init?.signal;
      return fetch(input, init);
    },
  });
  const stream = client.ask('Which classes should we cut?', { streaming: true });
  for await (const { event } of stream) {
    expect(event).toBe('start');
    break;
  }
  expect(signal?.aborted).toBe(true);
  // Vitest fails a run with a rejection that nobody handles.
  await expect(client.health()).resolves.toHaveProperty('status');
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

async function answerOf(
  client: Turnout,
  { operation, arguments: given, options = {} }: Call,
): Promise<unknown> {
  const { trainer, class_id, session_id, query, ...rest } = given as Record<string, string>;
  const all: Members = { ...rest, ...options };
  switch (operation) {
    case 'summary':
    case 'rooms':
    case 'revenue':
    case 'health':
    case 'status':
    case 'metrics':
      return client[operation](all);
    case 'trainers.get':
      return client.trainers.get(trainer ?? '', all);
    case 'classes.performance':
      return client.classes.performance(all);
    case 'classes.get':
      return client.classes.get(class_id ?? '', all);
    case 'sessions.get':
      return client.sessions.get(session_id ?? '', all);
    case 'keys.create':
      return client.keys.create(all);
    case 'ask':
      return all['streaming'] === true
        ? allOf(client.ask(query ?? '', { ...all, streaming: true }))
        : client.ask(query ?? '', { ...all, streaming: false });
    default:
      throw new TypeError(`there is no operation ${operation}`);
  }
}

async function allOf<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
