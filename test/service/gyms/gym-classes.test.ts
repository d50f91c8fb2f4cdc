import { beforeEach, expect, test, vi } from 'vitest';
import type { LiveCamera } from '../../../service/gyms/gym-classes.ts';
import { GymClasses } from '../../../service/gyms/gym-classes.ts';
import type { ClassRecord } from '../../../store/history/classes/class-store.ts';
import type { ClassStore } from '../../../store/history/classes/store.ts';
import { classRecord, startsOf, storedEstimate } from '../../support/classes.ts';
import { gymConfigOf } from '../../support/config.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';
import { later } from '../../support/until.ts';

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
let camera: LiveCamera;
let classes: GymClasses;
const read = vi.fn<ClassStore['records']>();
const starts = vi.fn<ClassStore['starts']>();

beforeEach(async () => {
  clock = new FakeClock(at('2026-11-20T18:30:00Z'));
  records = [classRecord({ startsUtcMs: at('2026-11-20T18:00:00Z') })];
  read.mockReset().mockImplementation(async () => records);
  starts.mockReset().mockResolvedValue(startsOf(records));
  camera = { state: 'streaming', sample: null, periodMs: 5_000 };
  const trainers = async () => [{ id: 'anna', name: 'Anna' }];
  const store = { records: read, starts, trainers };
  classes = new GymClasses({ gym, store, cameras: () => camera, clock });
  await classes.load();
});

/** The camera counts so many, a second ago. */
const see = (count: number) => {
  camera = { ...camera, sample: { atUtcMs: clock.nowUtcMs() - 1_000, count, flags: 0 } };
};

test('a view is a new one for another count, at most once a second', async () => {
  see(5);
  const first = classes.view();
  expect(first.rooms[0]).toMatchObject({ state: 'live', occupancy: 4 });
  see(6);
  expect(classes.view()).toBe(first);
  await clock.advance(1_000);
  expect(classes.view().rooms[0]).toMatchObject({ occupancy: 5 });
});

test('a view knows since when the history has classes, however old, and up to which day', async () => {
  const [firstUtcMs, last] = [at('2019-03-31T00:30:00Z'), at('2026-12-24T18:00:00Z')];
  starts.mockResolvedValue({ firstUtcMs, lastUtcMs: [last] });
  await classes.load();
  expect(classes.view().known).toEqual({ from: '2019-03-31', to: '2026-12-24' });
  starts.mockResolvedValue(null);
  await classes.load();
  expect(classes.view().known).toBeNull();
});

test('the window is of whole dates of the zone, over a change of the clock', () => {
  const range = { fromUtcMs: at('2026-10-08T23:00:00Z'), toUtcMs: at('2026-11-22T00:00:00Z') };
  expect(read.mock.calls).toEqual([['gym', range]]);
});

test('a class has its room by name, and the capacity of the room where it states none', async () => {
  records = [
    classRecord({ room: 'main hall', capacity: null }),
    classRecord({ room: 'Upstairs', capacity: null }),
    classRecord({ room: 'Pool', capacity: 8 }),
  ];
  await classes.load();
  expect(classes.view().sessions).toMatchObject([
    { roomId: 'hall', roomName: 'Main Hall', capacity: 30 },
    { roomId: 'yoga', capacity: null },
    { roomId: null, roomName: 'Pool', capacity: 8 },
  ]);
});

test('loading that is asked for while one is under way is done once more, not twice', async () => {
  const { promise, resolve: answer } = later<ClassRecord[]>();
  read.mockReturnValueOnce(promise).mockResolvedValueOnce([]);
  const first = classes.load();
  await settle();
  const others = [classes.load(), classes.load()];
  answer(records);
  await first;
  expect(classes.sessions).toHaveLength(1);
  await Promise.all(others);
  expect(classes.sessions).toEqual([]);
  expect(read).toHaveBeenCalledTimes(1 + 2);
});

test('loading that fails keeps the classes that are known, which are not fresh any more', async () => {
  read.mockRejectedValueOnce(new Error('disk'));
  await expect(classes.load()).rejects.toThrow('disk');
  expect(classes.sessions).toHaveLength(1);
  expect(classes.isFresh()).toBe(false);
  await classes.load();
  expect(classes.isFresh()).toBe(true);
});

test('loading of many classes lets others have their turn, and ends with the settings and classes of then', async () => {
  const many = Array.from({ length: 50_000 }, (_, n) => classRecord({ id: `${n}` }));
  records = many;
  const loading = classes.load();
  for (let turn = 0; turn < 3; turn += 1) await settle();
  expect(classes.sessions).toHaveLength(1);
  const rooms = gym.rooms.map((room) => ({ ...room, name: 'Main hall, upstairs' }));
  classes.applyGym({ ...gym, rooms });
  classes.setRunning(new Map([['0', storedEstimate(4)]]));
  await loading;
  expect(classes.records).toBe(many);
  expect(classes.sessions).toHaveLength(50_000);
  expect(classes.sessions[0]).toMatchObject({ roomId: null, attendance: { attended: 4 } });
});
