/** `turnout schedule` and `turnout class` as a user types them, beside a running owner and without one. */

import { readFile, writeFile } from 'node:fs/promises';
import { beforeEach, expect, it } from 'vitest';
import { ALWAYS } from '../../store/history/folder.fixture.ts';
import {
  ask as askAll,
  fileHere,
  json as jsonOf,
  owned,
  refuses,
  told as toldOf,
  typed,
} from '../typed.ts';

const CSV = `id,name,start,end,room,booked,trainer
1,Yoga,2026-07-01 18:30,2026-07-01 19:30,Main Hall,7,Ann
2,Spin,2026-07-01 20:00,2026-07-01 21:00,Upstairs,2,Bob
3,Pump,soon,2026-07-01 21:00,Upstairs,3,Bob
`;
const BOOKINGS = 'Bookings (July).csv';
const FILES: Readonly<Record<string, string>> = {
  [BOOKINGS]: CSV,
  'bad.csv': 'id,name,start,end\n1,Yoga,soon,later\n',
  'checkins.csv': 'Class,Start,Room,Attended\nYoga,2026-07-01 18:30,Main Hall,5\n',
  'counts.csv': `Class,Start,Room,Capacity,Booked,Attended
Yoga,2026-07-01 18:30,Main Hall,16,14,24
Spin,2026-07-01 20:00,Main Hall,16,12,140
`,
  'own.csv': 'Bezeichnung,Wann genau\nYoga,2026-07-01 18:30\n',
  'week.csv': `Class,Start,Coach,Room,Places
Saturday Strong,2026-07-01 09:00,Ben Carter,Main Hal,12
Saturday Strong,2026-07-08 09:00,Ben Carter,Main Hal,12
Saturday Strong,2026-07-15 09:00,Ben Carter,Main Hal,12
Saturday Strong,2026-07-22 09:00,Ben Carter,Main Hal,12
Saturday Strong with Jonas,2026-07-08 09:00,Ben Cartr,,
Dentist,2026-07-09 08:00,,,
Total,,,,48
`,
};

beforeEach(async () => {
  await typed();
  for (const [name, text] of Object.entries(FILES)) await writeFile(fileHere(name), text);
});

/** In a command the name of a file above is that file. */
const placed = (args: readonly string[]) => args.map((one) => (one in FILES ? fileHere(one) : one));
const ask = (...args: string[]) => askAll(...placed(args));
const told = (...args: string[]) => toldOf(...placed(args));
const json = (...args: string[]) => jsonOf(...placed(args));
const ON_JULY_1 = ['--from', '2026-07-01', '--to', '2026-07-01'];
/** The classes of that day. */
const exported = async () =>
  JSON.parse(await told('schedule', 'export', ...ON_JULY_1, '--format', 'json'));

it('turnout schedule import tells what is new, which rooms are strange and what could not be read', async () => {
  const said = await told('schedule', 'import', BOOKINGS, '--gym', 'north');
  expect(said.split('\n')).toEqual([
    'Imported: 2 classes of source bookings-july (csv) for gym north.',
    '2 new.',
    '  new  2026-07-01 18:30  Yoga',
    '  new  2026-07-01 20:00  Spin',
    'Rooms that are not configured: "Upstairs". No camera counts for them.',
    'The rooms of the gym are hall, loft; say which is meant: --room "Upstairs=hall"',
    'Left out or guessed:',
    expect.stringMatching(/^ {2}line 4, start: expected .*, got .*soon.* \(left out\)$/),
    'To take it back: turnout schedule undo 1 --gym north',
    '',
  ]);
});

it('turnout schedule import is done by a running owner, and moves are told in the time of the gym', async () => {
  await ask('schedule', 'import', BOOKINGS);
  const owner = await owned();
  await writeFile(fileHere(BOOKINGS), CSV.replace('07-01 18:30', '07-01 19:00'));
  const { out } = await ask('schedule', 'import', BOOKINGS);
  expect(out).toContain('1 moved, 1 as before.');
  expect(out).toContain('starts at: 2026-07-01 18:30 → 2026-07-01 19:00');
  const [yoga] = await owner.history.classes.records('north', ALWAYS);
  expect(yoga?.startsUtcMs).toBe(Date.UTC(2026, 6, 1, 18));
});

it('turnout schedule import with --preview shows every field it understood, the odd ones out, and rows passed over', async () => {
  const { out } = await ask('schedule', 'import', 'week.csv', '--preview');
  expect(out).toMatch(/^Preview, nothing is changed: /);
  expect(out).toMatch(/ {2}capacity +from "Places" +4 of 6\n/);
  expect(out).toMatch(/ {2}nothing of .*booked, attended/);
  expect(out).toMatch(/2026-07-01 09:00 +10:00 +Saturday Strong +Ben Carter +Main Hal +12\n/);
  expect(out).toContain('Wed, 8 Jul 2026, 09:00: two titles at one time, “Saturday Strong” and');
  expect(out).toContain('The trainer “Ben Cartr” is new, and there is Ben Carter');
  expect(out).toMatch(/Worth a look:\n(.*\n)*? {2}Thu, 9 Jul 2026, 08:00: Dentist is there only/);
  expect(out).toContain('Rows that are not classes:\n  line 8, a row of totals (Total)');
  const room = ['--room', 'Main Hal=loft'];
  const { rooms } = await json('schedule', 'import', 'week.csv', '--preview', ...room);
  expect(rooms).toMatchObject([{ name: 'loft', room: 'loft' }]);
  const plain = await ask('schedule', 'import', 'week.csv');
  expect(plain.out).not.toContain('Worth a look');
  expect(plain.out).toContain('Rows that are not classes');
  expect((await ask('schedule', 'import', 'bad.csv')).code).toBe(1);
});

it('turnout schedule import asks back where a room holds fewer people, as a correction does; --force takes them', async () => {
  const refused = await ask('schedule', 'import', 'counts.csv');
  const why = 'got line 3: 140 attended of 16 in room Main Hall; nothing was taken';
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(why)]);
  const preview = await ask('schedule', 'import', 'counts.csv', '--preview');
  expect(preview.out).toContain('  line 3, Spin: 140 attended, 16 spots in Main Hall');
  expect((await ask('schedule', 'import', 'counts.csv', '--force')).out).toContain('2 new.');
  const [yoga] = await exported();
  const correct = ['class', 'correct', yoga.id, '--attended', '140'];
  const { err } = await ask(...correct);
  expect(err).toMatch(/since there are 16 places, got 140; .*--force .*\n$/);
  expect((await ask(...correct, '--force')).code).toBe(0);
  const count = ['class', 'count', yoga.id, '--people', '140'];
  expect((await ask(...count)).code).toBe(2);
  expect((await ask(...count, '--force')).code).toBe(0);
});

it('turnout schedule imports lists what was imported, and undo takes it back', async () => {
  await ask('schedule', 'import', BOOKINGS);
  const list = await ask('schedule', 'imports');
  expect(list.out).toMatch(
    /^ID +WHEN +FILE OR FEED +ROWS +CLASSES\n1 .* Bookings \(July\)\.csv +3 +2 new\n/,
  );
  const { err, code } = await ask('schedule', 'undo', 'abc');
  expect([err, code]).toEqual([
    'turnout: schedule undo: expected the number of an import, got abc; list them with: turnout schedule imports\n',
    2,
  ]);
  const undone = await ask('schedule', 'undo', '1');
  expect(undone.out).toBe(
    'Import 1 (Bookings (July).csv) is taken back: 2 removed.\nCorrections and counts stay.\n',
  );
  expect((await ask('schedule', 'imports')).out).toContain('undone');
});

it('turnout schedule undo names the later import that spoke of the same classes, and can leave those', async () => {
  await ask('schedule', 'import', BOOKINGS);
  await ask('schedule', 'import', 'checkins.csv');
  const refused = await ask('schedule', 'undo', '1');
  expect(refused.err).toMatch(
    /1 class \(Yoga\) import 2 spoke later; take 2 back first, or .* undo 1 --rest/,
  );
  const { out } = await ask('schedule', 'undo', '1', '--rest');
  expect(out).toContain('is taken back: 1 removed.');
  expect(out).toContain('1 class stays as import 2 left it:\n  2026-07-01 18:30  Yoga');
});

it('turnout schedule export writes what was imported, to the terminal or into a file', async () => {
  await ask('schedule', 'import', BOOKINGS);
  const out = await told('schedule', 'export', ...ON_JULY_1);
  expect(out.trimEnd().split('\n')).toHaveLength(3);
  expect(out).toMatch(/^id,name,.*\r\ncls_\w+,Yoga,/);
  expect(out).toMatch(/,Spin,.*,2,/);
  const saved = fileHere('saved.json');
  await ask('schedule', 'export', ...ON_JULY_1, '--format', 'json', '--out', saved);
  expect(JSON.parse(await readFile(saved, 'utf8'))).toHaveLength(2);
});

it('turnout class corrects classes by the ids of an export, and notes true counts', async () => {
  await ask('schedule', 'import', BOOKINGS);
  const [yoga] = await exported();
  const attended = async () => (await json('report', 'day', '2026-07-01')).classes[0].attended;
  const corrected = await ask('class', 'correct', yoga.id, '--attended', '9', '--note', 'seen');
  expect(corrected.out).toBe(`Class ${yoga.id}: 9 attended.\n`);
  expect(await attended()).toBe(9);
  await ask('class', 'correct', yoga.id, '--withdraw');
  expect(await attended()).toBeNull();
  const withdrawn = await json('class', 'count', yoga.id, '--withdraw');
  expect(withdrawn).toEqual({ class: yoga.id, counted: false });
});

const LOGIN = 'ftp://user:Zq9@192.0.2.1/x.ics';

refuses(ask, [
  ['schedule import no.csv', 2, /a file that can be read, .* got no file no.csv; check/],
  [`schedule import ${LOGIN}`, 2, /^(?!.*Zq9).*an address of http, https, webcal or a book/s],
  ['schedule import x.csv --room Upstairs', 2, /expected two texts with = between/i],
  ['schedule import own.csv', 1, /^(?!.*under col).* them: --column "name=…" --column "start=…"/s],
  ['schedule export --from 2026-02-30', 2, /Expected a date such as 2026-07-01/],
  ['schedule export --from 2026-07-02 --to 2026-07-01', 2, /not before 2026-07-02/],
  ['class correct cls_none', 2, /either --attended or --withdraw, got none/],
  ['class correct cls_none --attended 3 --withdraw', 2, /got both/],
  ['class count cls_none --people many', 2, /a whole number, 0 to 10000/],
]);
