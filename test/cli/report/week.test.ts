/** `turnout report week`: a week to read, and as files that are the page itself. */

import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addDays, dateAt, weekdayOf } from '../../../gym/calendar/zone.ts';
import { buildWeb } from '../../../scripts/build-web.ts';
import { dates } from '../../../web/words/format.ts';
import { ask, fileHere, gymText, json, told, typed } from '../typed.ts';

const TODAY = dateAt('Europe/London', Date.now());
/** Of the last whole week. */
const MONDAY = addDays(TODAY, -6 - weekdayOf(TODAY));

const HEAD = 'id,name,trainer,room,start,end,booked,attended,revenue';
const spin = (day: string, numbers: string) =>
  `spin${day},Spin,Anna,Main Hall,${day} 18:30,${day} 19:30,${numbers}`;

async function bring(file: object, ...rows: readonly string[]): Promise<void> {
  await typed(gymText({}, file));
  await writeFile(fileHere('bookings.csv'), [HEAD, ...rows].join('\n'));
  await told('schedule', 'import', fileHere('bookings.csv'));
}

beforeAll(() => buildWeb());
beforeEach(() => {
  // Of the week, and of the same one a year before.
  const rows = [0, -364, -371].map((days) =>
    spin(addDays(MONDAY, days), days ? '18,11,' : '18,15,'),
  );
  return bring({}, ...rows);
});

it('turnout report week prints the last whole week, day by day', async () => {
  expect(await told('report', 'week')).toContain(
    `Week ${dates(MONDAY, addDays(MONDAY, 6))}: 15 people checked in to 1 class: 75% full. 3 no-shows.\nThe same days last year: 11 people, 55% full.\n`,
  );
  expect(await told('report', 'week')).toContain('To keep: --html');
  expect(await told('report', 'week', '--no-legend')).not.toContain('To keep');
  const other = await json('report', 'week', TODAY);
  const week = { from: addDays(MONDAY, 7), attended: null };
  expect(other).toMatchObject({ gym_id: 'north', timezone: 'Europe/London', week });
  expect((await ask('report', 'week', '2026-13-45')).err).toMatch(/such as .*, got 2026-13-45$/m);
});

it('turnout report week writes the page as one file that loads nothing, and the classes as a table', async () => {
  const [html, csv] = [fileHere('week.html'), fileHere('week.csv')];
  await told('report', 'week', '--html', html, '--csv', csv);
  const page = await readFile(html, 'utf8');
  expect(page).toMatch(/15\speople checked in to 1\sclass: 75%\sfull/);
  expect(page).not.toMatch(/<script|<link|src=|url\((?!"?#)/);
  const [head, row, ...others] = (await readFile(csv, 'utf8')).split('\r\n');
  expect(head).toMatch(/^starts_at,ends_at,name,/);
  expect(row).toContain(`${MONDAY}T18:30:00`);
  expect(row).toMatch(/,Spin,Main Hall,completed,20,18,15,/);
  expect(others).toEqual(['']);
});

it('turnout report week names the file that cannot be written', async () => {
  const { code, err } = await ask('report', 'week', '--html', fileHere('no/week.html'));
  expect(code).not.toBe(0);
  expect(err).toContain('expected a file that can be written');
  for (const flag of ['--csv', '--html', '--pdf']) {
    const dash = await ask('report', 'week', flag, '-');
    const fault = expect.stringContaining(`${flag}: expected the name of a file, got -`);
    expect([dash.code, dash.err]).toEqual([2, fault]);
  }
});

/** `privacy.small_counts: hide` in every file that a command writes. */
const hiding = () =>
  bring(
    { privacy: { small_counts: 'hide' } },
    spin(MONDAY, '2,1,12.34'),
    `pump,Pump,Anna,Main Hall,${MONDAY} 20:30,${MONDAY} 21:30,9,8,56.78`,
  );

it('has no count of one or two people in a file of classes, a table and a page of the week', async () => {
  await hiding();
  const [html, csv] = [fileHere('week.html'), fileHere('week.csv')];
  const exported = await told('schedule', 'export');
  expect(exported).toMatch(/Spin,.*,3,3\b/);
  expect(exported).toContain('56.78');
  // By the price it would tell how many came.
  expect(exported).not.toContain('12.34');
  await told('report', 'week', '--html', html, '--csv', csv);
  expect(await readFile(csv, 'utf8')).toMatch(/,Spin,Main Hall,completed,20,3,3,/);
  expect(await readFile(html, 'utf8')).toMatch(/11\speople checked in to 2\sclasses/);
});

it('leaves what it hid as it is where the file is imported again', async () => {
  await hiding();
  const bookings = fileHere('bookings.csv');
  await told('schedule', 'export', '--from', MONDAY, '--out', bookings);
  expect(await told('schedule', 'import', bookings)).toContain('2 as before');
});

it('turnout query --csv, and not its table', async () => {
  const query = ['query', 'attended', 'booked', '--by', 'class', '--from', MONDAY, '--to', TODAY];
  await hiding();
  expect(await told(...query, '--csv')).toContain('Spin,3,1,3,1,1,');
  expect(await told(...query)).toMatch(/Spin +1 +2 +1\n/);
});
