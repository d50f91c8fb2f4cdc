/** No word is dropped: what is put into a question changes its query, or the question is asked back. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Entry, readEntry } from '../questions-2026/judge.ts';

const entries: Entry[] = JSON.parse(
  readFileSync(new URL('../questions-2026/development.json', import.meta.url), 'utf8'),
);
const asked = entries.filter(({ prev }) => prev === undefined);

/** Words that no rule knows. */
const STRANGE =
  'bicycle green umbrella quarterly-ish purple velocity sandwich tuba granite lately-built marble'.split(
    ' ',
  );
/** Words that rules know, and that mean something in any question. */
const KNOWN =
  'revenue no-shows waitlist except cancelled Anna Fridays evenings profitable weekly versus fewer'.split(
    ' ',
  );

const queryOf = async (entry: Entry): Promise<string | null> => {
  const reading = await readEntry(entry);
  return reading.kind === 'query' ? JSON.stringify(reading.query) : null;
};

it('a strange word is never passed over', async () => {
  const passed: string[] = [];
  for (const [at, entry] of asked.entries()) {
    if ((await queryOf(entry)) === null) continue;
    const words = entry.question.split(' ');
    const place = (at * 7) % (words.length + 1);
    const strange = STRANGE[at % STRANGE.length] ?? '';
    const question = words.toSpliced(place, 0, strange).join(' ');
    if ((await queryOf({ ...entry, question })) !== null) passed.push(question);
  }
  expect(passed).toEqual([]);
});

it('a word with a meaning changes what is read', async () => {
  const passed: string[] = [];
  for (const [at, entry] of asked.entries()) {
    const before = await queryOf(entry);
    if (before === null) continue;
    for (const known of [
      KNOWN[at % KNOWN.length] ?? '',
      KNOWN[(at * 5 + 3) % KNOWN.length] ?? '',
    ]) {
      const stem = known.replace(/s$/, '').toLowerCase();
      if (entry.question.toLowerCase().includes(stem) || isTold(known, before)) continue;
      const question = `${entry.question.replace(/[?.!]\s*$/, '')} ${known}`;
      if ((await queryOf({ ...entry, question })) === before) passed.push(question);
    }
  }
  expect(passed).toEqual([]);
});

/** What the query has already, in other words. */
function isTold(word: string, query: string): boolean {
  const has: Record<string, string> = {
    weekly: '"by":["week"',
    evenings: '"evening"',
    profitable: 'profit',
    versus: 'compare',
  };
  return query.includes(has[word] ?? word.toLowerCase().replace('-', '_'));
}
