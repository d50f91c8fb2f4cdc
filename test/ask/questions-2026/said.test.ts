/**
 * No question is answered with something else without saying so: what heads an answer, read as a question, is the query
 * that was answered. So where a question was misread, the answer names the other one. Of those held out no text is printed.
 */

import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { createGrammar } from '../../../ask/grammar/grammar.ts';
import { figuresPhrase } from '../../../ask/grammar/phrase.ts';
import { withDefaults } from '../../../gym/figures/ask/defaults.ts';
import type { FiguresQuery, NormalQuery } from '../../../gym/figures/query.ts';
import { type Entry, filterOf, readEntry, surroundings } from './judge.ts';

const TODAY = '2026-11-22';
const SETS = [
  ...['development', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'],
  ...['owners', 'held-out'],
];
const read = createGrammar();

it.each(SETS)('the answers to %s say what they answer', async (set) => {
  const url = new URL(`${set}.json`, import.meta.url);
  const entries = JSON.parse(readFileSync(url, 'utf8')) as Entry[];
  const unsaid: string[] = [];
  let answered = 0;
  for (const entry of entries) {
    const query = figuresOf(await readEntry(entry));
    if (query === null) continue;
    answered += 1;
    const text = figuresPhrase(query, surroundings, 'GBP');
    const back = figuresOf(await read({ text, prev: [] }, surroundings));
    if (back === null || !isDeepStrictEqual(said(back), said(query)))
      unsaid.push(set === 'held-out' ? entry.id : `${entry.id}: ${text}`);
  }
  console.log(
    `${set}.json: ${answered - unsaid.length} of ${answered} answers say what they answer`,
  );
  expect(unsaid).toEqual([]);
  expect(answered).toBeGreaterThan(entries.length / 2);
});

/** Null for what is no query of figures. */
function figuresOf(reading: Awaited<ReturnType<typeof readEntry>>): NormalQuery | null {
  if (reading.kind !== 'query' || 'report' in reading.query) return null;
  return withDefaults(reading.query as FiguresQuery, TODAY) as NormalQuery;
}

/** The order of measures, dimensions and filters says nothing; nor which of two ranges is compared with the other. */
function said({ measures, by, where, having, from, to, compare, ...rest }: NormalQuery) {
  return {
    ...rest,
    ranges: new Set([{ from, to }, compare].map((one) => JSON.stringify(one))),
    lists: [measures, by, where.map(filterOf), having].map(
      (list) => new Set(list.map((one) => JSON.stringify(one))),
    ),
  };
}
