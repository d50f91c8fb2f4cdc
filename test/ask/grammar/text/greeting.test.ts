import { expect, it } from 'vitest';
import { claimGreeting } from '../../../../ask/grammar/text/greeting.ts';
import { Sentence } from '../../../../ask/grammar/text/sentence.ts';
import { ask } from '../asking.ts';

it.each([
  ['Morning! How many came?', ['how', 'many', 'came']],
  ['Good evening how full was it', ['how', 'full', 'was', 'it']],
  ['Hi, good morning. Revenue', ['revenue']],
  ['morning classes last week', ['morning', 'classes', 'last', 'week']],
  ['Evening', ['evening']],
  ['hello', ['hello']],
])('%s', (text, left) => {
  const sentence = new Sentence(text);
  claimGreeting(sentence);
  expect(sentence.free().map(({ token }) => token.word)).toEqual(left);
});

it('a greeting narrows nothing', async () => {
  expect(await ask('Morning! How many people came yesterday?')).toMatchObject({
    query: { from: '2026-11-17', to: '2026-11-17' },
  });
});
