import { expect, test } from 'vitest';
import { EmptyRooms } from '../../../engine/empty-rooms.ts';
import type { SampleOutcome } from '../../../engine/pool/messages.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { type History, openHistoryForReading } from '../../../store/history/history.ts';
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

function roomsOf(history: History, said: { isClassTime?: boolean; view?: string } = {}) {
  return new EmptyRooms({
    store: history.emptyRooms,
    isClassTime: () => said.isClassTime ?? false,
    viewOf: () => said.view ?? SAME,
    log: silentLog,
  });
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
  await rooms.stop();
  return history;
}

test('the empty room of a camera is learnt outside classes, and known to the next start', async () => {
  const { history, dir } = await openTestHistory();
  const rooms = roomsOf(history);
  watch(rooms);
  expect(rooms.placesOf('hall')).toEqual([RACK]);
  expect(rooms.placesOf('loft')).toEqual([]);
  await rooms.stop();
  const next = roomsOf(history);
  await next.load();
  expect(next.placesOf('hall')).toEqual([RACK]);
  const beside = await openHistoryForReading(dir);
  const [stored] = await beside.emptyRooms.all();
  await beside.close();
  // Coordinates, times, and nothing of the address.
  expect(JSON.stringify(stored)).not.toMatch(/secret|192\.0\.2/);
  await next.stop();
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
  const next = roomsOf(history, { view });
  await next.load();
  next.note('hall', outcomeOf({ ...look, minute: 900 }));
  expect(next.placesOf('hall')).toEqual(places);
  await next.stop();
  const last = roomsOf(history, { view });
  await last.load();
  expect(last.placesOf('hall')).toEqual(places);
  await last.stop();
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
