import { expect, it } from 'vitest';
import { ask, queryOf, surroundings } from '../asking.ts';

const NAMES = ['Hatha Yoga', 'Hot Yoga', 'Power Ride', 'Sunday Ride'];
const CALM = { name: 'Calm', classes: ['Restorative Yoga', 'Candlelit Yin'] };
const week = { from: '2026-11-09', to: '2026-11-15' };

it.each([
  ['Anna Petrova', 'anna-petrova'],
  ['anna', 'anna-petrova'],
  ['Ana', 'anna-petrova'],
  ['ZOE', 'zoe-marchetti'],
  ['Zoey', 'zoe-marchetti'],
  ['darius kahn', 'darius-khan'],
  ['Toms', 'tom-ashworth'],
])('how did %s do last week: %s', async (typed, trainer) => {
  expect(await queryOf(`how did ${typed} do last week`)).toMatchObject({
    where: [['trainer', 'is', [trainer]]],
    ...week,
  });
});

it.each(['Tim', 'Dana', 'Bob', 'Hanna', 'Marco'])('%s is nobody here', async (typed) => {
  expect(await ask(`how did ${typed} do last week`)).toMatchObject({ reason: 'unknown_name' });
});

it.each([
  ['hatha yoga', 'Hatha Yoga'],
  ['hata yoga', 'Hatha Yoga'],
  ['powerride', 'Power Ride'],
  ['HIIT45', 'HIIT 45'],
  ['sunday rides', 'Sunday Ride'],
  ['stretch & mobility', 'Stretch and Mobility'],
  ['boxing', 'Boxing Basics'],
  ['kettlebell flow', 'Masterclass Kettlebell Flow'],
])('how full was %s last week: %s', async (typed, name) => {
  expect(await queryOf(`how full was ${typed} last week`)).toEqual({
    measures: ['fill_rate'],
    where: [['class', 'is', [name]]],
    ...week,
  });
});

it.each([
  ['yoga', ['Hatha Yoga', 'Hot Yoga'], { classNames: NAMES }],
  ['HIIT', ['HIIT 45', 'Early HIIT'], {}],
  ['rides', ['Power Ride', 'Sunday Ride'], { classNames: NAMES }],
  ['calm', ['Restorative Yoga', 'Candlelit Yin'], { families: [CALM] }],
])(
  '%s is all classes of this word or family, and the answer says which',
  async (typed, names, more) => {
    const reading = await ask(`How many people came to ${typed} last week?`, more);
    expect(reading).toMatchObject({ query: { where: [['class', 'is', names]] } });
    expect(reading).toMatchObject({ assumed: [`Took “${typed}” for ${names.join(' and ')}.`] });
  },
);

it('asks which is meant where a word of classes is held against a room', async () => {
  expect(await ask('does yoga make more money than spin')).toMatchObject({
    kind: 'choice',
    text: 'Which “yoga”?',
    options: { 0: 'does Hatha Yoga make more money than spin' },
  });
});

it('asks which of two trainers of one first name is meant', async () => {
  const trainers = [
    { id: 'anna-petrova', name: 'Anna Petrova' },
    { id: 'anna-lund', name: 'Anna Lund' },
  ];
  const reading = await ask('How did Anna do?', { trainers });
  expect(reading).toMatchObject({ options: ['How did Anna Petrova do?', 'How did Anna Lund do?'] });
});

it('takes the class that is exactly called so', async () => {
  const classNames = ['Spin', 'Spin Basics', 'Power Spin'];
  expect(await queryOf('how full was spin last week', { classNames })).toMatchObject({
    where: [['class', 'is', ['Spin']]],
    ...week,
  });
});

it('copes with a gym without names, and with names that are words', async () => {
  const nobody = { trainers: [], classNames: [], rooms: [] };
  expect(await ask('how is Anna doing', nobody)).toMatchObject({ kind: 'unclear' });
  const odd = {
    trainers: [{ id: 'x', name: '' }],
    classNames: ['', '   ', '!!!', 'The'],
    rooms: [{ id: 'r', name: '日本' }],
  };
  expect((await ask('how full was The last week', odd)).kind).toMatch(/query|unclear/);
  expect(surroundings(odd).classNames).toHaveLength(4);
});
