/** Uploads and previews in memory: for half an hour, for their gym, and never more than so much. */

import { expect, it } from 'vitest';
import { MAX_SCHEDULE_BYTES } from '../../../gym/schedule/entry.ts';
import { importDesk } from '../../../service/imports/desk.ts';
import { openTestHistory } from '../../store/history/folder.fixture.ts';
import { gymConfigOf } from '../../support/config.ts';

const GYM = gymConfigOf({ id: 'north' });
const CSV = Buffer.from('start,name\n2031-03-04 18:00,Yoga\n');
const WISH = { source: 'a', format: 'auto', columns: {}, rooms: {} } as const;
const { signal: LASTING } = new AbortController();
const fileOf = (bytes: Uint8Array) => ({ bytes, origin: 'a.csv', isFeed: false });

async function openDesk() {
  const { history, clock } = await openTestHistory();
  return { desk: importDesk({ history, clock, stopping: LASTING }), clock, history };
}

it('an upload and its previews are forgotten after half an hour', async () => {
  const { desk, clock, history } = await openDesk();
  const upload = desk.hold('north', fileOf(CSV));
  const { preview } = await desk.preview(GYM, upload, WISH, LASTING);
  clock.skip(30 * 60_000);
  expect(() => desk.find('north', upload.id)).toThrow(/upload the file again/);
  const taken = desk.take(GYM, preview, false, LASTING);
  await expect(taken).rejects.toMatchObject({ code: 'upload_unknown' });
  expect(await history.classes.imports('north')).toEqual([]);
});

it('the oldest go where many or large ones come, and the newest stays', async () => {
  const { desk } = await openDesk();
  const large = new Uint8Array(MAX_SCHEDULE_BYTES);
  const [first, second, third] = [1, 2, 3].map(() => desk.hold('north', fileOf(large)));
  expect(() => desk.find('north', first?.id ?? '')).toThrow();
  expect(desk.find('north', second?.id ?? '')).toBe(second);
  for (let count = 0; count < 32; count += 1) desk.hold('north', fileOf(CSV));
  expect(() => desk.find('north', third?.id ?? '')).toThrow();
});

it('a preview ends when the client goes, and when the program stops', async () => {
  const { history, clock } = await openTestHistory();
  const stopping = new AbortController();
  const desk = importDesk({ history, clock, stopping: stopping.signal });
  const upload = desk.hold('north', fileOf(CSV));
  const leaving = new AbortController();
  const left = expect(desk.preview(GYM, upload, WISH, leaving.signal)).rejects.toThrow('left');
  leaving.abort(new Error('left'));
  await left;
  const stopped = expect(desk.preview(GYM, upload, WISH, LASTING)).rejects.toThrow('stopped');
  stopping.abort(new Error('stopped'));
  await stopped;
});

it('a room that is chosen by the name that means it anyway moves no class', async () => {
  const { desk } = await openDesk();
  const gym = gymConfigOf({ id: 'north', rooms: [{ id: 'one', name: 'Studio 1' }] });
  const csv = Buffer.from('start,name,room\n2031-03-04 18:00,Yoga,Studio 1\n');
  const preview = (rooms: Record<string, string>) =>
    desk.preview(gym, desk.hold('north', fileOf(csv)), { ...WISH, rooms }, LASTING);
  await desk.take(gym, (await preview({})).preview, false, LASTING);
  const { counts, rooms } = await preview({ 'Studio 1': 'one' });
  expect(counts).toMatchObject({ unchanged: 1, change: 0, move: 0 });
  expect(rooms).toMatchObject([{ name: 'Studio 1', room: 'one' }]);
});
