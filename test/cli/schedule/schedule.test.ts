/** `turnout schedule` and `turnout class` as a user types them, beside a running owner and without one. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { own } from '../owned.fixture.ts';
import { typed } from '../typed.ts';

const CSV = `id,name,start,end,room,booked,trainer
1,Yoga,2026-07-01 18:30,2026-07-01 19:30,Main Hall,7,Ann
2,Spin,2026-07-01 20:00,2026-07-01 21:00,Upstairs,3,Bob
3,Pump,soon,2026-07-01 21:00,Upstairs,3,Bob
`;

async function open() {
  const opened = await typed();
  const file = join(opened.folder, 'Bookings (July).csv');
  await writeFile(file, CSV);
  return { ...opened, file };
}

describe('turnout schedule import', () => {
  it('tells what is new, which rooms are strange and what could not be read', async () => {
    const { ask, file } = await open();
    const { code, out, err } = await ask('schedule', 'import', file);
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n')).toEqual([
      'Imported: 2 classes of source bookings-july (csv) for gym north.',
      '2 new.',
      '  new  2026-07-01 18:30  Yoga',
      '  new  2026-07-01 20:00  Spin',
      'Rooms that are not configured: "Upstairs". No camera counts for them.',
      'The rooms of the gym are hall, loft; say which is meant: --room "Upstairs=hall"',
      'Left out or guessed:',
      expect.stringMatching(/^ {2}line 4, start: expected .*, got .*soon.* \(left out\)$/),
      'To take it back: turnout schedule undo 1',
      '',
    ]);
  });

  it('changes nothing as a preview, and says the whole plan as JSON', async () => {
    const { json, ask, file } = await open();
    const preview = await json('schedule', 'import', file, '--preview', '--room', 'Upstairs=loft');
    expect(preview).toMatchObject({
      preview: true,
      source: 'bookings-july',
      changes: [{ kind: 'add', name: 'Yoga', starts_at: '2026-07-01T17:30:00.000Z' }, {}],
      rooms: [{ room: 'hall' }, { name: 'loft', room: 'loft' }],
      faults: [{ line: 4, effect: 'skipped' }],
    });
    const again = await ask('schedule', 'import', file, '--preview');
    expect(again.out).toMatch(/^Preview, nothing is changed: 2 classes/);
    expect(again.out).toContain('2 new.');
  });

  it('is done by a running owner, and moves are told in the time of the gym', async () => {
    const { ask, file, dataDir, config } = await open();
    await ask('schedule', 'import', file);
    const owner = await own(dataDir, config);
    onTestFinished(() => owner.stop());
    await writeFile(file, CSV.replace('2026-07-01 18:30', '2026-07-01 19:00'));
    const { out } = await ask('schedule', 'import', file);
    expect(out).toContain('1 moved, 1 as before.');
    expect(out).toContain('starts at: 2026-07-01 18:30 → 2026-07-01 19:00');
    const range = { fromUtcMs: 0, toUtcMs: Number.MAX_SAFE_INTEGER };
    const [yoga] = await owner.history.classes.records('north', range);
    expect(yoga?.startsUtcMs).toBe(Date.UTC(2026, 6, 1, 18));
  });

  it('ends with a fault where nothing could be taken', async () => {
    const { ask, folder } = await open();
    const file = join(folder, 'bad.csv');
    await writeFile(file, 'id,name,start,end\n1,Yoga,soon,later\n');
    expect((await ask('schedule', 'import', file)).code).toBe(1);
  });

  it.each([
    [
      ['no-such-file.csv'],
      2,
      /expected a file that can be read, .* got no file no-such-file.csv; check its name/,
    ],
    [
      ['ftp://user:Zq9@192.0.2.1/x.ics'],
      2,
      /expected an address of http, https, webcal or a booking system/,
    ],
    [['x.csv', '--room', 'Upstairs'], 2, /expected two texts with = between/i],
    [['x.csv', '--format', 'xls'], 2, /auto, ics, csv, json/],
  ])('answers %j in one sentence', async (args, code, sentence) => {
    const { ask } = await open();
    const answer = await ask('schedule', 'import', ...args);
    expect(answer.err).toMatch(sentence);
    expect(answer.err).not.toContain('Zq9');
    expect([answer.code, answer.out]).toEqual([code, '']);
  });
});

describe('turnout schedule import --preview', () => {
  it('shows every field it understood, the odd ones out, and rows passed over', async () => {
    const { ask, json, folder } = await open();
    const file = join(folder, 'week.csv');
    const weeks = ['01', '08', '15', '22'].map(
      (day) => `Saturday Strong,2026-07-${day} 09:00,Ben Carter,Main Hal,12\n`,
    );
    await writeFile(
      file,
      `Class,Start,Coach,Room,Places\n${weeks.join('')}Saturday Strong with Jonas,2026-07-08 09:00,Ben Cartr,,\nDentist,2026-07-09 08:00,,,\nTotal,,,,48\n`,
    );
    const { out } = await ask('schedule', 'import', file, '--preview');
    expect(out).toMatch(/ {2}capacity +from "Places" +4 of 6\n/);
    expect(out).toMatch(/ {2}nothing of .*booked, attended/);
    expect(out).toMatch(/2026-07-01 09:00 +10:00 +Saturday Strong +Ben Carter +Main Hal +12\n/);
    expect(out).toContain('Wed, 8 Jul 2026, 09:00: two titles at one time, “Saturday Strong” and');
    expect(out).toContain('The trainer “Ben Cartr” is new, and there is Ben Carter');
    expect(out).toMatch(/Worth a look:\n(.*\n)*? {2}Thu, 9 Jul 2026, 08:00: Dentist is there only/);
    expect(out).toContain('Rows that are not classes:\n  line 8, a row of totals (Total)');
    expect(await json('schedule', 'import', file, '--preview')).toMatchObject({
      rows: 7,
      passed_over: [{ line: 8 }],
      odd_ones: expect.arrayContaining([{ kind: 'room', name: 'Main Hal', near: 'hall' }]),
    });
    const plain = await ask('schedule', 'import', file);
    expect(plain.out).not.toContain('Worth a look');
    expect(plain.out).toContain('Rows that are not classes');
  });

  it('says how columns are named here', async () => {
    const { ask, folder } = await open();
    const file = join(folder, 'own.csv');
    await writeFile(file, 'Bezeichnung,Wann genau\nYoga,2026-07-01 18:30\n');
    const { err } = await ask('schedule', 'import', file);
    expect(err).toMatch(/name them: --column "name=…" --column "start=…"/);
    expect(err).not.toContain('under columns');
  });
});

describe('turnout schedule import of more people than a room holds', () => {
  it('asks back with lines and rooms, and takes them with --force', async () => {
    const { ask, json, folder } = await open();
    const file = join(folder, 'counts.csv');
    await writeFile(
      file,
      'Class,Start,Room,Capacity,Booked,Attended\nYoga,2026-07-01 18:30,Main Hall,16,24,24\nSpin,2026-07-01 20:00,Main Hall,16,12,140\n',
    );
    const refused = await ask('schedule', 'import', file);
    expect(refused.err).toMatch(
      /got line 3: 140 attended in room Main Hall of 16 places; nothing was taken/,
    );
    expect(refused.code).toBe(2);
    const preview = await ask('schedule', 'import', file, '--preview');
    expect(preview.out).toContain('  line 3, Spin: 140 attended, 16 spots in Main Hall');
    expect((await json('schedule', 'imports')).total).toBe(0);
    expect((await ask('schedule', 'import', file, '--force')).out).toContain('2 new.');
  });
});

describe('turnout schedule imports and undo', () => {
  it('lists what was imported and takes it back', async () => {
    const { ask, json, file } = await open();
    await ask('schedule', 'import', file);
    expect(await json('schedule', 'imports')).toMatchObject({
      imports: [{ id: 1, file: 'Bookings (July).csv', counts: { add: 2 } }],
    });
    const list = await ask('schedule', 'imports');
    expect(list.out).toMatch(
      /^ID +WHEN +FILE OR FEED +ROWS +CLASSES\n1 .* Bookings \(July\)\.csv +3 +2 new\n/,
    );
    const undone = await ask('schedule', 'undo', '1');
    expect(undone.out).toBe(
      'Import 1 (Bookings (July).csv) is taken back: 2 removed.\nCorrections and counts stay.\n',
    );
    expect((await ask('schedule', 'imports')).out).toContain('undone');
    const again = await ask('schedule', 'undo', '1');
    expect(again.err).toMatch(/got 1, which was taken back already; list them with/);
    expect(again.code).not.toBe(0);
  });

  it('names the later import that spoke of the same classes, and can leave those', async () => {
    const { ask, file, folder } = await open();
    await ask('schedule', 'import', file);
    const other = join(folder, 'checkins.csv');
    await writeFile(other, 'Class,Start,Room,Attended\nYoga,2026-07-01 18:30,Main Hall,5\n');
    await ask('schedule', 'import', other);
    const refused = await ask('schedule', 'undo', '1');
    expect(refused.err).toMatch(
      /1 class \(Yoga\) import 2 spoke later; take 2 back first, or .* undo 1 --rest/,
    );
    const { out } = await ask('schedule', 'undo', '1', '--rest');
    expect(out).toContain('is taken back: 1 removed.');
    expect(out).toContain('1 class stays as import 2 left it:\n  2026-07-01 18:30  Yoga');
  });

  it('joins trainers written in two ways, and separates them again', async () => {
    const { ask, json, folder } = await open();
    const file = join(folder, 'a.csv');
    await writeFile(
      file,
      'Class,Start,Trainer\nYoga,2026-07-01 18:30,"Mills, Joanna"\nSpin,2026-07-02 18:30,Joanna Mills\n',
    );
    await ask('schedule', 'import', file);
    expect((await ask('schedule', 'joins')).out).toBe('No trainers of gym north were joined.\n');
    const list = await json('class', 'list', '--from', '2026-07-01', '--to', '2026-07-02');
    expect(list.classes.map(({ trainer }: { trainer: { id: string } }) => trainer.id)).toEqual([
      'joanna-mills',
      'joanna-mills',
    ]);
    expect((await ask('schedule', 'separate', '9')).err).toMatch(/number of a join of gym north/);
  });
});

describe('turnout schedule export', () => {
  it('writes what was imported, so that it can be imported again', async () => {
    const { ask, json, file, folder } = await open();
    await ask('schedule', 'import', file);
    const dates = ['--from', '2026-07-01', '--to', '2026-07-01'];
    const { code, out } = await ask('schedule', 'export', ...dates);
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(3);
    expect(out).toContain('Yoga');
    const saved = join(folder, 'saved.json');
    await ask('schedule', 'export', ...dates, '--format', 'json', '--out', saved);
    expect(JSON.parse(await readFile(saved, 'utf8'))).toHaveLength(2);
    const plan = await json('schedule', 'import', saved, '--preview');
    expect(plan.counts).toMatchObject({ add: 0, unchanged: 2 });
  });

  it.each([
    [['--from', '2026-02-30'], /Expected a date such as 2026-07-01/],
    [['--from', '2026-07-02', '--to', '2026-07-01'], /a date that is not before 2026-07-02/],
    [['--gym', 'south'], /expected one of north, got south/],
  ])('refuses %j', async (args, sentence) => {
    const { ask } = await open();
    const { code, err } = await ask('schedule', 'export', ...args);
    expect(err).toMatch(sentence);
    expect(code).not.toBe(0);
  });
});

describe('turnout class', () => {
  it('lists classes, corrects them and notes true counts', async () => {
    const { ask, json, file } = await open();
    await ask('schedule', 'import', file);
    const list = () => json('class', 'list', '--from', '2026-07-01', '--to', '2026-07-01');
    const [yoga] = (await list()).classes;
    expect(yoga).toMatchObject({ starts_at: '2026-07-01T18:30:00+01:00', attended: null });
    const corrected = await ask('class', 'correct', yoga.id, '--attended', '9', '--note', 'seen');
    expect(corrected.out).toBe(`Class ${yoga.id}: 9 attended.\n`);
    expect((await list()).classes[0]).toMatchObject({ attended: 9, corrected: true });
    await ask('class', 'correct', yoga.id, '--withdraw');
    expect((await list()).classes[0]).toMatchObject({ attended: null, corrected: false });
    expect((await ask('class', 'count', yoga.id, '--people', '8')).code).toBe(0);
    const text = await ask('class', 'list', '--from', '2026-07-01', '--to', '2026-07-01');
    expect(text.out).toMatch(/^CLASS +STARTS +NAME +TRAINER +BOOKED +CAME\n/);
    expect(text.out).toMatch(/2026-07-01 18:30 +Yoga +Ann +7\n/);
    const none = await ask('class', 'list', '--from', '2020-01-01', '--to', '2020-01-01');
    expect(none.out).toMatch(/^No classes on these dates/);
  });

  it.each([
    [
      ['correct', 'cls_none', '--attended', '3'],
      1,
      /the id of a class that was imported, got cls_none/,
    ],
    [['correct', 'cls_none'], 2, /either --attended or --withdraw, got none/],
    [['correct', 'cls_none', '--attended', '3', '--withdraw'], 2, /got both/],
    [['count', 'cls_none', '--people', 'many'], 2, /a whole number, 0 to 10000/],
  ])('answers %j in one sentence', async (args, code, sentence) => {
    const { ask } = await open();
    const answer = await ask('class', ...args);
    expect(answer.err).toMatch(sentence);
    expect(answer.code).toBe(code);
  });
});

const PLACES = `id,name,start,end,room,capacity,booked,attended
1,Yoga,2026-07-01 18:30,2026-07-01 19:30,Main Hall,16,14,11
2,Spin,2026-07-01 20:00,2026-07-01 21:00,Main Hall,16,9,
`;

describe('what is known of a class', () => {
  const dates = ['--from', '2026-07-01', '--to', '2026-07-01'];
  const withPlaces = async () => {
    const opened = await open();
    await writeFile(opened.file, PLACES);
    await opened.ask('schedule', 'import', opened.file);
    const { classes } = await opened.json('class', 'list', ...dates);
    return { ...opened, yoga: String(classes[0].id) };
  };

  it.each([
    ['correct', '--attended'],
    ['count', '--people'],
  ])('is no slip of the finger: class %s asks back', async (command, option) => {
    const { ask, yoga } = await withPlaces();
    const slip = await ask('class', command, yoga, option, '140');
    expect(slip.code).toBe(2);
    expect(slip.err).toMatch(
      /expected at most 24 people, since there are 16 places, got 140; .*--force .*\n$/,
    );
    expect((await ask('class', command, yoga, option, '24')).code).toBe(0);
    expect((await ask('class', command, yoga, option, '140', '--force')).code).toBe(0);
  });

  it('is taken back: a true count with --withdraw', async () => {
    const { ask, json, yoga } = await withPlaces();
    expect((await ask('class', 'count', yoga, '--people', '9')).code).toBe(0);
    expect(await json('class', 'count', yoga, '--withdraw')).toEqual({
      class: yoga,
      counted: false,
    });
    const { lines } = await json('key', 'audit', '--limit', '2');
    expect(lines).toMatchObject([
      { what: 'true_count_withdrawn', by: 'command line', subject: yoga },
      { what: 'true_count_noted', by: 'command line', subject: yoga },
    ]);
    expect((await ask('class', 'count', yoga)).err).toContain('either --people or --withdraw');
  });
});
