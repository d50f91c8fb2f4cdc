import { describe, expect, test } from 'vitest';
import type { Config } from '../../../../config/config.ts';
import { parseConfig } from '../../../../config/load.ts';
import type { CameraState } from '../../../../engine/cameras/state.ts';
import { SAMPLE_FLAGS } from '../../../../gym/attendance/sample.ts';
import { type LiveCamera, liveRoom } from '../../../../service/gyms/rooms/live-room.ts';

const NOW_UTC_MS = Date.UTC(2026, 10, 20, 18, 0);

type Room = Config['gyms'][number]['rooms'][number];

const MIDDLE = {
  name: 'middle',
  kind: 'overlap',
  polygon: [
    [0, 0],
    [1, 0],
    [1, 1],
  ],
};

function room(rule: Room['cameraRule'], cameras: number, zones: readonly object[] = []): Room {
  const list = Array.from({ length: cameras }, (_, at) => ({
    id: `c${at}`,
    url: 'scene:studio',
    zones,
  }));
  const rooms = [{ id: 'hall', name: 'Hall', capacity: 30, camera_rule: rule, cameras: list }];
  const text = JSON.stringify({ gyms: [{ id: 'gym', timezone: 'UTC', rooms }] });
  const config = parseConfig(text, '/t.yaml', { variables: {}, host: null, port: null });
  const made = config.gyms[0]?.rooms[0];
  if (made === undefined) throw new Error('the text above has a room');
  return made;
}

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
function look(rule: Room['cameraRule'], seen: readonly (Seen | null)[], staff = 0) {
  const cameras = new Map<string, LiveCamera>();
  for (const [at, one] of seen.entries()) {
    if (one === null) continue;
    const { count, ageMs = 1_000, flags = 0, state = 'streaming', periodMs = 5_000 } = one;
    const zones = one.inMiddle === undefined ? [] : [one.inMiddle];
    const atUtcMs = NOW_UTC_MS - ageMs;
    const sample = count === undefined ? null : { atUtcMs, count, flags, zones };
    cameras.set(`c${at}`, { state, sample, periodMs });
  }
  const zones = seen.some((one) => one?.inMiddle !== undefined) ? [MIDDLE] : [];
  return liveRoom(room(rule, seen.length, zones), (id) => cameras.get(id) ?? null, {
    nowUtcMs: NOW_UTC_MS,
    staff,
  });
}

describe('a room', () => {
  test('has the people its camera sees', () => {
    expect(look('max', [{ count: 7 }])).toEqual({
      id: 'hall',
      name: 'Hall',
      capacity: 30,
      occupancy: 7,
      updatedUtcMs: NOW_UTC_MS - 1_000,
      state: 'live',
    });
  });

  test('is not told by a count of the time before the clock was set back', () => {
    expect(look('max', [{ count: 7, ageMs: -3_600_000 }])).toMatchObject({
      occupancy: null,
      state: 'stale',
    });
  });

  test('without cameras is not seen', () => {
    expect(look('max', [])).toMatchObject({
      occupancy: null,
      updatedUtcMs: null,
      state: 'no_camera',
    });
  });

  test('has nobody but staff: nobody', () => {
    expect(look('max', [{ count: 1 }], 1)).toMatchObject({ occupancy: 0, state: 'live' });
    expect(look('max', [{ count: 0 }], 1)).toMatchObject({ occupancy: 0, state: 'live' });
  });

  test('is unknown, not empty, when its last count is old', () => {
    expect(look('max', [{ count: 7, ageMs: 21_000 }])).toMatchObject({
      occupancy: null,
      updatedUtcMs: NOW_UTC_MS - 21_000,
      state: 'stale',
    });
  });

  test('is believed as long as its camera is looked at rarely', () => {
    expect(look('max', [{ count: 7, ageMs: 150_000, periodMs: 60_000 }])).toMatchObject({
      occupancy: 7,
      state: 'live',
    });
  });

  test('is unknown where the picture is bad', () => {
    expect(look('max', [{ count: 7, flags: SAMPLE_FLAGS.frozen }])).toMatchObject({
      occupancy: null,
      updatedUtcMs: null,
      state: 'offline',
    });
  });

  test('is offline when its camera is lost', () => {
    expect(look('max', [{ count: 7, ageMs: 90_000, state: 'waiting' }])).toMatchObject({
      occupancy: null,
      state: 'offline',
    });
    expect(look('max', [null])).toMatchObject({ occupancy: null, state: 'offline' });
  });
});

describe('several cameras', () => {
  test('that see the same people count the most that one sees', () => {
    expect(look('max', [{ count: 7 }, { count: 9 }])).toMatchObject({ occupancy: 9 });
    expect(look('max', [{ count: 7 }, null])).toMatchObject({ occupancy: 7 });
  });

  test('that see parts are added up, and a part that nobody sees makes the sum unknown', () => {
    expect(look('sum', [{ count: 7 }, { count: 9 }])).toMatchObject({ occupancy: 16 });
    expect(look('sum', [{ count: 7 }, { count: 9, ageMs: 60_000 }])).toMatchObject({
      occupancy: null,
      state: 'stale',
    });
  });

  test('that share a part of the floor count whoever is there once', () => {
    const both = [
      { count: 7, inMiddle: 3 },
      { count: 9, inMiddle: 2 },
    ];
    expect(look('max', both)).toMatchObject({ occupancy: 14 });
    expect(look('max', [{ count: 7, inMiddle: 3 }, null])).toMatchObject({ occupancy: null });
  });

  test('of which the first counts are filled in by the next', () => {
    expect(look('primary', [{ count: 7 }, { count: 9 }])).toMatchObject({ occupancy: 7 });
    expect(look('primary', [{ count: null }, { count: 9 }])).toMatchObject({ occupancy: 9 });
  });
});
