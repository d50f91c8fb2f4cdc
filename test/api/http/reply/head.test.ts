import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Headers } from '../../../../api/http/message.ts';
import { answerHeaders, headBytes, statusLine } from '../../../../api/http/reply/head.ts';
import { RequestId, RequestIds } from '../../../../api/http/request/request-id.ts';

const TYPE: Headers = [['Content-Type', 'text/plain']];
const OWN = { isForeign: false };

const written = (status: number, headers: Headers, id?: RequestId): string =>
  Buffer.from(headBytes({ status, headers, ...(id === undefined ? {} : { id }) })).toString();

const wanted = (status: number, headers: Headers, id?: RequestId): string => {
  const pairs = id === undefined ? headers : [...headers, ['X-Request-Id', id.text] as const];
  return statusLine(status) + pairs.map(([name, value]) => `\r\n${name}: ${value}`).join('');
};

it('is written as its status and its pairs, whatever head was written before it', () => {
  const texts = ['', 'a', 'b', 'no-cache', 'ü€😀', 'x'.repeat(2_000)];
  // Pairs that are the same from one head to the next, and pairs that are only equal.
  const kept = texts.map((text) => ['X-Kept', text] as const);
  const text = fc.constantFrom(...texts);
  const pair = fc.oneof(
    fc.constantFrom(...kept),
    fc.tuple(text, text),
    fc.string({ maxLength: 9 }).map((value) => ['X-Any', value] as const),
  );
  const fronts = ['', 'f', '01234567'].map((front) => ['X-Request-Id', front] as const);
  const id = fc.option(
    fc
      .tuple(fc.constantFrom(...fronts), fc.nat())
      .map(([front, end]) => new RequestId(front, end - 2 ** 30)),
    { nil: undefined },
  );
  const head = fc.record({ status: fc.constantFrom(200, 304, 299), headers: fc.array(pair), id });
  fc.assert(
    fc.property(fc.array(head, { minLength: 1 }), (heads) => {
      for (const { status, headers, id } of heads) {
        expect(written(status, headers, id)).toBe(wanted(status, headers, id));
      }
    }),
    { numRuns: 1_000 },
  );
});

it('is not damaged by the id of a shorter head', () => {
  const ids = new RequestIds();
  const id = ids.next();
  // The same length as the header of the id, so that all behind it begins at the same place as before.
  const long = ['X-Request-Id', '-'.repeat(id.front[1].length)] as const;
  const headers = [...TYPE, long, ['X-Last', 'one'] as const];
  for (const one of [headers, TYPE, headers]) {
    const next = ids.next();
    expect(written(208, one, next)).toBe(wanted(208, one, next));
  }
});

it('has what its own headers do not have', () => {
  const names = (headers: Headers) => headers.map(([name]) => name);
  const plain = answerHeaders(OWN, [], TYPE, true);
  expect(Object.fromEntries(plain)).toMatchObject({
    'Content-Type': 'text/plain',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'no-cache',
  });
  expect(answerHeaders(OWN, [], TYPE, false)).toContainEqual(['Cache-Control', 'no-store']);
  const own: Headers = [
    ['Content-Security-Policy', "default-src 'self'"],
    ['Cache-Control', 'public'],
  ];
  const page = answerHeaders(OWN, own, TYPE, true);
  expect(page).toEqual(expect.arrayContaining([...own]));
  expect(names(page).toSorted()).toEqual(names(plain).toSorted());
  const foreign = answerHeaders({ isForeign: true }, [], TYPE, true);
  expect(names(foreign)).toContain('X-Content-Type-Options');
  expect(names(foreign)).not.toContain('Access-Control-Allow-Origin');
});
