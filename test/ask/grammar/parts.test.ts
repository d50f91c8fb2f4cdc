import { expect, it } from 'vitest';
import { readParts } from '../../../ask/grammar/parts.ts';
import { surroundings } from './asking.ts';

const parts = (text: string) => readParts(text, surroundings());

it('takes a question apart', () => {
  const { cues, mentions, spans, weekdays, hours, limit, leftovers } = parts(
    'best three of Anna’s evening classes on Fridays last month for women',
  );
  expect([...cues]).toEqual(expect.arrayContaining(['best', 'classNouns']));
  expect(mentions.map(({ candidates }) => candidates.map(({ id }) => id))).toEqual([
    ['anna-petrova'],
  ]);
  expect(spans.map(({ days }) => days('back'))).toEqual([{ from: '2026-10-01', to: '2026-10-31' }]);
  expect({ weekdays, hours, limit }).toEqual({
    weekdays: [5],
    hours: [{ from: 17, to: 24 }],
    limit: 3,
  });
  expect(leftovers.map(({ typed }) => typed)).toEqual(['women']);
});

it('reads names before dates', () => {
  const { mentions, weekdays, spans } = parts('Sunday Ride');
  expect(mentions).toHaveLength(1);
  expect([...weekdays, ...spans]).toEqual([]);
});

it('does not read far too much', () => {
  expect(parts('a '.repeat(250)).isUnreadable).toBe(true);
});
