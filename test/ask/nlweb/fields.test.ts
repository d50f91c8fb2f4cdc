/** Members of requests, whatever a client puts there. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Fields } from '../../../ask/nlweb/request.ts';

it.each([0, -1, 1.5, '1.5', '', 'ten', true, [], '9999999999'])('no count %j', (value) => {
  const fields = new Fields();
  expect(fields.count('n', value)).toBeNull();
  expect(fields.fault?.code).toBe('INVALID_PARAMETER');
});

it('an object whose text cannot be made is a fault like any other', () => {
  const fields = new Fields();
  expect(fields.flag('f', { toString: 0 })).toBeNull();
  expect(fields.fault?.message).toBe('`f` must be true or false; it is an object.');
});

it.each(['how many \ud800 yesterday', '\udc00', 'a\ud83d'])(
  '%j has no halves of characters',
  (value) => {
    const text = new Fields().text('query', value, 500) ?? '';
    expect(encodeURIComponent(text)).toContain('%EF%BF%BD');
  },
);

it('however deep it is', () => {
  const fields = new Fields();
  const deep = JSON.parse(`${'['.repeat(30_000)}${']'.repeat(30_000)}`);
  expect(fields.texts('t', [deep], 5)).toEqual([]);
  expect(fields.fault?.message).toBe('`t` must be a text; it is a list.');
});

it('anything is a value or a fault, never an error', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const fields = new Fields();
      fields.text('a', value, 5);
      fields.texts('b', value, 5);
      fields.flag('c', value);
      fields.members('d', value);
      fields.count('e', value);
    }),
  );
});
