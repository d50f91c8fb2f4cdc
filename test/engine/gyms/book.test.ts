import { beforeEach, describe, expect, test } from 'vitest';
import { parseConfig } from '../../../engine/config/index.ts';
import { GymBook } from '../../../engine/gyms/book.ts';
import type { LiveCamera } from '../../../engine/gyms/live-room.ts';
import type { ClassRecord } from '../../../engine/history/index.ts';
import { classRecord } from '../../support/classes.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const at = (time: string) => Date.parse(time);
const CONFIG = parseConfig(
  JSON.stringify({
    gyms: [
      {
        id: 'gym',
        timezone: 'Europe/London',
        rooms: [
          { id: 'hall', name: 'Main Hall', capacity: 30, cameras: [{ id: 'cam', url: 'scene:a' }] },
          { id: 'yoga', name: 'Yoga Loft' },
        ],
        schedule: [{ id: 'feed', url: 'a.ics', rooms: { Upstairs: 'yoga' } }],
      },
    ],
  }),
  '/t.yaml',
  { variables: {}, host: null, port: null },
);
const GYM = CONFIG.gyms[0];
if (GYM === undefined) throw new Error('the text above has a gym');
const gym = GYM;

let clock: FakeClock;
let records: ClassRecord[];
let asked: { fromUtcMs: number; toUtcMs: number }[];
let camera: LiveCamera;
let book: GymBook;

beforeEach(async () => {
  clock = new FakeClock(at('2026-11-20T18:30:00Z'));
  records = [classRecord({ startsUtcMs: at('2026-11-20T18:00:00Z') })];
  asked = [];
  camera = { state: 'streaming', sample: null, periodMs: 5_000 };
  const store = {
    records: async (_: string, range: { fromUtcMs: number; toUtcMs: number }) => {
      asked.push(range);
      return records;
    },
    trainers: async () => [{ id: 'anna', name: 'Anna' }],
  };
  book = new GymBook({ gym, store, cameras: () => camera, clock });
  await book.load();
});

/** The camera counts so many, a second ago. */
const see = (count: number) => {
  camera = { ...camera, sample: { atUtcMs: clock.nowUtcMs() - 1_000, count, flags: 0 } };
};

describe('a view', () => {
  test('is the same until something changes', async () => {
    const first = book.view();
    await clock.advance(20_000);
    expect(book.view()).toBe(first);
  });

  test('is a new one for another count, at most once a second', async () => {
    see(5);
    const first = book.view();
    expect(first.rooms[0]).toMatchObject({ state: 'live', occupancy: 4 });
    see(6);
    expect(book.view()).toBe(first);
    await clock.advance(1_000);
    expect(book.view().rooms[0]).toMatchObject({ occupancy: 5 });
  });

  test('is a new one when a class ends, and its trainer is then not taken off any more', async () => {
    see(5);
    const during = book.view();
    await clock.advance(30 * 60_000);
    see(5);
    await clock.advance(1_000);
    const after = book.view();
    expect(after.nowUtcMs).toBeGreaterThan(during.nowUtcMs);
    expect(after.rooms[0]).toMatchObject({ occupancy: 5 });
  });

  test('is a new one on another date', async () => {
    const before = book.view();
    await clock.advance(6 * 3_600_000);
    expect(book.view()).not.toBe(before);
    expect(book.isOfToday()).toBe(false);
    await book.load();
    expect(book.isOfToday()).toBe(true);
  });

  test('is a new one when the clock was set back', () => {
    const before = book.view();
    clock.stepWallClock(-7_200_000);
    expect(book.view().nowUtcMs).toBeLessThan(before.nowUtcMs);
  });

  test('is a new one for other classes and other settings', async () => {
    const first = book.view();
    records = [];
    await book.load();
    const second = book.view();
    expect([first.sessions.length, second.sessions.length]).toEqual([1, 0]);
    book.applyGym({ ...gym, currency: 'EUR' });
    expect(book.view().gym.currency).toBe('EUR');
  });
});

describe('the window', () => {
  test('is of whole dates of the zone, over a change of the clock', () => {
    expect(asked).toEqual([
      { fromUtcMs: at('2026-10-08T23:00:00Z'), toUtcMs: at('2026-11-22T00:00:00Z') },
    ]);
  });
});

describe('a class', () => {
  const only = () => book.view().sessions[0];

  test('has its room by name, and the capacity of the room where it states none', async () => {
    records = [classRecord({ room: 'main hall', capacity: null })];
    await book.load();
    expect(only()).toMatchObject({ roomId: 'hall', roomName: 'Main Hall', capacity: 30 });
    records = [classRecord({ room: 'Upstairs', capacity: null })];
    await book.load();
    expect(only()).toMatchObject({ roomId: 'yoga', capacity: null });
    records = [classRecord({ room: 'Pool', capacity: 8 })];
    await book.load();
    expect(only()).toMatchObject({ roomId: null, roomName: 'Pool', capacity: 8 });
  });

  const counted = (attended: number | null) => ({
    source: 'camera' as const,
    attended,
    low: attended,
    high: attended,
    quality: attended === null ? ('none' as const) : ('B' as const),
    reasons: [],
    figures: {},
    method: '1',
  });

  test('was attended as a person says, else as cameras count, else as was checked in', async () => {
    const said = { ...counted(9), source: 'manual' as const };
    records = [classRecord({ estimate: counted(7), correction: said, checkedIn: 5 })];
    await book.load();
    expect(only()?.attendance).toMatchObject({ source: 'manual', attended: 9 });
    records = [classRecord({ estimate: counted(7), checkedIn: 5 })];
    await book.load();
    expect(only()?.attendance).toMatchObject({ source: 'camera', attended: 7 });
    records = [classRecord({ estimate: counted(null), checkedIn: 5 })];
    await book.load();
    expect(only()?.attendance).toEqual({
      source: 'import',
      attended: 5,
      low: 5,
      high: null,
      quality: 'C',
      reasons: ['checked_in'],
    });
  });

  test('that runs has what is counted so far', async () => {
    const id = only()?.id ?? '';
    book.setRunning(new Map([[id, counted(4)]]));
    expect(only()?.attendance).toMatchObject({ attended: 4 });
    book.setRunning(new Map([[id, counted(null)]]));
    expect(only()?.attendance).toMatchObject({ attended: null, quality: 'none' });
  });

  test('has what was stored where nothing can be said now', async () => {
    records = [classRecord({ estimate: counted(7) })];
    await book.load();
    book.setRunning(new Map([[records[0]?.id ?? '', counted(null)]]));
    expect(only()?.attendance).toMatchObject({ attended: 7 });
  });

  test('that is cancelled was attended by nobody knows', async () => {
    records = [classRecord({ isCancelled: true, estimate: counted(7) })];
    await book.load();
    expect(only()?.attendance).toBeNull();
  });
});

describe('loading', () => {
  test('that is asked for while one is under way is done once more, not twice', async () => {
    await Promise.all([book.load(), book.load(), book.load()]);
    expect(asked.length).toBe(1 + 2);
  });
});
