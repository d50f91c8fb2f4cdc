/** Names of people that are also words of a question. */

import { expect, it } from 'vitest';
import { createGrammar } from '../../../ask/read/grammar.ts';
import type { Reading } from '../../../ask/reader.ts';

const read = createGrammar();
const trainers = ['Max Power', 'April May', 'Joe Vance', 'Al Dun'].map((name) => {
  return { id: name.toLowerCase().replace(' ', '-'), name };
});
const context = {
  timezone: 'Europe/London',
  nowUtcMs: Date.UTC(2026, 10, 18, 12),
  trainers,
  self: null,
  classNames: ['Dawn Yoga'],
  families: [],
  rooms: [],
};

it('asks which of two people of one name is meant, and is told by an option', async () => {
  const jo = ['trn_0bad4', 'trn_7c'].map((id) => ({ id, name: 'Jo Lee' }));
  const both = { ...context, trainers: [...trainers, ...jo] };
  const asked = await read({ text: 'how full were Jo’s classes', prev: [] }, both);
  if (asked.kind !== 'choice') throw new Error(asked.kind);
  expect(asked.options).toHaveLength(3);
  const told = await Promise.all(asked.options.map((text) => read({ text, prev: [] }, both)));
  expect(told.map(whom)).toEqual([['trn_0bad4'], ['trn_7c'], ['trn_0bad4', 'trn_7c']]);
});

it('asks whether a last name or the class with that word is meant', async () => {
  const gym = { ...context, classNames: ['Power Ride'] };
  const asked = await read({ text: 'fill rate of Power', prev: [] }, gym);
  expect(asked).toMatchObject({
    options: ['fill rate of Max Power', 'fill rate of Power Ride'],
  });
  expect(whom(await read({ text: 'Power’s fill rate', prev: [] }, gym))).toEqual(['max-power']);
});

it('the word “class” is no name, though one class has it in hers', async () => {
  const gym = { ...context, classNames: ['Spin Class', 'Yoga'] };
  expect(await read({ text: 'which classes lose money?', prev: [] }, gym)).toMatchObject({
    query: { by: ['series'], having: [['profit', '<', 0]] },
  });
  expect(await read({ text: 'how many came to spin', prev: [] }, gym)).toMatchObject({
    query: { where: [['class', 'is', ['Spin Class']]] },
  });
});

function whom(reading: Reading): unknown[] {
  const where = reading.kind === 'query' && 'where' in reading.query ? reading.query.where : [];
  return where?.flatMap(([dim, , values]) => (dim === 'trainer' ? values : [])) ?? [];
}

it('leads nobody who sees their own classes to what they may not see', async () => {
  const own = { ...context, trainers: trainers.slice(0, 1), self: 'max-power' };
  const ask = async (text: string) => read({ text, prev: [] }, own);
  const blank = await ask('Fill rate of Zumba by week');
  if (blank.kind !== 'unclear') throw new Error(blank.kind);
  expect(blank.suggestions.length).toBeGreaterThan(5);
  for (const text of blank.suggestions)
    expect([text, ...whom(await ask(text))]).toEqual([text, own.self]);
  for (const text of ['Which of my classes are the fullest?', 'Which of my classes is fullest?'])
    expect(whom(await ask(text))).toEqual([own.self]);
  const others = await ask('attendance of all trainers but me');
  expect(others).toMatchObject({ query: { where: [['trainer', 'is_not', [own.self]]] } });
});

it.each([
  ['how many people came to Max’s classes last month', ['max-power']],
  ['max’s fill rate', ['max-power']],
  ['how full were April’s classes', ['april-may']],
  ['who has the best fill rate, Max or Joe', ['max-power', 'joe-vance']],
  ['max attendance in April', []],
  ['is al fuller than Joe', ['al-dun', 'joe-vance']],
])('%s: of %j', async (text, meant) => {
  const reading = await read({ text, prev: [] }, context);
  expect([reading.kind, whom(reading)]).toEqual(['query', meant]);
});

it('puts typing errors of names right, and no English word', async () => {
  const gym = { ...context, classNames: ['Boxing Basics', 'Vinyasa Flow'] };
  const ask = async (text: string) => read({ text, prev: [] }, gym);
  expect(await ask('how many came to vinyassa last week')).toMatchObject({
    query: { measures: ['attended'], where: [['class', 'is', ['Vinyasa Flow']]] },
    assumed: ['Took “vinyassa” for Vinyasa Flow.'],
  });
  const booked = await ask('booking numbers last week');
  expect(booked).toMatchObject({ query: { measures: ['booked'] }, assumed: [] });
  expect(booked).not.toHaveProperty('query.where');
});
