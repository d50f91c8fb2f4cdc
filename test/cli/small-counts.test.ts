/** `privacy.small_counts: hide` in every file that a command writes. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it, test } from 'vitest';
import { addDays, dateAt, weekdayOf } from '../../gym/calendar/zone.ts';
import { buildWeb } from '../../scripts/build-web.ts';
import { typed } from './typed.ts';

const CONFIG = `gyms:
  - id: north
    timezone: Europe/London
    rooms: [{ id: hall, name: Main Hall, capacity: 20 }]
`;
const TODAY = dateAt('Europe/London', Date.now());
/** Of the last whole week. */
const MONDAY = addDays(TODAY, -6 - weekdayOf(TODAY));

beforeAll(() => buildWeb());

async function open(privacy: 'show' | 'hide') {
  const { ask: asked, folder } = await typed(`${CONFIG}privacy: { small_counts: ${privacy} }\n`);
  const ask = async (...args: string[]) => {
    const { code, out, err } = await asked(...args);
    expect([code, err]).toEqual([0, '']);
    return out;
  };
  const file = join(folder, 'bookings.csv');
  const rows = [
    'id,name,trainer,room,start,end,booked,attended',
    `spin,Spin,Anna,Main Hall,${MONDAY} 18:30,${MONDAY} 19:30,2,1`,
    `pump,Pump,Anna,Main Hall,${MONDAY} 20:30,${MONDAY} 21:30,9,8`,
  ];
  await writeFile(file, rows.join('\n'));
  await ask('schedule', 'import', file);
  const written = async (name: string, ...args: string[]) => {
    await ask(...args, join(folder, name));
    return readFile(join(folder, name), 'utf8');
  };
  return { ask, written };
}

const FILES: readonly (readonly [name: string, shown: RegExp, hidden: RegExp])[] = [
  ['schedule.csv', /Spin,.*,2,1\b/, /Spin,.*,3,3\b/],
  ['schedule.json', /"Spin".*"booked": ?2.*"Pump"/s, /"Spin".*"booked": ?3.*"Pump"/s],
  ['schedule.ics', /Booked: 2\\nAttended: 1\\n/, /Booked: 3\\nAttended: 3\\n/],
  ['week.csv', /,Spin,Main Hall,completed,20,2,1,/, /,Spin,Main Hall,completed,20,3,3,/],
  ['week.html', /9 people checked in to 2 classes/, /11 people checked in to 2 classes/],
];

test.each(FILES)('%s', async (name, shown, hidden) => {
  for (const [privacy, expected, other] of [
    ['show', shown, hidden],
    ['hide', hidden, shown],
  ] as const) {
    const { written } = await open(privacy);
    const [kind = '', extension = ''] = name.split('.');
    const args =
      kind === 'week'
        ? ['report', 'week', `--${extension}`]
        : ['schedule', 'export', '--format', extension, '--out'];
    const text = await written(name, ...args);
    expect(text).toMatch(expected);
    expect(text).not.toMatch(other);
  }
});

it('turnout query --csv, and not its table', async () => {
  const query = ['query', 'attended', 'booked', '--by', 'class', '--from', MONDAY, '--to', TODAY];
  const { ask } = await open('hide');
  expect(await ask(...query, '--csv')).toContain('Spin,3,1,3,1,1,');
  expect(await ask(...query)).toMatch(/Spin +1 +2 +1\n/);
});
