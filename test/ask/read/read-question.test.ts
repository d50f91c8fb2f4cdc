/** Single questions whose reading has a rule of its own. */

import { expect, it } from 'vitest';
import { surroundingsOf } from '../../../ask/answers/ask-question.ts';
import { readQuestion } from '../../../ask/read/read-question.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';

const view = sandboxView(Date.UTC(2026, 10, 22, 18));
const caller = { principal: null, view, trainers: view.trainers };
const surroundings = surroundingsOf(caller, null);

it.each([
  [['07:30'], ['07:30']],
  [['19:30'], ['19:30']],
  [
    ['07:30', '19:30'],
    ['07:30', '19:30'],
  ],
])('7:30 is when classes begin: %j', async (startTimes, meant) => {
  const asked = { text: 'How full is the 7:30 class?', prev: [] };
  const reading = await readQuestion(asked, { ...surroundings, startTimes });
  expect(reading).toMatchObject({ query: { where: [['start_time', 'is', meant]] } });
});

it.each([
  'which trainers are paid more than they bring in',
  'which classes had more bookings than visits last week',
])('one figure is not compared with another: %s', async (text) => {
  expect(await readQuestion({ text, prev: [] }, surroundings)).toMatchObject({ kind: 'unclear' });
});

it('a trainer is offered no guess about money', async () => {
  const asked = { text: 'my takings against my pay, any good', prev: [] };
  const offered = async (self: string | null) => {
    const reading = await readQuestion(asked, { ...surroundings, self });
    return reading.kind === 'unclear' && reading.suggestions.join();
  };
  expect(await offered(null)).toMatch(/revenue/i);
  expect(await offered('anna-petrova')).not.toMatch(/revenue|pay/i);
});

it('a word that nobody knows is left out, and said to be', async () => {
  const asked = { text: 'How many people came last week then, flippetygibbet', prev: [] };
  expect(await readQuestion(asked, surroundings)).toMatchObject({
    query: { measures: expect.arrayContaining(['attended']) },
    assumed: ['Not used: “flippetygibbet”.'],
  });
});

it('two thirds are no two people', async () => {
  const asked = { text: 'classes more than two thirds full', prev: [] };
  expect(await readQuestion(asked, surroundings)).toMatchObject({
    query: { having: [['fill_rate', '>', 0.666667]] },
  });
});

it.each([
  'How many people came last week? Why so few?',
  'early mornings in the shed - worth it?',
  'How many came to yoga and how many to spin?',
  'cancel tom’s class tomorrow',
  'attendance without Boxing Day',
  "Our open evening was the 17th of November. What footfall did we get from five o'clock on that day?",
])('no part is answered for the whole: %s', async (text) => {
  expect(await readQuestion({ text, prev: [] }, surroundings)).toMatchObject({ kind: 'unclear' });
});
