/** Parameters that are wrong are answered as FastAPI answers them, over each backing and a raw request target. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { talk } from '../support/raw-http.ts';
import { startService } from '../support/service.ts';
import { started } from '../support/started.ts';

interface Vector {
  readonly target: string;
  readonly status: 200 | 422;
  readonly body?: { readonly detail: readonly unknown[] };
  readonly accepted?: { readonly limit?: number };
}

/** Answers of FastAPI 0.142.2, measured for this test: what none of the recorded ones has. */
const OWN: readonly Vector[] = [
  fault(`/v1/classes/performance?limit=${'9'.repeat(4_301)}`, {
    type: 'int_parsing_size',
    loc: ['query', 'limit'],
    msg: 'Unable to parse input string as an integer, exceeded maximum size',
    input: '9'.repeat(4_301),
  }),
  fault(
    `/v1/trainers/${'%F0%9F%98%80'.repeat(129)}?period=%FFday`,
    {
      type: 'string_too_long',
      loc: ['path', 'trainer'],
      msg: 'String should have at most 128 characters',
      input: '😀'.repeat(129),
      ctx: { max_length: 128 },
    },
    {
      type: 'literal_error',
      loc: ['query', 'period'],
      msg: "Input should be 'day' or 'week'",
      input: '\ufffdday',
      ctx: { expected: "'day' or 'week'" },
    },
  ),
  { target: `/v1/trainers/${'%F0%9F%98%80'.repeat(128)}`, status: 200 },
  { target: '/v1/trainers/..', status: 200 },
  { target: '/v1/trainers/a%2', status: 200 },
];

function fault(target: string, ...detail: readonly object[]): Vector {
  return { target, status: 422, body: { detail } };
}

/** Answers of FastAPI 0.142.2, recorded: target and answer of each. */
const RECORDED = new URL('../fixtures/validation/vectors.json', import.meta.url);

const { vectors } = JSON.parse(readFileSync(RECORDED, 'utf8')) as { vectors: readonly Vector[] };

// The best that loads, and the one that always does.
describe.each(['auto', 'node'] as const)('over the backing %s', (backing) => {
  const service = started(() => startService({ backing }));

  const ask = async (target: string, headers = 'X-Sandbox: true\r\n') => {
    const head = `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`;
    const heard = Buffer.from(await talk(service.port, head), 'latin1').toString('utf8');
    const [, status] = /^HTTP\/1\.1 (\d+)/.exec(heard) ?? [];
    return { status: Number(status), body: heard.slice(heard.indexOf('\r\n\r\n') + 4) };
  };
  const expectEqual = async ({ target, status, body, accepted }: Vector) => {
    const answer = await ask(target);
    if (status === 422) {
      // As text: the order of the members is part of it.
      expect([answer.status, answer.body]).toEqual([422, JSON.stringify(body)]);
      return;
    }
    expect([200, 403, 404]).toContain(answer.status);
    if (accepted?.limit !== undefined) {
      expect(JSON.parse(answer.body)).toMatchObject({ limit: accepted.limit });
    }
  };

  it.each(OWN.map((vector) => [vector.target.slice(0, 60), vector] as const))(
    '%s is answered as FastAPI does',
    (_target, vector) => expectEqual(vector),
  );

  it('every recorded target is answered as FastAPI did', async () => {
    expect(vectors.length).toBeGreaterThan(200);
    for (const vector of vectors) await expectEqual(vector);
  });

  it('faults come before anything about gyms and credentials', async () => {
    const answer = await ask('/v1/classes/performance?limit=0', 'X-Api-Key: a\r\n');
    expect(answer.status).toBe(422);
    expect((await ask('/v1/classes/performance?limit=1', 'X-Api-Key: a\r\n')).status).toBe(401);
  });
});
