/** The queries that the questions of the three files must come to: each is one that exists, with a range that is answered. */

import { Format } from 'typebox/format';
import Value from 'typebox/value';
import { expect, it } from 'vitest';
import { QUERY, type Query } from '../../ask/query.ts';
import fresh from './fresh-questions.json' with { type: 'json' };
import asked from './questions.json' with { type: 'json' };
import unseen from './unseen-questions.json' with { type: 'json' };

type Entry = (typeof asked)[number] | (typeof unseen)[number] | (typeof fresh)[number];

const DAY_MS = 86_400_000;
const REASONS = ['not_understood', 'unknown_name', 'no_such_date', 'not_known_here'];

function queriesOf({ expect: expected }: Entry): unknown[] {
  if ('anyOf' in expected) return expected.anyOf ?? [];
  return 'query' in expected ? [expected.query] : [];
}

/** Every range of a query, as [first, last]. */
function rangesOf(query: Query): [string, string][] {
  const ranges: [string, string][] = [];
  if ('from' in query) ranges.push([query.from, query.to]);
  if ('other_from' in query) ranges.push([query.other_from, query.other_to]);
  return ranges;
}

const all: Entry[] = [...asked, ...unseen, ...fresh];

it('are 150, 50 and 50, no two of them alike', () => {
  expect(asked).toHaveLength(150);
  expect(unseen).toHaveLength(50);
  expect(fresh).toHaveLength(50);
  const whole = all.map(({ text, prev, self }) =>
    JSON.stringify([text.toLowerCase(), prev ?? [], self ?? null]),
  );
  expect(new Set(whole).size).toBe(250);
});

it.each(all.map((entry) => [entry.text, entry] as const))('%s', (_text, entry) => {
  const queries = queriesOf(entry);
  if (queries.length === 0) {
    const { kind, reason } = entry.expect;
    expect(kind === 'choice' || (kind === 'unclear' && REASONS.includes(reason ?? ''))).toBe(true);
  }
  for (const query of queries) {
    expect([...Value.Errors(QUERY, query)], JSON.stringify(query)).toEqual([]);
    if (!Value.Check(QUERY, query)) continue;
    for (const [from, to] of rangesOf(query)) {
      expect(Format.Test('date', from) && Format.Test('date', to)).toBe(true);
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
      expect(days).toBeGreaterThanOrEqual(1);
      expect(days).toBeLessThanOrEqual(42);
    }
  }
});
