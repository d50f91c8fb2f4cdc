/** Prose says nothing twice, and names what it cites. */

import { expect, it } from 'vitest';
import { shaped } from '../../../ask/answers/shape.ts';
import type { Query } from '../../../ask/query.ts';
import { answered, weeks } from './reports/rows.fixture.ts';

async function prose(query: Query): Promise<string> {
  const { chart: _, hasFigures: __, ...findings } = await answered(query);
  return shaped(findings, 'generate', null).summary;
}

it.each<[string, Query]>([
  ['class', { report: 'class', class: 'HIIT 45', ...weeks }],
  ['attendance', { report: 'attendance', ...weeks }],
  ['trainer', { report: 'trainer', trainer: 'anna-petrova', ...weeks }],
  ['no_shows', { report: 'no_shows', ...weeks }],
  ['revenue', { report: 'revenue', focus: 'totals', ...weeks }],
  [
    'compare',
    { report: 'compare', kind: 'trainers', of: ['anna-petrova', 'ben-carter'], ...weeks },
  ],
])('prose of %s says nothing twice', async (_report, query) => {
  const clauses = (await prose(query)).split(/[.;:] /).filter((one) => /\d people came/.test(one));
  expect(new Set(clauses).size).toBe(clauses.length);
  const sentences = (await prose(query))
    .split(/(?<=[.]) /)
    .filter((one) => !one.startsWith('Verdict'));
  expect(new Set(sentences).size).toBe(sentences.length);
});

it('a class or a day in prose has its date', async () => {
  const trainer = await prose({ report: 'trainer', trainer: 'anna-petrova', ...weeks });
  expect(trainer).toMatch(/, \w{3} \d+ \w{3} \d\d:\d\d, [\w ]+: \d+ \(/);
  const days = await prose({ report: 'attendance', ...weeks });
  expect(days).toContain(' Thu 8 Oct 2026: ');
});
