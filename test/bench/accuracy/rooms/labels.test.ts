import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lookedPicture } from '../../../../bench/accuracy/figures.ts';
import { peopleIn } from '../../../../bench/accuracy/labels.ts';
import {
  pictureOf,
  pictureSeen,
  ROOM_FEATURES,
  ROOM_VIEWS,
  readRooms,
  roomsIn,
} from '../../../../bench/accuracy/rooms/labels.ts';

const ROOMS = readRooms();
/** Repositories that the training pictures are from, as their `SOURCES.md` has them. */
const TRAINED_ON = ['fight-detection-surv-dataset', 'free-exercise-db', 'jetson-inference'];

describe('the labelled rooms', () => {
  it('have points inside the picture and a count inside their range', () => {
    for (const { file, people, range, sure, view, features } of ROOMS) {
      const inside = people.flat().every((ratio) => ratio >= 0 && ratio <= 1);
      expect(inside, file).toBe(true);
      expect(people.length, file).toBeGreaterThanOrEqual(range[0]);
      expect(people.length, file).toBeLessThanOrEqual(range[1]);
      expect(sure, file).toBe(range[0] === range[1]);
      expect(ROOM_VIEWS).toContain(view);
      expect(features.filter((feature) => !ROOM_FEATURES.includes(feature))).toEqual([]);
    }
  });

  it('have a source that one can fetch, and a name of their own', () => {
    for (const { file, repository, commit, sha256 } of ROOMS) {
      expect(repository, file).toMatch(/^[\w.-]+\/[\w.-]+$/);
      expect(commit, file).toMatch(/^[0-9a-f]{40}$/);
      expect(sha256, file).toMatch(/^[0-9a-f]{64}$/);
    }
    expect(new Set(ROOMS.map(({ file }) => file)).size).toBe(ROOMS.length);
    const sources = ROOMS.map(({ sha256, at_s }) => `${sha256} ${at_s ?? ''}`);
    expect(new Set(sources).size).toBe(ROOMS.length);
  });

  it('are split by site, with about a third kept aside', () => {
    const sides = new Map<string, Set<boolean>>();
    for (const { site, held_out } of ROOMS) {
      sides.set(site, (sides.get(site) ?? new Set()).add(held_out));
    }
    expect([...sides].filter(([, both]) => both.size > 1)).toEqual([]);
    const share = ROOMS.filter(({ held_out }) => held_out).length / ROOMS.length;
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.4);
  });

  it('keep a place on one site', () => {
    const sites = new Map(ROOMS.map(({ place, site }) => [place, site]));
    expect(ROOMS.filter(({ place, site }) => sites.get(place) !== site)).toEqual([]);
  });

  it('are not from where the training pictures are', () => {
    const shared = ROOMS.filter(({ repository }) =>
      TRAINED_ON.includes(repository.split('/')[1] ?? ''),
    );
    expect(shared).toEqual([]);
  });

  it('are judged where their picture is there, one side at a time', () => {
    const dir = mkdtempSync(join(tmpdir(), 'turnout-rooms-'));
    const one = ROOMS.find(({ held_out }) => held_out);
    const other = ROOMS.find(({ held_out }) => !held_out);
    for (const room of [one, other]) writeFileSync(join(dir, room?.file ?? ''), 'a picture');
    expect(roomsIn(dir, true)).toEqual([one]);
    expect(roomsIn(dir, false)).toEqual([other]);
    rmSync(dir, { recursive: true });
    expect(roomsIn(dir, false)).toEqual([]);
  });

  it('have a small box a person where boxes are drawn, and their place as the group', () => {
    const room = ROOMS.find(({ people }) => people.length > 9);
    expect(room).toBeDefined();
    if (room === undefined) return;
    const picture = pictureOf(room);
    expect(peopleIn(picture)).toBe(room.people.length);
    expect(picture.group).toBe(room.place);
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = picture.labels[0]?.box ?? [];
    expect((x1 + x2) / 2 / room.width).toBeCloseTo(room.people[0]?.[0] ?? -1);
    expect((y1 + y2) / 2 / room.height).toBeCloseTo(room.people[0]?.[1] ?? -1);
  });

  it('are shown as found where a detection holds a point of its own, else as missed', () => {
    const [room] = ROOMS;
    expect(room).toBeDefined();
    if (room === undefined) return;
    const people = [
      [0.2, 0.2],
      [0.25, 0.5],
      [0.9, 0.9],
    ] as const;
    const three = { ...room, people, width: 100, height: 100 };
    const found = [
      { box: [10, 10, 40, 90], score: 0.9 },
      { box: [10, 40, 40, 90], score: 0.8 },
      { box: [10, 15, 40, 90], score: 0.7 },
    ] as const;
    const { picture, matching } = lookedPicture(pictureSeen(three, found), found);
    expect(peopleIn(picture)).toBe(3);
    expect(matching.marks).toEqual(['right', 'right', 'wrong']);
    expect(matching.missed.map(({ box }) => box[0])).toEqual([89.2]);
  });
});
