/**
 * Every status that comes is in the document: each kind of refusal is sent to each operation that can give it, over real
 * sockets, and what comes is looked up. A body that is JSON is of the schema that stands there.
 */

import { Check, Errors } from 'typebox/schema';
import { expect, it } from 'vitest';
import { publishedDocument } from '../../../api/published-document.ts';
import { limits } from '../../support/limits.ts';
import { firstEvent, startService } from '../../support/service.ts';
import { started } from '../../support/started.ts';
import { gymsOf, KEYS, keysOf } from '../auth/gyms.fixture.ts';
import { modern, posted, SANDBOX } from '../mcp/mcp-service.fixture.ts';

interface Told {
  readonly $ref?: string;
  readonly content?: Record<string, { readonly schema: object }>;
}
type Operation = { readonly responses: Record<string, Told> };
const document = JSON.parse(JSON.stringify(publishedDocument())) as {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly responses: Record<string, Told> };
};

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Of every operation. */
const ANY: readonly RequestInit[] = [
  {},
  { headers: SANDBOX },
  { headers: { 'X-Api-Key': KEYS.owner } },
  { headers: { 'X-Api-Key': KEYS.trainer } },
  { headers: { 'X-Api-Key': KEYS.unknown } },
  { headers: { 'X-Api-Key': KEYS.owner, Authorization: 'Bearer other' } },
  { headers: { Authorization: 'Basic eDp5' } },
  { headers: { 'X-Long': 'x'.repeat(17_000) } },
  { headers: { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' } },
  { headers: { Accept: 'text/event-stream' } },
];

/** Of those that take a body. */
const POSTED: readonly RequestInit[] = [
  posted('{'),
  posted('{"query":"how full was it yesterday"}'),
  posted('{"jsonrpc":"2.0","method":"notifications/x"}'),
  posted('{"jsonrpc":"2.0","id":1,"method":"ping"}'),
  posted('{"jsonrpc":"2.0","id":1,"method":"ping"}', { 'X-Api-Key': 'x' }),
  posted('{"jsonrpc":"2.0","id":1}', SANDBOX, { 'MCP-Protocol-Version': '2099-01-01' }),
  modern('tools/list'),
  modern('no/such/method'),
  posted('x', SANDBOX, { 'Content-Type': 'text/plain' }),
  posted('x'.repeat(1_100_000)),
  { headers: { ...FORM }, body: 'a=1&a=2' },
  { headers: { ...FORM }, body: 'token=x&client_id=y' },
  { headers: { ...FORM, Authorization: 'Basic eDp5' }, body: 'token=x&client_id=y' },
  { headers: { ...FORM }, body: 'grant_type=authorization_code&client_id=y&code=x' },
  posted('{"redirect_uris":["https://app.example/back"]}', {}),
  posted('{"redirect_uris":[]}', {}),
];

const QUERIES = ['', '?limit=0', '?gym_id=rival', '?key=x', '?query=x', `?q=${'x'.repeat(9_000)}`];

const gyms = gymsOf('gym', 'demo', 'rival');
const plain = started(async () => startService({ gyms, access: await keysOf() }));
const few = limits({
  keyRequestsPerSecond: 1,
  addressRequestsPerSecond: 1,
  freeKeysPerMinute: 1,
  freeKeysPerDay: 1,
});
const strict = started(async () => startService({ gyms, access: await keysOf(), limits: few }));

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [method, path, operation] as const),
);

it.each(operations)('%s %s', async (method, template, operation) => {
  const path = template.replace('{path}', 'nothing').replace('{trainer}', 'nobody');
  const inits = method === 'post' ? [...ANY, ...POSTED] : ANY;
  const asked = [
    ...QUERIES.map((query) => ({ target: `${path}${query}`, init: { headers: SANDBOX } })),
    ...inits.map((init) => ({ target: path, init })),
  ];
  const seen = new Map<number, string>();
  for (const service of [plain, strict]) {
    for (const { target, init } of asked) {
      const answer = await fetch(`${service.url}${target}`, {
        redirect: 'manual',
        method: method.toUpperCase(),
        ...init,
      }).catch(() => null);
      // The native server closes a connection on some of them, without an answer.
      if (answer === null) continue;
      const fault = await faultIn(operation, answer);
      if (fault !== null) seen.set(answer.status, `${target.slice(0, 60)}: ${fault}`);
    }
  }
  expect([...seen]).toEqual([]);
});

/** Why an answer is not as the document says; null where it is. */
async function faultIn({ responses }: Operation, answer: Response): Promise<string | null> {
  const { status } = answer;
  const isEvents = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  // A live stream has no end.
  const text = isEvents ? await firstEvent(answer) : await answer.text();
  const own = responses[status];
  if (own === undefined) return `${status} is not told: ${text.slice(0, 120)}`;
  const name = own.$ref?.split('/').at(-1);
  const told = name === undefined ? own : document.components.responses[name];
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  if (text === '') return null;
  const schema = told?.content?.[type]?.schema;
  if (schema === undefined) return `${status} has no ${type}`;
  if (type !== 'application/json') return null;
  const body = JSON.parse(text) as unknown;
  // What it refers to is looked for from its own root.
  const whole = { ...schema, components: document.components };
  if (Check(whole, body)) return null;
  const [, [fault]] = Errors(whole, body);
  return `${status}: ${fault?.instancePath} ${fault?.message}`;
}
