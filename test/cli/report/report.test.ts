/** `turnout report` as a user types it, over classes that were imported and corrected by commands. */

import { writeFile } from 'node:fs/promises';
import { beforeEach, expect, it } from 'vitest';
import { addDays, dateAt } from '../../../gym/calendar/zone.ts';
import { date } from '../../../web/words/format.ts';
import { ask, fileHere, gymText, json, refuses, told, typed } from '../typed.ts';

const economics = { revenue_per_visit: 10, flat_pay: 60 };
const TODAY = dateAt('Europe/London', Date.now());
const YESTERDAY = addDays(TODAY, -1);

/** Five Spins, one a week, and a Pump that was cancelled; 15 were checked in at each Spin but yesterday's. */
const ROWS = [
  ...[28, 21, 14, 7].map(
    (days) =>
      `spin-${days},Spin,Zoë Marchetti,Main Hall,${day(days)} 18:30,${day(days)} 19:30,18,15,`,
  ),
  `spin-0,Spin,Zoë Marchetti,Main Hall,${YESTERDAY} 18:30,${YESTERDAY} 19:30,18,,`,
  `pump,Pump,Tom Ashworth,Main Hall,${YESTERDAY} 20:00,${YESTERDAY} 21:00,3,,cancelled`,
];
const HEAD = 'id,name,trainer,room,start,end,booked,attended,status';

function day(daysAgo: number): string {
  return addDays(YESTERDAY, -daysAgo);
}

async function bring(...rows: string[]) {
  const file = fileHere('bookings.csv');
  await writeFile(file, [HEAD, ...rows].join('\n'));
  await told('schedule', 'import', file);
}

beforeEach(async () => {
  await typed(gymText({ currency: 'GBP', economics }));
  await bring(...ROWS);
  const summary = await json('report', 'day', YESTERDAY);
  const spin = summary.classes.find(({ name }: { name: string }) => name === 'Spin');
  await told('class', 'correct', spin.id, '--attended', '14');
});

it('turnout report tells how full yesterday was', async () => {
  const out = await told('report', 'day', 'yesterday', '--wide', '--no-legend');
  expect(out.split('\n')).toEqual([
    `north, ${date(YESTERDAY)}: 14 people came to 1 class: 70% full.`,
    '4+ no-shows.',
    '',
    'TIME   CLASS  TRAINER        ROOM       BOOKED  CAME       PLACES  FULL  NO-SHOWS',
    '18:30  Spin   Zoë Marchetti  Main Hall  18      14         20      70%   4+',
    '    someone corrected the number',
    '20:00  Pump   Tom Ashworth   Main Hall  3       cancelled  20      –     –',
    '',
  ]);
});

it('turnout report tells what classes earn, of how many of them, and that none does where that is so', async () => {
  const { ranking } = await json('report', 'classes');
  expect(ranking[0]).toMatchObject({ name: 'Spin', attended: 74 });
  await bring(`lost,Lost Ride,,Main Hall,${day(2)} 12:00,${day(2)} 13:00,9,,`);
  const out = await told('report', 'revenue', '--wide');
  expect(out).toContain('£440.00 profit, £740.00 revenue, £360.00 cost. Unsold places: ');
  expect(out).toContain('Known for: revenue 5, cost 6, profit 5 classes.');
  expect(out).toMatch(/Top earners:\n.*\nSpin .* £88.00 /);
  await bring(`old,Old Ride,,Main Hall,${day(90)} 12:00,${day(90)} 13:00,9,,`);
  const before = await told('report', 'revenue', '--wide', '--on', day(80));
  expect(before).toContain('\nRevenue is unknown: no class was counted, or');
  expect(before).toContain(
    'No class is known to make a profit.\n\nNo class with enough counted dates is nearly empty or losing money.',
  );
  expect(await told('report', 'revenue', '--on', day(200))).toMatch(/: no classes were held\.$/m);
});

refuses(ask, [
  ['report classes --limit 0', 2, /'0' is invalid. Expected a whole number, 1 to 100/],
  ['report day 2026-02-30', 2, /expected today, yesterday or a date up to .*, got 2026-02-30/],
]);
