import { expect, it } from 'vitest';
import { ROOM_FEATURES, ROOM_VIEWS, readRooms } from '../../../../bench/accuracy/rooms/labels.ts';

const ROOMS = readRooms();
/** Repositories that the training pictures are from, as their `SOURCES.md` has them. */
const TRAINED_ON = ['fight-detection-surv-dataset', 'free-exercise-db', 'jetson-inference'];

it('the labelled rooms have points inside the picture and a count inside their range', () => {
  for (const { file, people, range, view, features } of ROOMS) {
    const inside = people.flat().every((ratio) => ratio >= 0 && ratio <= 1);
    expect(inside, file).toBe(true);
    expect(people.length, file).toBeGreaterThanOrEqual(range[0]);
    expect(people.length, file).toBeLessThanOrEqual(range[1]);
    expect(ROOM_VIEWS).toContain(view);
    expect(features.filter((feature) => !ROOM_FEATURES.includes(feature))).toEqual([]);
  }
});

it('the labelled rooms have a source that one can fetch, and a name of their own', () => {
  for (const { file, repository, commit, sha256 } of ROOMS) {
    expect(repository, file).toMatch(/^[\w.-]+\/[\w.-]+$/);
    expect(commit, file).toMatch(/^[0-9a-f]{40}$/);
    expect(sha256, file).toMatch(/^[0-9a-f]{16}$/);
  }
  expect(new Set(ROOMS.map(({ file }) => file)).size).toBe(ROOMS.length);
  const sources = ROOMS.map(({ sha256, at_s }) => `${sha256} ${at_s ?? ''}`);
  expect(new Set(sources).size).toBe(ROOMS.length);
});

it('the labelled rooms are split by site, with about a third kept aside', () => {
  const sides = new Map<string, Set<boolean>>();
  for (const { site, held_out } of ROOMS) {
    sides.set(site, (sides.get(site) ?? new Set()).add(held_out));
  }
  expect([...sides].filter(([, both]) => both.size > 1)).toEqual([]);
  const share = ROOMS.filter(({ held_out }) => held_out).length / ROOMS.length;
  expect(share).toBeGreaterThan(0.3);
  expect(share).toBeLessThan(0.4);
});

it('the labelled rooms are not from where the training pictures are', () => {
  const shared = ROOMS.filter(({ repository }) =>
    TRAINED_ON.includes(repository.split('/')[1] ?? ''),
  );
  expect(shared).toEqual([]);
});
