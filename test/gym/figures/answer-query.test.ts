/** What rows say beside their measures: shares, what a session is, and what they are compared with. */

import { describe, expect, it } from 'vitest';
import { readQuery } from '../../../gym/figures/ask/read-query.ts';
import { figuresCsv } from '../../../gym/figures/body.ts';
import type { FiguresQuery } from '../../../gym/figures/query.ts';
import { classSession, counted } from '../../support/classes.ts';
import { gymView } from '../../support/gym-view.ts';
import { classAt } from '../../support/timetable.ts';
import { answered } from './sessions.fixture.ts';

/** Friday 20 November 2026, 18:00 in London. */
const FRIDAY = Date.UTC(2026, 10, 20, 18);
const DAY_MS = 86_400_000;
const RANGE = { from: '2026-11-14', to: '2026-11-20' } as const;

const VIEW = gymView({
  known: { from: '2025-11-01', to: '2026-11-30' },
  sessions: [
    classSession({ startsUtcMs: FRIDAY - 364 * DAY_MS, attendance: counted(4) }),
    classSession({ startsUtcMs: FRIDAY - 363 * DAY_MS, attendance: counted(50) }),
    classSession({ startsUtcMs: FRIDAY - 6 * DAY_MS, attendance: counted(3), revenueMilli: 0 }),
    classSession({ startsUtcMs: FRIDAY, attendance: counted(9), isSubstitute: true }),
    classSession({ id: 'off', startsUtcMs: FRIDAY + 1, isCancelled: true, trainer: null }),
  ],
});
const ask = (query: FiguresQuery) => answered(VIEW, { ...RANGE, ...query });

it('a share of what is unknown is null, and so is one of nothing', () => {
  const { rows } = ask({ measures: ['revenue', 'booked'], by: ['weekpart'], share: true });
  expect(rows).toMatchObject([
    { share: { revenue: null, booked: null }, reasons: { revenue: 'revenue_unknown' } },
    { revenue: 0, share: { revenue: null }, reasons: { revenue: 'nothing_to_divide' } },
  ]);
});

it('a share of a ratio is refused with the measure', () => {
  expect(readQuery({ measures: ['attended', 'fill_rate'], share: true })).toMatchObject({
    faults: [{ loc: ['body', 'share'], msg: expect.stringMatching(/fill_rate does not add up/) }],
  });
  expect(readQuery({ measures: ['fill_rate'], share: 1 })).toMatchObject({
    faults: [{ type: 'boolean_type' }],
  });
});

it('a session says when, where, by whom and whether it took place', () => {
  const answer = ask({
    measures: ['attended'],
    by: ['session'],
    where: [['weekday', 'is', ['friday']]],
  });
  expect(answer.rows).toEqual([
    {
      session: `class-${FRIDAY}`,
      session_name: 'Spin, 2026-11-20 18:00, Hall',
      day: '2026-11-20',
      start_time: '18:00',
      class: 'Spin',
      series: expect.stringMatching(/^spin-fri-1800-/),
      series_name: 'Spin, Friday 18:00, Hall',
      room: 'hall',
      room_name: 'Hall',
      trainer: 'anna',
      trainer_name: 'Anna',
      substitute: true,
      status: 'completed',
      attended: 9,
      n: { attended: 1 },
      of: 1,
      basis: { attendance: 'present', sources: { manual: 0, camera: 1, import: 0 } },
    },
    expect.objectContaining({ session: 'off', trainer: null, status: 'cancelled', attended: null }),
  ]);
  const [head, row] = figuresCsv(answer).split('\r\n');
  expect(head).toBe(
    'session,session_name,day,start_time,class,series,series_name,room,room_name,trainer,trainer_name,substitute,status,attended,attended_n,of,attendance_basis,manual,camera,import,covered_from,covered_to',
  );
  expect(row).toMatch(
    /,2026-11-20,18:00,Spin,.*,hall,Hall,anna,Anna,true,completed,9,1,1,present,0,1,0,2026-11-14,2026-11-20$/,
  );
});

/** Queries over days that the data do not cover, and over ranges that still run. */

/** Tuesday. */
const TODAY = '2026-11-24';
const people: Readonly<Record<string, number>> = {
  '2026-11-16': 130,
  '2026-11-17': 138,
  '2026-11-20': 571,
  '2026-11-23': 140,
  [TODAY]: 134,
};
const sessions = [
  ...Object.entries(people).map(([date, came]) =>
    classAt(`${date}T10:00`, { people: came, booked: came }),
  ),
  classAt('2026-11-27T10:00', { people: null, booked: 9 }),
];
const running = gymView({ nowUtcMs: Date.parse(`${TODAY}T20:00:00Z`), sessions });
const askOf = (query: Partial<FiguresQuery>) =>
  answered(running, { measures: ['attended'], from: '2026-11-23', to: '2026-11-29', ...query });

describe('this week on a Tuesday', () => {
  it.each(['previous', { from: '2026-11-16', to: '2026-11-22' }] as const)(
    'is compared with Monday and Tuesday of last week: %j',
    (compare) => {
      const answer = askOf({ compare });
      expect(answer).toMatchObject({
        query: { compare: { from: '2026-11-16', to: '2026-11-17' } },
        total: { attended: 274, previous: { attended: 268 }, change: { attended: 6 } },
        notes: expect.arrayContaining([
          'The range is not over: 23–24 November are compared with 16–17 November.',
        ]),
      });
      expect(answer).not.toHaveProperty('change_reasons');
    },
  );

  it('has no change of what counts classes to come as well', () => {
    expect(askOf({ measures: ['attended', 'booked'], compare: 'previous' })).toMatchObject({
      change_reasons: { booked: 'classes_to_come' },
      total: { booked: 283, previous: { booked: 268 }, change: { attended: 6, booked: null } },
    });
  });
});
