import { beforeEach, describe, expect, test } from 'vitest';
import type { KnownStarts } from '../../../gym/reports/period.ts';
import type { LiveCamera } from '../../../service/gyms/gym-classes.ts';
import { GymClasses } from '../../../service/gyms/gym-classes.ts';
import type { ClassRecord } from '../../../store/history/classes/class-store.ts';
import { classRecord, startsOf, storedEstimate } from '../../support/classes.ts';
import { gymConfigOf } from '../../support/config.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';

const at = (time: string) => Date.parse(time);
const gym = gymConfigOf({
  rooms: [
    { id: 'hall', name: 'Main Hall', capacity: 30, cameras: [{ id: 'cam', url: 'scene:a' }] },
    { id: 'yoga', name: 'Yoga Loft' },
  ],
  schedule: [{ id: 'feed', url: 'a.ics', rooms: { Upstairs: 'yoga' } }],
});

let clock: FakeClock;
let records: ClassRecord[];
let starts: KnownStarts | null;
let asked: { fromUtcMs: number; toUtcMs: number }[];
let camera: LiveCamera;
let readRecords: () => Promise<ClassRecord[]>;
let classes: GymClasses;

beforeEach(async () => {
  clock = new FakeClock(at('2026-11-20T18:30:00Z'));
  records = [classRecord({ startsUtcMs: at('2026-11-20T18:00:00Z') })];
  starts = startsOf(records);
  asked = [];
  readRecords = async () => records;
  camera = { state: 'streaming', sample: null, periodMs: 5_000 };
  const store = {
    records: async (_: string, range: { fromUtcMs: number; toUtcMs: number }) => {
      asked.push(range);
      return await readRecords();
    },
    starts: async () => starts,
    trainers: async () => [{ id: 'anna', name: 'Anna' }],
  };
  classes = new GymClasses({ gym, store, cameras: () => camera, clock });
  await classes.load();
});

/** The camera counts so many, a second ago. */
const see = (count: number) => {
  camera = { ...camera, sample: { atUtcMs: clock.nowUtcMs() - 1_000, count, flags: 0 } };
};

describe('a view', () => {
  test('is a new one for another count, at most once a second', async () => {
    see(5);
    const first = classes.view();
    expect(first.rooms[0]).toMatchObject({ state: 'live', occupancy: 4 });
    see(6);
    expect(classes.view()).toBe(first);
    await clock.advance(1_000);
    expect(classes.view().rooms[0]).toMatchObject({ occupancy: 5 });
  });

  test('knows since when the history has classes, however old, and up to which day', async () => {
    starts = { firstUtcMs: at('2019-03-31T00:30:00Z'), lastUtcMs: [at('2026-12-24T18:00:00Z')] };
    await classes.load();
    expect(classes.view().known).toEqual({ from: '2019-03-31', to: '2026-12-24' });
    starts = null;
    await classes.load();
    expect(classes.view().known).toBeNull();
  });
});

test('the window is of whole dates of the zone, over a change of the clock', () => {
  expect(asked).toEqual([
    { fromUtcMs: at('2026-10-08T23:00:00Z'), toUtcMs: at('2026-11-22T00:00:00Z') },
  ]);
});

describe('a class', () => {
  const only = () => classes.view().sessions[0];

  test('has its room by name, and the capacity of the room where it states none', async () => {
    records = [classRecord({ room: 'main hall', capacity: null })];
    await classes.load();
    expect(only()).toMatchObject({ roomId: 'hall', roomName: 'Main Hall', capacity: 30 });
    records = [classRecord({ room: 'Upstairs', capacity: null })];
    await classes.load();
    expect(only()).toMatchObject({ roomId: 'yoga', capacity: null });
    records = [classRecord({ room: 'Pool', capacity: 8 })];
    await classes.load();
    expect(only()).toMatchObject({ roomId: null, roomName: 'Pool', capacity: 8 });
  });
});

describe('loading', () => {
  test('that is asked for while one is under way is done once more, not twice', async () => {
    let answer: (of: ClassRecord[]) => void = () => undefined;
    readRecords = () => new Promise((resolve) => (answer = resolve));
    const first = classes.load();
    await settle();
    const others = [classes.load(), classes.load()];
    readRecords = async () => [];
    answer(records);
    await first;
    expect(classes.sessions).toHaveLength(1);
    await Promise.all(others);
    expect(classes.sessions).toEqual([]);
    expect(asked.length).toBe(1 + 2);
  });

  test('that fails keeps the classes that are known, which are not fresh any more', async () => {
    readRecords = () => Promise.reject(new Error('disk'));
    await expect(classes.load()).rejects.toThrow('disk');
    expect(classes.sessions).toHaveLength(1);
    expect(classes.isFresh()).toBe(false);
    readRecords = async () => records;
    await classes.load();
    expect(classes.isFresh()).toBe(true);
  });

  test('of many classes lets others have their turn, and ends with the settings and classes of then', async () => {
    const many = Array.from({ length: 50_000 }, (_, n) => classRecord({ id: `${n}` }));
    records = many;
    const loading = classes.load();
    for (let turn = 0; turn < 3; turn += 1) await settle();
    expect(classes.sessions).toHaveLength(1);
    classes.applyGym({
      ...gym,
      rooms: gym.rooms.map((room) => ({ ...room, name: 'Main hall, upstairs' })),
    });
    classes.setRunning(new Map([['0', storedEstimate(4)]]));
    await loading;
    expect(classes.records).toBe(many);
    expect(classes.sessions).toHaveLength(50_000);
    expect(classes.sessions[0]).toMatchObject({ roomId: null, attendance: { attended: 4 } });
  });
});
