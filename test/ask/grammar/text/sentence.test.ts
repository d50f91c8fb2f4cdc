import { expect, it } from 'vitest';
import { Sentence } from '../../../../ask/grammar/text/sentence.ts';

const words = (text: string): string[] => new Sentence(text).tokens.map(({ word }) => word);

it.each([
  ['What’s on?', ['what', 'is', 'on']],
  ["didn't come", ['did', 'not', 'come']],
  ["won't", ['will', 'not']],
  ['whos in', ['who', 'is', 'in']],
  ['no-shows', ['no', 'shows']],
  ['1-10 October', ['1', '-', '10', 'october']],
  ['6.30pm', ['6.30', 'pm']],
  ['HIIT45', ['hiit', '45']],
  ['on 2026-11-03', ['on', '2026-11-03']],
  ['Zoë & José', ['zoe', 'and', 'jose']],
  ['🏋️ ???', []],
])('%s', (text, expected) => {
  expect(words(text)).toEqual(expected);
});

it('knows a possessive, and where words stand', () => {
  const [first] = new Sentence("Anna's week").tokens;
  expect(first).toEqual({ word: 'anna', typed: "Anna's", start: 0, end: 6, isPossessive: true });
});
