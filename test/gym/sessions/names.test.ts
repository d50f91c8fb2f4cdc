import { expect, it, test } from 'vitest';
import { createNameReader, findName, foldName, matchRoom } from '../../../gym/sessions/names.ts';

it.each([
  ['  José  GARCÍA ', 'jose garcia', true],
  ['Große Halle', 'GROSSE HALLE', true],
  ['Łukasz Bjørn', 'lukasz bjorn', true],
  ['İpek', 'ipek', true],
  ['ＨＩＩＴ\u00a045', 'hiit 45', true],
  ['HIIT 45', 'HIIT 45+', false],
  ['Анна', 'Анни', false],
  ['Anna', 'Ann a', false],
])('%j and %j are one name: %s', (one, other, isOne) => {
  expect(foldName(one) === foldName(other)).toBe(isOne);
});

const trainers = [
  { id: 'anna-kovacs', name: 'Anna Kovács' },
  { id: 'ben-okafor', name: 'Ben Okafor' },
  { id: 'bjorn-strom', name: 'Bjørn Strøm' },
  { id: 'dana-lee', name: 'Dana Lee' },
  { id: 'dana-lee-2', name: 'Dana Lee' },
  { id: 'hana-li', name: 'Hana Li' },
  { id: 'zoe', name: 'Zoë' },
];
const find = (text: string) => findName(trainers, text);

test.each([
  ['  Anna   KOVÁCS ', 'anna-kovacs'],
  ['dana-lee', 'dana-lee'],
  ['anna', 'anna-kovacs'],
  ['okafor', 'ben-okafor'],
])('a trainer is found by "%s"', (text, id) => {
  expect(find(text)).toMatchObject({ kind: 'one', found: { id } });
});

test('a trainer is not chosen by chance where two share a name', () => {
  expect(find('dana lee')).toEqual({ kind: 'several', among: [trainers[3], trainers[4]] });
  expect(find('dana')).toEqual({ kind: 'several', among: [trainers[3], trainers[4]] });
});

test('a trainer who is not known comes with the nearest five', () => {
  const match = find('Ana Kovaks');
  expect(match).toMatchObject({ kind: 'none', nearest: { length: 5, 0: { id: 'anna-kovacs' } } });
  expect(find('okafr')).toMatchObject({ kind: 'none', nearest: { 0: { id: 'ben-okafor' } } });
});

const read = (name: string, ...others: string[]) => createNameReader([name, ...others])(name);

it.each([
  ['Mills, Joanna', 'Joanna Mills'],
  ['MILLS,JOANNA', 'JOANNA MILLS'],
  ['van der Berg, Anna-Lena', 'Anna-Lena van der Berg'],
  ['O’Neill, Sam J.', 'Sam J. O’Neill'],
  ['Smith, John, Jr.', 'John Smith, Jr.'],
  ['Mills, Joanna; Lee, Sam', 'Joanna Mills; Sam Lee'],
  ['Mills, Joanna & Sam Lee', 'Joanna Mills & Sam Lee'],
  ['Петрова, Анна', 'Анна Петрова'],
])('a name with the last name first %s is %s', (name, spoken) => {
  expect(read(name)).toBe(spoken);
});

it('a name with the last name first is turned where two words on both sides are what the others of the file are', () => {
  expect(read('Garcia Lopez, Maria Jose', 'Mills, Joanna')).toBe('Maria Jose Garcia Lopez');
  expect(read('Garcia Lopez, Maria Jose', 'Maria Jose García López')).toBe(
    'Maria Jose Garcia Lopez',
  );
});

it('a name with the last name first is turned where the first name alone is known too', () => {
  expect(read('Hofmann, Lena', 'Lena')).toBe('Lena Hofmann');
});

it.each([
  'Smith, Jr.',
  'Anna Lee, RYT 200',
  'Motion, Inc.',
  'Staff, Studio',
  'Lee, covering',
  'Joanna Mills, Sam Lee',
  'Anna, Ben, Carla',
  'Mills,',
  '',
])('a comma that divides something else %s stays as it is', (name) => {
  expect(read(name)).toBe(name);
});

it('a comma that divides something else is one between two people where they are known', () => {
  expect(read('Anna, Ben', 'Anna', 'Ben')).toBe('Anna, Ben');
  expect(read('Joanna Mills, Sam Lee', 'Petrova, Anna', 'Sam Lee')).toBe('Joanna Mills, Sam Lee');
});

const ROOMS = [
  { id: 'studio', name: 'Große Halle' },
  { id: 'cycle-1', name: 'Cycle Studio' },
  { id: 'loft', name: 'The Roof' },
  { id: 'roof', name: 'Theatre', alsoCalled: ['Old Gym', 'Cycle Studio'] },
];

it.each([
  ['studio', 'studio', 'its id'],
  ['STUDIO', 'studio', 'its id in capitals'],
  ['Cycle Studio', 'cycle-1', 'its name'],
  ['Grosse Halle', 'studio', 'its name in letters of another keyboard'],
  ['  cycle-studio! ', 'cycle-1', 'its name with other punctuation'],
  ['Roof', 'roof', 'its id, which goes before a name without its article'],
  ['The Cycle Studio', 'cycle-1', 'its name with an article'],
  ['atre', null, 'a part of a word that is no article'],
  ['old gym', 'roof', 'a name that it had, and that no other room has now'],
  ['Upstairs', 'studio', 'the mapping of the source'],
  ['loft', 'studio', 'the mapping, which goes before an id'],
  ['Cellar', null, 'a mapping to a room that is not there'],
  ['Pool', null, 'nothing'],
  ['…', null, 'punctuation alone'],
])('%j means %j by %s', (name, id, _how) => {
  expect(matchRoom(name, ROOMS, { upstairs: 'studio', loft: 'studio', Cellar: 'gone' })).toBe(id);
});
