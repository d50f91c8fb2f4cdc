/** Names of people that are also words of a question. */

import { expect, it } from 'vitest';
import { createGrammar } from '../../../ask/read/grammar.ts';

const read = createGrammar();
const trainers = ['Max Power', 'April May', 'Joe Vance'].map((name) => {
  return { id: name.toLowerCase().replace(' ', '-'), name };
});
const surroundings = {
  timezone: 'Europe/London',
  nowUtcMs: Date.UTC(2026, 10, 18, 12),
  trainers,
  self: null,
  classNames: ['Dawn Yoga'],
  families: [],
  rooms: [],
};

it.each([
  ['how many people came to Max’s classes last month', ['max-power']],
  ['max’s fill rate', ['max-power']],
  ['how full were April’s classes', ['april-may']],
  ['who has the best fill rate, Max or Joe', ['max-power', 'joe-vance']],
  ['max attendance in April', []],
])('%s: of %j', async (text, meant) => {
  const reading = await read({ text, prev: [] }, surroundings);
  const where = reading.kind === 'query' && 'where' in reading.query ? reading.query.where : [];
  const named = where?.flatMap(([dim, , values]) => (dim === 'trainer' ? values : []));
  expect([reading.kind, named]).toEqual(['query', meant]);
});
