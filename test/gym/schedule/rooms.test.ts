import { expect, it } from 'vitest';
import { matchRoom } from '../../../gym/schedule/rooms.ts';

const ROOMS = [
  { id: 'studio', name: 'Große Halle' },
  { id: 'cycle-1', name: 'Cycle Studio' },
  { id: 'loft', name: 'The Roof' },
  { id: 'roof', name: 'Theatre' },
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
  ['Upstairs', 'studio', 'the mapping of the source'],
  ['Cellar', null, 'a mapping to a room that is not there'],
  ['Pool', null, 'nothing'],
  ['…', null, 'punctuation alone'],
])('%j means %j by %s', (name, id, _how) => {
  expect(matchRoom(name, ROOMS, { upstairs: 'studio', Cellar: 'gone' })).toBe(id);
});

it('a mapping goes before a name', () => {
  expect(matchRoom('Cycle Studio', ROOMS, { 'Cycle Studio': 'studio' })).toBe('studio');
});
