import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parseSceneUrl, peopleAt, stillOf } from '../../../engine/pictures/drawn-room.ts';

const EPOCH_S = 1_800_000_000;
const spec = parseSceneUrl(`scene:studio?seed=5&epoch=${EPOCH_S}`);
const at = (minute: number) => peopleAt(spec, (EPOCH_S + minute * 60) * 1000);

it('the address of a drawn room is a room, and what is left out has a default', () => {
  const defaults = { room: 'studio', seed: 1, people: 10, periodMin: 60, epochMs: 0, emptyMs: 0 };
  expect(parseSceneUrl('scene:')).toEqual(defaults);
  const said = { room: 'yoga', seed: 7, people: 3, periodMin: 20, epochMs: 1_700_000 };
  const url = 'scene:yoga?seed=7&people=3&period_min=20&epoch=1700';
  expect(parseSceneUrl(url)).toEqual({ ...defaults, ...said });
});

it.each([
  ['scene:stuido', /one of studio, spin, weights, yoga, got stuido.*did you mean studio/],
  ['scene:studio?peple=3', /one of seed, people.*got peple.*did you mean people/],
  ['scene:studio?people', /people to be a whole number, 0..10, got nothing/],
  ['scene:studio?people=11', /people to be a whole number, 0..10, got 11/],
  ['scene:studio?seed=4294967296', /seed to be a whole number/],
  ['scene:studio?seed=1&seed=2', /seed once, got seed twice/],
  ['scene:studio?seed=1?seed=2', /expected scene:ROOM/],
])('the address of a drawn room that is wrong is refused: %s', (url, sentence) => {
  expect(() => parseSceneUrl(url)).toThrow(sentence);
});

it('the people in a drawn room come to the first class, stay, go, and come to the next', () => {
  expect(at(-10)).toBe(0);
  const during = [10, 20, 40].map(at);
  expect(Math.min(...during)).toBeGreaterThanOrEqual(7);
  expect(new Set(during).size).toBe(1);
  expect(at(55.5)).toBe(0);
  expect(at(75)).toBeGreaterThanOrEqual(7);
  expect(peopleAt({ ...spec, people: 0 }, (EPOCH_S + 600) * 1000)).toBe(0);
});

it('the people in a drawn room are as many as a still shows: each room has two for every number, whose truth is known', () => {
  const truth = JSON.parse(readFileSync('engine/pictures/rooms/truth.json', 'utf8'));
  for (const room of ['studio', 'spin', 'weights', 'yoga'] as const) {
    for (let people = 0; people <= 10; people += 1) {
      const files = [0, 1].map((turn) => fileURLToPath(stillOf({ room }, people, turn)));
      expect(files.every((file) => existsSync(file))).toBe(true);
      const told = files.map((file) => truth[room][basename(file)]);
      expect(told).toEqual([people, people]);
    }
  }
});
