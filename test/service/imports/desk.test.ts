/** Uploads and previews in memory: for half an hour, for their gym, and never more than so much. */

import { expect, it } from 'vitest';
import { MAX_SCHEDULE_BYTES } from '../../../gym/schedule/entry.ts';
import { importDesk } from '../../../service/imports/desk.ts';
import { sourceOfFile } from '../../../service/imports/take-file.ts';
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

it.each([
  ['Mindbody Export (3).csv', 'mindbody-export-3'],
  ['Übersicht.ics', 'ubersicht'],
  ['', 'import'],
  ['課程.csv', 'import'],
])('the source of a file %j is %s', (name, id) => {
  expect(sourceOfFile(name)).toBe(id);
});

it('a file with classes of an earlier one continues it, whatever it is called', async () => {
  const { desk, history } = await openDesk();
  const take = async (origin: string, ...rows: string[]) => {
    const bytes = Buffer.from(['id,start,name,trainer', ...rows].join('\n'));
    const upload = desk.hold('north', { bytes, origin, isFeed: false });
    const wish = { ...WISH, source: null };
    const { preview } = await desk.preview(GYM, upload, wish, LASTING);
    return desk.take(GYM, preview, false, LASTING);
  };
  await take('june.csv', '7,2031-03-04 18:00,Yoga,Ann', '8,2031-03-05 18:00,Spin,Ben');
  const again = await take(
    'june (1).csv',
    '7,2031-03-04 19:00,Yoga,Cat',
    '8,2031-03-05 18:00,Spin,Ben',
  );
  expect(again).toMatchObject({ source: 'june', counts: { add: 0, move: 1, unchanged: 1 } });
  // The same numbers for other classes are those of another system.
  const other = await take('gym floor.csv', '7,2031-03-04 18:00,Induction,Dan');
  expect(other).toMatchObject({ source: 'gym-floor', counts: { add: 1, move: 0 } });
  const all = await history.classes.records('north', { fromUtcMs: 0, toUtcMs: Date.UTC(2032, 0) });
  expect(all.map(({ name, trainer }) => `${name} ${trainer?.name}`)).toEqual([
    'Induction Dan',
    'Yoga Cat',
    'Spin Ben',
  ]);
});

it('a calendar under another name adds to the one before it, and removes nothing', async () => {
  const { desk } = await openDesk();
  const take = async (origin: string, ...days: number[]) => {
    const events = days.map((day) => [
      'BEGIN:VEVENT',
      `UID:${day}`,
      `DTSTART:202601${day}T180000`,
      `DTEND:202601${day}T190000`,
      'SUMMARY:Yoga',
      'END:VEVENT',
    ]);
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...events.flat(), 'END:VCALENDAR'];
    const bytes = Buffer.from(lines.join('\r\n'));
    const upload = desk.hold('north', { bytes, origin, isFeed: false });
    const { preview } = await desk.preview(GYM, upload, { ...WISH, source: null }, LASTING);
    return (await desk.take(GYM, preview, false, LASTING)).counts;
  };
  await take('autumn.ics', 20, 21, 22);
  expect(await take('autumn.ics', 20, 22)).toMatchObject({ remove: 1, unchanged: 2 });
  expect(await take('winter.ics', 22, 23)).toMatchObject({ add: 1, unchanged: 1, remove: 0 });
  expect(await take('autumn.ics', 22)).toMatchObject({ remove: 0, unchanged: 1 });
  // Of two calendars of the same days that share an event neither continues the other.
  expect(await take('floor.ics', 10, 12, 14, 16)).toMatchObject({ add: 4 });
  expect(await take('hall.ics', 11, 12, 13, 15)).toMatchObject({ add: 3 });
  expect(await take('floor.ics', 10, 14, 16)).toMatchObject({ remove: 0, unchanged: 3 });
  expect(await take('hall.ics', 11, 12, 13)).toMatchObject({ remove: 1, unchanged: 3 });
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
