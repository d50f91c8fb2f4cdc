/** Every refusal offers questions that work: those that it offers are asked. */

import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { type Entry, readEntry } from '../questions-2026/judge.ts';

const entriesOf = (file: string): Entry[] =>
  JSON.parse(readFileSync(new URL(`../questions-2026/${file}`, import.meta.url), 'utf8'));
/** A thousand questions: more than a minute where others use the machine. */
vi.setConfig({ testTimeout: 120_000 });

const read = (question: string) => readEntry({ id: '', mix: '', question, expect: {} });
/** Questions with a strange word, and half of a question: refusals of every kind. */
const broken = ({ question }: Entry): string[] => {
  const words = question.split(' ');
  return [question, `${question} bicycle`, words.slice(0, Math.ceil(words.length / 2)).join(' ')];
};

it('the first three questions of a refusal are read as queries', async () => {
  const all = [...entriesOf('development.json'), ...entriesOf('second.json')].flatMap(broken);
  const offered = new Set<string>();
  for (const text of all) {
    const reading = await read(text);
    if (reading.kind === 'query') continue;
    const offers = reading.kind === 'choice' ? reading.options : reading.suggestions;
    expect(offers.length, text).toBeGreaterThanOrEqual(1);
    if (reading.kind === 'unclear') for (const one of offers.slice(0, 3)) offered.add(one);
  }
  expect(offered.size).toBeGreaterThan(50);
  const dead: string[] = [];
  for (const one of offered) if ((await read(one)).kind !== 'query') dead.push(one);
  expect(dead).toEqual([]);
});

it.each([
  ['How many bicycles came to Power Ride last week', 'Power Ride', 'Nov 2026'],
  ['bicycle revenue by room', 'Revenue by room'],
  ['who is in today', 'How many no-shows'],
])('“%s” offers what was understood of it', async (text, ...parts) => {
  const reading = await read(text);
  const [first = ''] = reading.kind === 'unclear' ? reading.suggestions : [];
  for (const part of parts) expect(first).toContain(part);
});
