/**
 * No word is dropped: what is put into a question, taken out of it or exchanged changes its query, or the question is asked
 * back, but for words that say what another one says already.
 */

import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { ABSORBED, FAMILY, TURNED } from '../../../ask/grammar/build/measures/families.ts';
import { findMarks, VOCABULARY } from '../../../ask/grammar/marks/find-marks.ts';
import type { Mark } from '../../../ask/grammar/marks/mark.ts';
import { FILLER } from '../../../ask/grammar/text/filler.ts';
import { type Entry, readEntry, surroundings } from '../questions-2026/judge.ts';

const entriesOf = (file: string): Entry[] =>
  JSON.parse(readFileSync(new URL(`../questions-2026/${file}`, import.meta.url), 'utf8'));
const asked = [
  ...entriesOf('development.json'),
  ...entriesOf('second.json'),
  ...entriesOf('third.json'),
  ...entriesOf('fourth.json'),
  ...entriesOf('fifth.json'),
  ...entriesOf('sixth.json'),
  ...entriesOf('owners.json'),
].filter(({ prev }) => prev === undefined);

/** Words that no rule knows. */
const STRANGE =
  'bicycle green umbrella quarterly-ish purple velocity sandwich tuba granite lately-built marble'.split(
    ' ',
  );
/** Kinds of marks that hang the others together: alone they ask for nothing. */
const JOINING =
  /^(and|or|each|which|who|how_many|how_much|how|have|any|all|list|past|self|future|doing|now|by_word|compare|than|timetable|follow)$/;

/** Thousands of questions: more than a minute where others use the machine. */
vi.setConfig({ testTimeout: 120_000 });

const queryOf = async (question: string): Promise<string | null> => {
  const reading = await readEntry({ id: '', mix: '', question, expect: {} });
  return reading.kind === 'query' && !('report' in reading.query)
    ? JSON.stringify(reading.query)
    : null;
};

const marksOf = (question: string): readonly Mark[] => findMarks(question, { surroundings }).marks;
const hasWord = ({ typed }: Mark, word: string): boolean =>
  typed
    .toLowerCase()
    .split(/[^\p{L}_]+/u)
    .includes(word);

/** Its words say it already: "how many people do we need to cover our costs", "every day but Sunday". */
function isStronger(mark: Mark, query: string): boolean {
  if (mark.is === 'name') return mark.candidates.some(({ id }) => query.includes(`"${id}"`));
  if (mark.is === 'order' && query.includes('"order"')) return true;
  if (mark.is === 'state' && query.includes('breakeven_attendance')) return true;
  if (mark.is === 'by' && /^(on )?every\b/i.test(mark.typed) && query.includes('"is_not"'))
    return true;
  if (mark.is === 'measure' && mark.measures[0] === 'sessions' && query.includes('"having"'))
    return true;
  return false;
}

/** Places taken are the people who came. */
const isTaken = ({ typed }: Mark, query: string): boolean =>
  /^taken$/i.test(typed) && query.includes('"attended"');
const isJoin = (mark: Mark): boolean =>
  JOINING.test(mark.is) || (mark.is === 'not' && mark.kind === 'but');

/** What a mark means has its part in the query already: "visits" in one of attendance. */
function isSaid(mark: Mark, query: string): boolean {
  if (isJoin(mark) || isTaken(mark, query) || isStronger(mark, query)) return true;
  if (mark.is === 'measure' || mark.is === 'order') {
    const own = mark.measures.flatMap((one) => [
      one,
      ...(FAMILY[one] ?? []),
      ...(ABSORBED[one] ?? []),
      ...(TURNED[one] ?? []),
    ]);
    const isTaught =
      mark.measures.some((one) => /^(sessions|held)$/.test(one)) &&
      !/many|number|count/i.test(mark.typed);
    const isOverTime = mark.measures.includes('trend') && /"(day|week|month)"/.test(query);
    return (
      own.length === 0 || isOverTime || isTaught || own.some((one) => query.includes(`"${one}"`))
    );
  }
  if (mark.is === 'noun' || mark.is === 'by')
    return /^(series|session|class)$/.test(mark.dim) || query.includes(`"${mark.dim}"`);
  if (mark.is === 'state') return query.includes(mark.measure);
  if (mark.is === 'refuse') return mark.reason === 'greeting';
  // A wider time around the one that is named, a word that makes a rank or a comparison stronger.
  if (mark.is === 'filter') return query.includes(mark.dim);
  if (/^(time|direction|sorted|not|bound)$/.test(mark.is))
    return /"(from|order|compare|where|having|is_not)"/.test(query);
  return (
    mark.is === 'turn' && /(rate|average|_per_|_value|profit|breakeven|over_capacity)/.test(query)
  );
}

it('a strange word is never passed over', async () => {
  const passed: string[] = [];
  for (const [at, { question }] of asked.entries()) {
    if ((await queryOf(question)) === null) continue;
    const words = question.split(' ');
    const strange = STRANGE[at % STRANGE.length] ?? '';
    const place = (at * 7) % (words.length + 1);
    for (const removed of [0, 1]) {
      const other = words.toSpliced(place, removed, strange).join(' ');
      if ((await queryOf(other)) !== null) passed.push(other);
    }
  }
  expect(passed).toEqual([]);
});

it('a word with a meaning, put in at any place, changes what is read or is asked back', async () => {
  const words = [...VOCABULARY].filter((word) => !FILLER.has(word) && /^[a-z_]{3,}$/.test(word));
  const passed: string[] = [];
  for (const [at, { question }] of asked.entries()) {
    const before = await queryOf(question);
    if (before === null) continue;
    const typed = question.split(' ');
    for (let turn = 0; turn < 4; turn++) {
      const word = words[(at * 7919 + turn * 104_729) % words.length] ?? '';
      const place = (at * 31 + turn * 17) % (typed.length + 1);
      const other = typed.toSpliced(place, 0, word).join(' ');
      if ((await queryOf(other)) !== before) continue;
      const own = marksOf(other).filter((mark) => hasWord(mark, word));
      const isWhole = (mark: Mark): boolean =>
        (mark.is === 'verdict' && before.includes(mark.values.join('","'))) ||
        (mark.is === 'free' && before.includes('"booked"'));
      if (!own.every((mark) => isWhole(mark) || isSaid(mark, before))) passed.push(other);
    }
  }
  expect(passed).toEqual([]);
});

it('a word with a meaning, taken out, changes what is read, or said nothing that is not said', async () => {
  const passed: string[] = [];
  for (const { question } of asked) {
    const before = await queryOf(question);
    if (before === null) continue;
    const typed = question.split(' ');
    for (const [at, word] of typed.entries()) {
      const bare = word.toLowerCase().replace(/[^\p{L}-]/gu, '');
      if (bare.length < 3 || FILLER.has(bare) || !VOCABULARY.has(bare)) continue;
      const other = typed.toSpliced(at, 1).join(' ');
      if ((await queryOf(other)) !== before) continue;
      const left = marksOf(other);
      const count = (marks: readonly Mark[], { is }: Mark): number =>
        marks.filter((mark) => mark.is === is).length;
      const all = marksOf(question);
      const lost = all.filter(
        (mark) => hasWord(mark, bare) && count(left, mark) < count(all, mark),
      );
      if (!lost.every((mark) => isSaid(mark, before))) passed.push(`${bare}: ${other}`);
    }
  }
  expect(passed).toEqual([]);
});
