import { expect, it } from 'vitest';
import { Phrases, rule, type Slots } from '../../../../ask/grammar/text/pattern.ts';
import { Sentence } from '../../../../ask/grammar/text/sentence.ts';

const slots: Slots = {
  number: (sentence, at) => {
    const value = Number(sentence.word(at));
    return Number.isNaN(value) ? null : { value, length: 1 };
  },
};
const phrases = new Phrases<string>([
  rule('last <number> days|nights', (count: number) => `days ${count}`),
  rule('last week', () => 'week'),
  rule('last', () => 'last'),
  rule('the? <number> best?', (count: number) => (count > 9 ? null : `best ${count}`)),
]);
const found = (text: string): string[] =>
  phrases.find(new Sentence(text), slots).map(({ meaning }) => meaning);

it.each([
  ['last 7 days', ['days 7'], 'a slot reads a value'],
  ['last 7 nights', ['days 7'], 'one of several words'],
  ['last week last', ['week', 'last'], 'the longest wins'],
  ['the 3 best', ['best 3'], 'optional words are taken'],
  ['3', ['best 3'], 'optional words are left out'],
  ['the 12 best', [], 'values that do not fit leave the words alone'],
  ['lastweek', [], 'words are whole'],
])('%s: %j, %s', (text, meanings) => {
  expect(found(text)).toEqual(meanings);
});

it('claims what it has read, and only that', () => {
  const sentence = new Sentence('was last week good');
  phrases.find(sentence, slots);
  expect(sentence.free().map(({ token }) => token.word)).toEqual(['was', 'good']);
});
