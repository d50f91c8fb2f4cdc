import { expect, test } from 'vitest';
import {
  confirmedOf,
  EmptyRooms,
  NO_PLACES,
  noteLook,
  type PlaceBox,
  type SteadyPlaces,
} from '../../../engine/empty-rooms.ts';
import type { SampleOutcome } from '../../../engine/pool/messages.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import type { History } from '../../../store/history/history.ts';
import { NOON, openTestHistory } from '../../store/history/folder.fixture.ts';
import { MINUTE_MS } from '../../support/times.ts';

/** The address and the detector with which it is learnt. */
const SAME = 'rtsp://viewer:secret@192.0.2.10/sub yolox';
const RACK = [0.3, 0.2, 0.4, 0.6] as const;

interface Look {
  readonly minute: number;
  readonly flags?: number;
  readonly width?: number;
}

/** What a worker says of a picture in which the rack is taken for somebody. */
function outcomeOf({ minute, flags = 0, width = 640 }: Look): SampleOutcome {
  const sample = { atUtcMs: NOON + minute * MINUTE_MS, count: 1, flags };
  return {
    sample: sample as SampleOutcome['sample'],
    boxes: [{ box: RACK, score: 0.5, verdict: 'counted' }],
    frameSize: { width, height: 360 },
    picture: null,
  };
}

function roomsOf({ emptyRooms: store }: History, { isClassTime = false, view = SAME } = {}) {
  const about = { isClassTime: () => isClassTime, viewOf: () => view };
  return new EmptyRooms({ store, ...about, log: silentLog });
}

/** Fourteen hours outside classes. */
function watch(rooms: EmptyRooms, look: Omit<Look, 'minute'> = {}): void {
  for (let minute = 0; minute < 14 * 60; minute += 1) {
    rooms.note('hall', outcomeOf({ ...look, minute }));
  }
}

/** A history in which the place of the rack is known. */
async function learnt(): Promise<History> {
  const { history } = await openTestHistory();
  const rooms = roomsOf(history);
  watch(rooms);
  expect([rooms.placesOf('hall'), rooms.placesOf('loft')]).toEqual([[RACK], []]);
  await rooms.stop();
  return history;
}

/** What is known of the hall after the next start, and a look where there is one. */
async function known(history: History, view = SAME, look?: Look) {
  const rooms = roomsOf(history, { view });
  await rooms.load();
  if (look !== undefined) rooms.note('hall', outcomeOf(look));
  const places = rooms.placesOf('hall');
  await rooms.stop();
  return places;
}

test('the empty room of a camera is learnt outside classes, and known to the next start', async () => {
  const history = await learnt();
  expect(await known(history)).toEqual([RACK]);
  // Coordinates, times, and nothing of the address.
  expect(JSON.stringify(await history.emptyRooms.all())).not.toMatch(/secret|192\.0\.2/);
});

test('the empty room of a camera is not learnt during classes, nor from pictures that say nothing', async () => {
  const { history } = await openTestHistory();
  const inClass = roomsOf(history, { isClassTime: true });
  watch(inClass);
  const dark = roomsOf(history);
  watch(dark, { flags: 2 });
  expect([inClass.placesOf('hall'), dark.placesOf('hall')]).toEqual([[], []]);
  await Promise.all([inClass.stop(), dark.stop()]);
});

test.each([
  ['forgotten when the camera sends pictures of another size', { width: 704 }, SAME, []],
  ['forgotten with another address or detector', {}, 'rtsp://192.0.2.11/sub yolox', []],
  ['known where only the password changes', {}, SAME.replace('secret', 'other'), [RACK]],
])('the empty room of a camera is %s', async (_, look, view, places) => {
  const history = await learnt();
  expect(await known(history, view, { ...look, minute: 900 })).toEqual(places);
  expect(await known(history, view)).toEqual(places);
});

test('the empty room of a camera is forgotten at once when a person says so, and learnt anew', async () => {
  const history = await learnt();
  const rooms = roomsOf(history);
  await rooms.load();
  expect(await history.emptyRooms.forget('hall')).toBe(true);
  expect(rooms.placesOf('hall')).toEqual([]);
  expect(await history.emptyRooms.all()).toEqual([]);
  expect(await history.emptyRooms.forget('hall')).toBe(false);
  watch(rooms);
  expect(rooms.placesOf('hall')).toEqual([RACK]);
  await rooms.stop();
});

const EVENING = Date.UTC(2026, 10, 20, 21);

/** The same box some parts of its width to the right. */
const beside = (widths: number): PlaceBox => [0.3 + widths * 0.1, 0.2, 0.4 + widths * 0.1, 0.6];

/** Looks each minute for some hours; what they see by the minute since the evening. */
function looked(
  hours: number,
  seenAt: (minute: number) => readonly PlaceBox[],
  places: SteadyPlaces = NO_PLACES,
  from = 0,
): SteadyPlaces {
  let after = places;
  for (let minute = from; minute < from + hours * 60; minute += 1) {
    after = noteLook(after, seenAt(minute), EVENING + minute * MINUTE_MS);
  }
  return after;
}

test('a box in an empty room that is seen at one place all night is nobody', () => {
  expect(confirmedOf(looked(11, () => [RACK]))).toEqual([]);
  expect(confirmedOf(looked(14, () => [RACK]))).toEqual([RACK]);
});

test('a box in an empty room may flicker and jitter as detectors do', () => {
  const seenAt = (minute: number) => (minute % 4 === 0 ? [] : [beside((minute % 3) / 20)]);
  expect(confirmedOf(looked(14, seenAt))).toHaveLength(1);
});

test('a box in an empty room that was somewhere else for one look is a person', () => {
  const seenAt = (minute: number) => [beside(minute === 800 ? 0.5 : 0)];
  expect(confirmedOf(looked(13, seenAt))).toHaveLength(1);
  expect(confirmedOf(looked(14, seenAt))).toEqual([]);
});

test('a box in an empty room that is seen now and then is a person', () => {
  expect(confirmedOf(looked(20, (minute) => (minute % 2 === 0 ? [RACK] : [])))).toEqual([]);
});

test('a box in an empty room stays known over a day in the dark, and is forgotten after three without it', () => {
  const nobody = () => [];
  const night = looked(14, () => [RACK]);
  const dark = looked(24, nobody, night, 14 * 60);
  expect(confirmedOf(dark)).toEqual([RACK]);
  expect(confirmedOf(looked(50, nobody, dark, 38 * 60))).toEqual([]);
});

test('a box in an empty room is never one of more than a few: a room full of strangers takes no more memory', () => {
  const crowd = Array.from({ length: 200 }, (_, n): PlaceBox => [n / 200, 0, n / 200 + 0.004, 1]);
  expect(looked(1, () => crowd).places.length).toBeLessThanOrEqual(64);
});
