/** Exports of each booking system: one that is checked whole, and three more with its published columns, other orders, dates, marks and rows around them. */

import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { understoodFields } from '../../../gym/schedule/preview.ts';
import {
  LONDON,
  linesOf,
  parseFixture,
  parseText,
  SCHEDULE_NOW,
  startsOf,
} from '../../support/schedules.ts';

const PLACES = ['trainer', 'room', 'capacity', 'booked'];

/** By system: the zone of its gym, its shape, and what both classes of every export must say. */
const SYSTEMS = {
  mindbody: ['America/New_York', 'mindbody', PLACES],
  momence: ['Europe/London', 'momence', PLACES],
  teamup: ['Europe/London', 'teamup', [...PLACES, 'waitlisted']],
  'mariana-tek': ['America/New_York', 'mariana_tek', PLACES],
  perfectgym: ['Europe/Warsaw', 'perfectgym', [...PLACES, 'attended']],
  wellnessliving: ['America/New_York', 'wellnessliving', ['booked', 'attended', 'no_shows']],
  'open-active': ['Europe/London', 'openactive', PLACES],
} as const;

const EXPORTS = {
  'mindbody.json': [
    '1001 · Vinyasa Flow · Anna Lee #55 · Studio 1 · 2026-03-27T22:30Z 60 min · capacity 20 · booked 17 · checkedIn 14 · waitlisted 2',
    '1002 · Spin · Ben Okoro #56 · Riverside · 2026-03-30T10:45Z 45 min · capacity 12 · booked 2 · checkedIn 1 · lateCancels 1',
    '1003 · Vinyasa Flow · Studio 1 · 2026-04-03T22:30Z 60 min · cancelled · capacity 20 · booked 0 · checkedIn 0',
  ],
  'momence.json': [
    '900 · Reformer Pilates · Chloe Marsh #12 · Reformer Room · 2026-03-27T18:30Z 50 min · capacity 10 · booked 10 · waitlisted 3',
    '901 · Mat Pilates · Dan Vogel #13 · 2026-03-29T09:00Z 45 min · cancelled · capacity 16 · booked 0 · waitlisted 0',
  ],
  'teamup.json': [
    '5501 · CrossFit · Ed Novak #31 · The Box · 2026-03-28T06:00Z 60 min · capacity 14 · booked 9 · waitlisted 0',
    '5502 · CrossFit · The Box · 2026-03-29T06:00Z 60 min · cancelled · capacity 14 · booked 0 · waitlisted 0',
  ],
  'open-active.json': [
    'https://open.example/sessions/1 · Aqua Fit · Gita Rao · Main Pool · 2026-03-30T09:00Z 45 min · capacity 30 · booked 22',
    'https://open.example/sessions/2 · Aqua Fit · Gita Rao · Main Pool · 2026-04-06T09:00Z 45 min · cancelled · capacity 30 · booked 19',
  ],
  'mindbody.csv': [
    '1001 · Vinyasa Flow · Anna Lee · Studio 1 · 2026-03-27T22:30Z 60 min · capacity 20 · booked 17 · checkedIn 14 · waitlisted 2',
    '1003 · Vinyasa Flow · Studio 1 · 2026-04-03T22:30Z 60 min · cancelled · capacity 20 · booked 0 · checkedIn 0 · waitlisted 0',
  ],
  'mariana-tek.csv': [
    '2026-03-27T18:30/ride45/cyclestudio · Ride 45 · Hana Ito · Cycle Studio · 2026-03-27T22:30Z 60 min · capacity 24 · booked 22 · checkedIn 19 · noShows 3 · lateCancels 2 · waitlisted 0',
    '2026-03-28T09:00/ride45/cyclestudio · Ride 45 · Ito, Hana · Cycle Studio · 2026-03-28T13:00Z 60 min · capacity 24 · booked 21 · checkedIn 0 · noShows 0 · lateCancels 0 · waitlisted 4',
  ],
  'perfectgym.csv': [
    '2026-03-27T18:30/zumba/centrum · Zumba · Iga Król · Centrum · 2026-03-27T17:30Z 60 min · capacity 25 · booked 20 · checkedIn 16',
    '2026-03-28T10:00/bodypump/centrum · Body Pump · Jan Nowak · Centrum · 2026-03-28T09:00Z 60 min · cancelled · capacity 20 · booked 4 · checkedIn 0',
  ],
  'wellnessliving.csv': [
    '2026-03-27T18:30/hotyoga/ · Hot Yoga · 2026-03-27T22:30Z 60 min · booked 14 · checkedIn 11 · noShows 3 · lateCancels 1',
    '2026-03-28T09:15/barre/ · Barre · 2026-03-28T13:15Z 60 min · booked 0 · checkedIn 0 · noShows 0 · lateCancels 0',
  ],
};

it.each(Object.entries(EXPORTS))('the export %s gives all it says of classes', (file, classes) => {
  const [system = '', format] = file.split('.');
  const [timezone, shape] = SYSTEMS[system as keyof typeof SYSTEMS];
  const parsed = parseFixture(file, { timezone });
  expect(linesOf(parsed)).toEqual(classes);
  expect(parsed).toMatchObject({ shape, format });
  const faults = parsed.faults.map(({ line, field, effect }) => `${line} ${field} ${effect}`);
  const manyInOne = file === 'perfectgym.csv' ? ['4 ClassCount skipped'] : [];
  const hasEnds = /json|mindbody/.test(file);
  expect(faults).toEqual([...(hasEnds ? [] : ['null end ignored']), ...manyInOne]);
  const isFeed = shape === 'openactive';
  const { toUtcMs } = LONDON.window;
  expect(parsed.completeUtcMs).toEqual(isFeed ? { fromUtcMs: SCHEDULE_NOW, toUtcMs } : null);
});

it('an export of WellnessLiving by service has numbers under Scheduled, which are no classes', () => {
  const head = 'Service Name,Scheduled,Attended,Booked,Late Cancels,No Shows,Pending';
  const parsed = parseText(`${head}\nBarre,12,90,100,3,7,0\n`);
  expect(parsed.entries).toEqual([]);
  expect(parsed.faults).toMatchObject([{ line: 2, field: 'Scheduled', effect: 'skipped' }]);
});

it('an export of zingFit has days and no classes: it is refused once, with what to use instead', () => {
  const parsed = parseFixture('zingfit.csv', { timezone: 'America/Chicago' });
  expect(parsed).toMatchObject({ shape: 'zingfit', entries: [], faultCount: 1 });
  expect(parsed.faults[0]).toMatchObject({ line: 1, effect: 'skipped', got: 'totals of days' });
  expect(parsed.faults[0]?.expected).toContain('zingFit leaves classes without bookings out');
});

const FILES = readdirSync(new URL('../../fixtures/schedule/exports/', import.meta.url));

describe.each(Object.entries(SYSTEMS))('%s', (system, [timezone, shape, said]) => {
  it.each([1, 2, 3])('is read without settings from its export %i', (n) => {
    const file = FILES.find((name) => name.startsWith(`${system}-${n}.`));
    const parsed = parseFixture(`exports/${file}`, { timezone });
    expect(parsed.faults.filter(({ effect }) => effect === 'skipped')).toEqual([]);
    const full = understoodFields(parsed).filter(({ classes }) => classes === 2);
    expect(full.map(({ field }) => field)).toEqual(expect.arrayContaining([...said]));
    expect([shape, 'generic']).toContain(parsed.shape);
    const months = startsOf(parsed).map((start) => start.slice(0, 7));
    expect(months).toEqual(['2026-05', '2026-05']);
  });
});
