import { expect, it } from 'vitest';
import { rowsOf } from '../../../gym/schedule/csv.ts';
import { linesOf, parseText, startsOf } from '../../support/schedules.ts';

it('a table is found below title lines, whatever parts its cells', () => {
  for (const delimiter of [',', ';', '\t', '|']) {
    const text = [
      'Weekly report',
      'Studio North',
      '',
      ['Class', 'Start Time', 'End Time', 'Capacity'].join(delimiter),
      ['Yoga', '2026-03-27 18:30', '2026-03-27 19:30', '20'].join(delimiter),
    ].join('\r\n');
    const parsed = parseText(text);
    expect(parsed.faults).toEqual([]);
    expect(startsOf(parsed)).toEqual(['2026-03-27T18:30Z']);
    expect(parsed.entries[0]).toMatchObject({ name: 'Yoga', capacity: 20 });
  }
});

it('a table is understood in any case, spacing and punctuation of its header', () => {
  const parsed = parseText(
    'CLASS NAME;starts_at;Duration (min);Instructor(s);Class-Room;No-Shows;LATE cancels;Wait list;Revenue (EUR)\n' +
      'Yoga;27.03.2026 18:30;45;Anna;Studio 1;2;1;3;1.234,50 €\n',
  );
  expect(parsed.faults).toEqual([]);
  expect(linesOf(parsed)).toEqual([
    '2026-03-27T18:30/yoga/studio1 · Yoga · Anna · Studio 1 · 2026-03-27T18:30Z 45 min · noShows 2 · lateCancels 1 · waitlisted 3 · revenueMilli 1234500',
  ]);
});

it.each([
  ['1.234 €', 1_234_000],
  ['€ 1.234.567 / 980 €', 1_234_567_000, 980_000],
  ['1.234 / 1.5', 1_234, 1_500],
  ['1.234 € / 0.500 €', 1_234, 500],
])('a table reads the revenues %s of a column as one', (texts, ...milli) => {
  const rows = texts.split(' / ').map((text, n) => `Yoga ${n},2026-03-27 18:30,19:30,${text}\n`);
  const { entries } = parseText(`name,start,end,revenue\n${rows.join('')}`);
  expect(entries.map(({ revenueMilli }) => revenueMilli)).toEqual(milli);
});

it('a table leaves out amounts with the sign or code of another currency than the gym’s, and says so', () => {
  const foreign = ['€100', 'US$ 100', '100 PLN', '100 eur', '100 kr', '1e3', '1.2.3'];
  const cells = [...foreign, '£100', '100 gbp', 'GBP 100', '￡100', '100'];
  const rows = cells.map((cell, n) => `Yoga ${n + 10},2026-03-27 18:30,19:30,${cell}\n`);
  const text = `name,start,end,revenue\n${rows.join('')}`;
  const { entries, faults } = parseText(text, { currency: 'GBP' });
  const read = entries.map(({ revenueMilli }) => revenueMilli);
  expect(read).toEqual([...foreign.map(() => null), ...Array(5).fill(100_000)]);
  const expected = 'an amount of 0 or more in GBP';
  expect(faults).toMatchObject(foreign.map((got) => ({ expected, got })));
  const swedish = parseText(text, { currency: 'SEK' }).entries;
  expect(swedish[cells.indexOf('100 kr')]?.revenueMilli).toBe(100_000);
});

it('a table reads a month by its name', () => {
  const days = Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2026, at, 5)));
  const said = days.map((day) => day.toLocaleDateString('en', { dateStyle: 'medium' }));
  const rows = said.map((day) => `Yoga,"${day}",10:30,11:15\n`);
  const table = parseText(`name,date,start,end\n${rows.join('')}`);
  expect(startsOf(table).map((start) => start.slice(0, 10))).toEqual(
    days.map((day) => day.toISOString().slice(0, 10)),
  );
});

it('a table leaves out of names what turns the text around them', () => {
  const text = 'name,start,end\nSpin\u202e gro.live\u2069,2026-03-27 18:30,19:30\n';
  expect(parseText(text).entries.map(({ name }) => name)).toEqual(['Spin gro.live']);
});

it('a table takes from and until of a weekly timetable for dates where its times stand elsewhere', () => {
  const head = 'name,weekday,time,end,from,until';
  const weekly = parseText(`${head}\nDawn,Sunday,10:30,11:15,2026-03-01,2026-03-22\n`);
  expect(weekly.faults).toEqual([]);
  expect(startsOf(weekly).map((start) => start.slice(8, 10))).toEqual(['01', '08', '15', '22']);
  const plain = parseText('name,date,from,until\nDawn,2026-03-01,10:30,11:15\n');
  expect(plain.entries).toMatchObject([{ endsUtcMs: Date.UTC(2026, 2, 1, 11, 15) }]);
});

it('a table follows the columns that the user names before its own guesses', () => {
  const text = 'Class,Kind,Start,Minutes on the plan\nYoga,Hot Yoga,2026-03-27 18:30,75\n';
  const columns = { name: 'Kind', duration: 'minutes on the plan' };
  const yoga = { name: 'Hot Yoga', endsUtcMs: Date.UTC(2026, 2, 27, 19, 45) };
  expect(parseText(text, { columns }).entries).toMatchObject([yoga]);
});

it('a table with two columns of one name reads the first, and names what it leaves out', () => {
  const row = 'Yoga,2026-03-27 18:30,19:30,Studio,Loft';
  const parsed = parseText(`Class,Start,End,Room,Room\n${row}\n`);
  expect(parsed).toMatchObject({ entries: [{ room: 'Studio' }], unusedColumns: ['Room'] });
});

it('a table says which mapped columns it does not have', () => {
  const columns = { trainer: 'Led by', colour: 'Shade' };
  const parsed = parseText('Class,Start,End\nYoga,2026-03-27 18:30,19:30\n', { columns });
  expect(parsed.entries).toHaveLength(1);
  const ignored = ['trainer', 'colour'].map((field) => ({ field, effect: 'ignored' }));
  expect(parsed.faults).toMatchObject(ignored);
});

it('a table takes the good rows and names the line of every bad one', () => {
  const parsed = parseText(
    [
      'Class,Start,End,Capacity,Booked,Revenue',
      'Good,2026-03-27 18:30,2026-03-27 19:30,20,12,100',
      'Backwards,2026-03-27 18:30,2026-03-27 17:30,20,12,100',
      ',2026-03-27 18:30,2026-03-27 19:30,20,12,100',
      'Too long,2026-03-27 18:30,2026-03-29 19:30,20,12,100',
      'No such day,2026-02-30 18:30,2026-02-30 19:30,20,12,100',
      'No places,2026-03-28 18:30,2026-03-28 19:30,0,-1,-5',
      'Half people,2026-03-29 18:30,2026-03-29 19:30,12.5,99999,lots',
      '"Never closed,2026-03-29 18:30,2026-03-29 19:30,20,12,100',
      'Also good,2026-03-30 18:30,2026-03-30 19:30,20,12/18,100',
    ].join('\n'),
  );
  expect(parsed.faults.map(({ line, field, effect }) => `${line} ${field} ${effect}`)).toEqual([
    '3 end skipped',
    '4 name skipped',
    '5 end skipped',
    '6 start skipped',
    '7 capacity ignored',
    '7 booked ignored',
    '7 revenue ignored',
    '8 capacity ignored',
    '8 booked ignored',
    '8 revenue ignored',
    '9 null skipped',
  ]);
  expect(parsed.entries).toMatchObject([
    { name: 'Good' },
    { name: 'No places', capacity: null, booked: null, revenueMilli: null },
    { name: 'Half people' },
    { name: 'Also good', capacity: 20, booked: 12 },
  ]);
});

it('a table takes the later of two rows of the same id, and says so', () => {
  const rows = ['27', '28'].map((day) => `7,Yoga,2026-03-${day} 18:30,19:30\n`);
  const parsed = parseText(`Id,Class,Start,End\n${rows.join('')}`);
  expect(startsOf(parsed)).toEqual(['2026-03-28T18:30Z']);
  expect(parsed.faults).toMatchObject([{ line: 2, field: 'id', effect: 'skipped' }]);
});

it('a table keeps classes that overlap in a room, and of the same name with two trainers', () => {
  const rows = ['Yoga,18:30,Anna', 'Spin,18:45,Ben', 'Yoga,18:30,Chloe'];
  const text = rows.map((row) => `${row},2026-03-27,19:30,Hall`).join('\n');
  const parsed = parseText(`Class,Start,Trainer,Date,End,Room\n${text}`);
  expect(parsed.faults).toEqual([]);
  const ids = ['18:30/yoga/hall', '18:30/yoga/hall#2', '18:45/spin/hall'];
  expect(parsed.entries).toMatchObject(ids.map((id) => ({ externalId: `2026-03-27T${id}` })));
});

it('a table knows a column of cancelled bookings from one of cancelled classes', () => {
  const cancelled = (...cells: readonly string[]) => {
    const rows = cells.map((cell, at) => `Yoga,2026-03-2${at + 1} 18:30,19:30,${cell}\n`);
    const { entries } = parseText(`Class,Start,End,Cancelled\n${rows.join('')}`);
    return entries.map(({ isCancelled }) => isCancelled);
  };
  expect(cancelled('yes', 'no', '')).toEqual([true, false, false]);
  expect(cancelled('1', '3', '0')).toEqual([false, false, false]);
});

it('a table is refused as a whole where nothing says what or when', () => {
  expect(() => parseText('Colour,Weight\nred,12\n')).toThrow(/a column for the name of the class/);
  expect(() => parseText('Trainer,Room\nAnna,Hall\n')).toThrow(/got columns Trainer, Room/);
});

const table = (dates: readonly string[]) =>
  `Class,Date,Time\n${dates.map((date) => `Yoga,${date},18:30 - 19:30`).join('\n')}`;

it('dates of a table are read alike over the whole column, by the one that decides', () => {
  const dayFirst = parseText(table(['03/04/2026', '27/03/2026']));
  expect(startsOf(dayFirst)).toEqual(['2026-03-27T18:30Z', '2026-04-03T17:30Z']);
  expect(dayFirst.faults).toEqual([]);
  const monthFirst = parseText(table(['03/04/2026', '03/27/2026']));
  expect(startsOf(monthFirst)).toEqual(['2026-03-04T18:30Z', '2026-03-27T18:30Z']);
});

it('dates of a table that decide nothing follow the country of the gym, with a fault', () => {
  const text = table(['03/04/2026', '05/04/2026']);
  const london = parseText(text);
  expect(startsOf(london)[0]).toBe('2026-04-03T17:30Z');
  expect(london.faults).toEqual([
    {
      line: null,
      field: 'date',
      expected: 'dates of which one tells the day from the month',
      got: '03/04/2026, taken as day/month as usual in Europe/London',
      effect: 'ignored',
    },
  ]);
  const manila = parseText(text, { timezone: 'Asia/Manila' });
  expect(startsOf(manila)[0]).toBe('2026-03-04T10:30Z');
  expect(manila.faults[0]?.got).toContain('month/day');
  const vevay = parseText(text, { timezone: 'America/Indiana/Vevay' });
  expect(startsOf(vevay)[0]).toBe('2026-03-04T23:30Z');
});

it('dates of a table in a skipped hour are as long as written', () => {
  const { entries } = parseText('Class,Date,Start,End\nNap,2026-03-29,01:15,02:00\n');
  const at = (time: string) => Date.parse(`2026-03-29T${time}Z`);
  expect(entries).toMatchObject([{ startsUtcMs: at('01:15'), endsUtcMs: at('02:00') }]);
});

it.each([
  ['Date,Time', '2026-03-27,23:30 - 00:15', 15],
  ['Start,End', '2026-03-27 23:30,24:00', 0],
  ['Start,End', '2026-03-27 24:00,00:15', 15],
])('dates of a class that ends at midnight or after are two: %s, %s', (columns, cells, minute) => {
  const { entries } = parseText(`Class,${columns}\nYoga,${cells}\n`);
  expect(entries).toMatchObject([{ endsUtcMs: Date.UTC(2026, 2, 28, 0, minute) }]);
});

it('dates of a table with an end at or before the start are refused, not taken for a class of 24 hours', () => {
  const text = 'Class,Date,Start,End\nSpin,2026-11-20,18:00,17:50\nYoga,2026-11-20,18:00,18:00\n';
  const { entries, faults } = parseText(text);
  expect([entries, faults.map(({ field }) => field)]).toEqual([[], ['end', 'end']]);
});

it.each([
  ['one row', `Class,Start\nx${','.repeat(10_000_000)}`, 2],
  ['many rows', `Class,Start\n${`x${','.repeat(99_999)}\n`.repeat(101)}`, 101],
])('a very long table of over 10,000,000 cells in %s is refused with its line', (_, text, line) => {
  expect(() => parseText(text)).toThrow(
    expect.objectContaining({
      code: 'schedule_too_large',
      message: expect.stringMatching(`at most 10000000 cells, got more, in line ${line};`),
    }),
  );
});

it('a very long table is read up to 200,000 rows', () => {
  const { faults, faultCount } = parseText(`Class,Start\n${'x\n'.repeat(200_001)}`);
  expect(faultCount).toBe(200_001);
  const limit = { line: 200_002, expected: 'at most 200000 rows' };
  expect(faults).toContainEqual(expect.objectContaining(limit));
});

const cells = (text: string, delimiter = ',') =>
  [...rowsOf(text, delimiter)].map((row) => row.cells);

it.each<[string, (string[] | null)[]]>([
  ['"a" ,b', [['a', 'b']]],
  ['"a, b",c', [['a, b', 'c']]],
  ['"""a""",b', [['"a"', 'b']]],
  ['"",b,', [['', 'b', '']]],
  ['a,"', [null]],
  [`"${'\n'.repeat(49)}",b`, [['\n'.repeat(49), 'b']]],
  [`"${'\n'.repeat(50)}",b`, [null, null]],
  ['" a ","b"', [[' a ', 'b']]],
  ['x"y"z,b', [['x"y"z', 'b']]],
  ['"a\r\nb"\r\nd', [['a\nb'], ['d']]],
  ['"a\nb,c\n"d"e,f\ng,h', [null, ['b', 'c'], null, ['g', 'h']]],
])('a record of a CSV %j is read as a spreadsheet means it', (text, expected) => {
  expect(cells(text)).toEqual(expected);
});

it('a record of a CSV may be cut at a tab, which is no space then', () => {
  expect(cells('"a"\t\t"b"\tc', '\t')).toEqual([['a', '', 'b', 'c']]);
});

it('a record of a CSV takes no longer where each line opens a quote that is never closed', () => {
  expect(cells('a"b,"c\n'.repeat(200_000))).toEqual(Array(200_000).fill(null));
});
