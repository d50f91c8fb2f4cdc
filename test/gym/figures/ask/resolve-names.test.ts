/** Which classes a word in a filter means, and what the answer says of it. */

import { expect, it } from 'vitest';
import { withDefaults } from '../../../../gym/figures/ask/normal-query.ts';
import { resolveNames } from '../../../../gym/figures/ask/resolve-names.ts';
import { tableOf } from '../../../../gym/figures/class-table.ts';
import type { NormalQuery, QueryFilter } from '../../../../gym/figures/query.ts';
import { classSession } from '../../../support/classes.ts';
import { gymView } from '../../../support/gym-view.ts';

const NAMES = ['Hatha Yoga', 'Hot-Yoga 60', 'Power Ride', 'Rhythm Ride', 'Körper & Kraft', 'Core'];
const FAMILIES = {
  Spin: ['Power Ride', 'rhythm'],
  calm: ['yogas', 'Stretch'],
  hyrox: ['Hyrox Sim', 'Hyrox Prep'],
};

function resolved(where: readonly QueryFilter[], names: readonly string[] = NAMES) {
  const sessions = names.map((name, at) => classSession({ id: `c${at}`, name }));
  const view = gymView({ sessions, gym: { families: FAMILIES } });
  const query = withDefaults({ measures: ['held'], where }, '2026-11-21') as NormalQuery;
  return resolveNames(query, { table: tableOf(view), trainers: view.trainers, rooms: view.rooms });
}

function named(text: string, names?: readonly string[]) {
  const found = resolved([['class', 'is', [text]]], names);
  if ('code' in found) return { code: found.code, detail: found.detail };
  return { names: found.query.where[0]?.[2], notes: found.notes };
}

const YOGAS = ['Hatha Yoga', 'Hot-Yoga 60'];
const RIDES = ['Power Ride', 'Rhythm Ride'];

it.each([
  ['yoga', YOGAS],
  ['YOGAS', YOGAS],
  ['rides', RIDES],
  ['spin', RIDES],
  ['Spins', RIDES],
  ['calm', YOGAS],
])('“%s” is all classes of this word or family, and the answer lists them', (text, names) => {
  expect(named(text)).toEqual({ names, notes: [`“${text}” is taken for ${names.join(' and ')}.`] });
});

it.each([
  ['hatha yoga', 'Hatha Yoga'],
  ['hot yoga', 'Hot-Yoga 60'],
  ['korper kraft', 'Körper & Kraft'],
  ['  CORE ', 'Core'],
])('“%s” is one class, of which nothing needs to be said', (text, name) => {
  expect(named(text)).toEqual({ names: [name], notes: [] });
});

it('a class of the very name is that class alone, and the answer says what else has the word', () => {
  expect(named('yoga', [...NAMES, 'Yoga'])).toEqual({
    names: ['Yoga'],
    notes: [
      '“yoga” is taken for the class of this name alone; Hatha Yoga and Hot-Yoga 60 can be meant too.',
    ],
  });
  expect(named('yogas', [...NAMES, 'Yoga'])).toMatchObject({ names: [...YOGAS, 'Yoga'] });
  expect(named('spin', [...NAMES, 'Spin'])).toMatchObject({
    names: ['Spin'],
    notes: [expect.stringContaining('Power Ride and Rhythm Ride can be meant too')],
  });
});

it.each([
  ['yog', 'No class is called "yog", and no family. Nearest: Hatha Yoga, Hot-Yoga 60, '],
  ['ride power', 'No class is called "ride power", and no family. Nearest: Power Ride, '],
  ['calmer', 'No class is called "calmer", and no family. Nearest: calm, '],
  ['!?', 'No class is called "!?", and no family. Nearest: '],
  [
    'hyrox',
    'The family "hyrox" of the configuration has no class in these dates: it is Hyrox Sim and Hyrox Prep. Nearest: hyrox, ',
  ],
])('“%s” is no class here: never part of a word', (text, told) => {
  expect(named(text)).toEqual({ code: 'unknown_name', detail: expect.stringContaining(told) });
});

it('is_not leaves all of them out, and words of one filter are put together once', () => {
  expect(resolved([['class', 'is_not', ['yoga', 'hatha', 'spin']]])).toMatchObject({
    query: { where: [['class', 'is_not', [...YOGAS, ...RIDES]]] },
  });
});

it('a word of more classes than a filter may name is refused', () => {
  const names = Array.from({ length: 101 }, (_, at) => `Class ${at}`);
  expect(named('class', names)).toEqual({
    code: 'ambiguous_name',
    detail: expect.stringContaining('are in the names of 101 classes'),
  });
  expect(named('class', names.slice(1))).toMatchObject({
    notes: [expect.stringMatching(/and 80 more\.$/)],
  });
  expect(named('class', names.slice(0, 20))).toMatchObject({
    notes: [expect.stringMatching(/Class 18 and Class 19\.$/)],
  });
});

it('families and words are of classes alone', () => {
  const rooms = resolved([['room', 'is', ['spin']]]);
  expect(rooms).toMatchObject({ code: 'unknown_name' });
  expect(resolved([['series', 'is', ['ride']]])).toMatchObject({ code: 'ambiguous_name' });
});
