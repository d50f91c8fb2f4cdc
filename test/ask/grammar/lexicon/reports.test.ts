import { expect, it } from 'vitest';
import { Sentence } from '../../../../ask/grammar/text/sentence.ts';
import { LEXICON } from '../../../../ask/grammar/words.ts';

const cues = (text: string): string[] =>
  LEXICON.find(new Sentence(text)).map(({ meaning }) => meaning);

it.each([
  ['not worth running', ['dead']],
  ['get rid of', ['dead']],
  ['cost more than they bring in', ['losing', 'money']],
  ['most profitable', ['profitable']],
  ["didn't turn up", ['past', 'noShow']],
  ['peak hours', ['whenBusy']],
  ['when is it quiet', ['whenQuiet']],
  ['right now', ['now']],
])('%s gives %j', (text, expected) => {
  expect(cues(text)).toEqual(expected);
});
