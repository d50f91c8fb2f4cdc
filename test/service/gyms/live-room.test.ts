import { expect, test } from 'vitest';
import type { Config } from '../../../config/config.ts';
import type { CameraState } from '../../../engine/cameras/state.ts';
import { SAMPLE_FLAGS } from '../../../gym/attendance/sample.ts';
import { type LiveCamera, liveRoom } from '../../../service/gyms/gym-classes.ts';
import { gymConfigOf } from '../../support/config.ts';
import { rect } from '../../support/rect.ts';

const NOW_UTC_MS = Date.UTC(2026, 10, 20, 18, 0);

type Room = Config['gyms'][number]['rooms'][number];

const MIDDLE = { name: 'middle', kind: 'overlap', polygon: rect(0, 0, 1, 1) };

interface Seen {
  readonly count?: number | null;
  readonly ageMs?: number;
  readonly flags?: number;
  readonly state?: CameraState;
  readonly periodMs?: number;
  /** People in the middle of the room, which all cameras see. */
  readonly inMiddle?: number;
}

/** The hall as seen by cameras `c0`, `c1` …; null is one that the counting does not know. */
function look(camera_rule: Room['cameraRule'], seen: readonly (Seen | null)[], staff = 0) {
  const zones = seen.some((one) => one?.inMiddle !== undefined) ? [MIDDLE] : [];
  const cameras = seen.map((_, at) => ({ id: `c${at}`, url: 'scene:studio', zones }));
  const hall = { id: 'hall', name: 'Hall', capacity: 30, camera_rule, cameras };
  const [room] = gymConfigOf({ rooms: [hall] }).rooms;
  const cameraOf = (id: string): LiveCamera | null => {
    const one = seen[Number(id.slice(1))] ?? null;
    if (one === null) return null;
    const { count, ageMs = 1_000, flags = 0, state = 'streaming', periodMs = 5_000 } = one;
    const inZones = one.inMiddle === undefined ? [] : [one.inMiddle];
    const atUtcMs = NOW_UTC_MS - ageMs;
    const sample = count === undefined ? null : { atUtcMs, count, flags, zones: inZones };
    return { state, sample, periodMs };
  };
  return liveRoom(room as Room, cameraOf, { nowUtcMs: NOW_UTC_MS, staff });
}

const unknown = { occupancy: null };
const stale = { ...unknown, state: 'stale' };
const offline = { ...unknown, state: 'offline' };
const seven = { occupancy: 7, state: 'live' };
const old = { ...stale, updatedUtcMs: NOW_UTC_MS - 21_000 };
const bad = { ...offline, updatedUtcMs: null };
test.each<[string, Seen | null, object]>([
  ['by a count of before the clock was set back', { count: 7, ageMs: -3_600_000 }, stale],
  ['by an old count: unknown, not empty', { count: 7, ageMs: 21_000 }, old],
  ['by a count as old as its period', { count: 7, ageMs: 150_000, periodMs: 60_000 }, seven],
  ['by a bad picture', { count: 7, flags: SAMPLE_FLAGS.frozen }, bad],
  ['by a camera that is lost', { count: 7, ageMs: 90_000, state: 'waiting' }, offline],
  ['by a camera that nobody knows', null, offline],
])('a room is told %s', (_, seen, expected) => {
  expect(look('max', [seen])).toMatchObject(expected);
});

test('a room without cameras is not seen, and has nobody but staff: nobody', () => {
  const none = { ...unknown, updatedUtcMs: null, state: 'no_camera' };
  expect(look('max', [])).toMatchObject(none);
  for (const count of [0, 1])
    expect(look('max', [{ count }], 1)).toMatchObject({ occupancy: 0, state: 'live' });
});

test.each<[Room['cameraRule'], Seen | null, object]>([
  ['max', { count: 9 }, { occupancy: 9 }],
  ['max', null, { occupancy: 7 }],
  ['sum', { count: 9 }, { occupancy: 16 }],
  ['sum', { count: 9, ageMs: 60_000 }, { occupancy: null, state: 'stale' }],
  ['primary', { count: 9 }, { occupancy: 7 }],
])('several cameras by the rule %s, of which one sees 7 and another %j', (rule, next, expected) => {
  expect(look(rule, [{ count: 7 }, next])).toMatchObject(expected);
});

test('several cameras that share a part of the floor count whoever is there once', () => {
  const both = [
    { count: 7, inMiddle: 3 },
    { count: 9, inMiddle: 2 },
  ];
  expect(look('max', both)).toMatchObject({ occupancy: 14 });
  expect(look('max', [{ count: 7, inMiddle: 3 }, null])).toMatchObject({ occupancy: null });
});
