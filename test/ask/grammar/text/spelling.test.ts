import { expect, it } from 'vitest';
import { Sentence } from '../../../../ask/grammar/text/sentence.ts';
import { correctSpelling } from '../../../../ask/grammar/text/spelling.ts';

const vocabulary = new Set([
  'yesterday',
  'attendance',
  'leads',
  'march',
  'this',
  'many',
  'schedule',
]);
const names = new Set(['anna', 'yoga', 'ride']);

function corrected(text: string): string {
  const sentence = new Sentence(text);
  correctSpelling(sentence, vocabulary, { words: names, pairs: new Set() });
  return sentence.tokens.map(({ word }) => word).join(' ');
}

it.each([
  ['yesterdya', 'yesterday'],
  ['attendence', 'attendance'],
  ['shedule', 'schedule'],
  ['thsi', 'this'],
  ['manny', 'many'],
  ['rides', 'ride'],
  ['ana', 'anna'],
  ['wk', 'week'],
])('%s is %s', (typed, read) => {
  expect(corrected(typed)).toBe(read);
});

it.each([
  ['leeds', 'of five letters none is another'],
  ['how is Marco', 'a capital within the sentence: rather a name'],
  ['women', 'an English word'],
  ['xyzzy', 'nothing is near'],
])('%s stays: %s', (typed) => {
  expect(corrected(typed)).toBe(typed.toLowerCase());
});
