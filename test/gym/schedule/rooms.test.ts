import { expect, it } from 'vitest';
import { matchRoom } from '../../../gym/schedule/rooms.ts';

const ROOMS = [
  { id: 'studio', name: 'Große Halle' },
  { id: 'cycle-1', name: 'Cycle Studio' },
];

it.each([
  ['studio', 'studio', 'its id'],
  ['STUDIO', 'studio', 'its id in capitals'],
  ['Cycle Studio', 'cycle-1', 'its name'],
  ['Grosse Halle', 'studio', 'its name in letters of another keyboard'],
  ['  cycle-studio! ', 'cycle-1', 'its name with other punctuation'],
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
