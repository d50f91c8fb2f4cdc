/** What rows say beside their measures: shares, what a session is, and a first row that lacks days. */

import { expect, it } from 'vitest';
import { readQuery } from '../../../gym/figures/ask/read-query.ts';
import { figuresCsv } from '../../../gym/figures/body.ts';
import { atOnce } from '../../../gym/figures/chunks.ts';
import type { FiguresQuery } from '../../../gym/figures/query.ts';
import { classSession, counted } from '../../support/classes.ts';
import { gymView } from '../../support/gym-view.ts';
import { DAY_MS } from '../../support/times.ts';
import { classAt } from '../../support/timetable.ts';
import { answered } from './sessions.fixture.ts';

/** Friday 20 November 2026, 18:00 in London. */
const FRIDAY = Date.UTC(2026, 10, 20, 18);
const RANGE = { from: '2026-11-14', to: '2026-11-20' } as const;

const VIEW = gymView({
  sessions: [
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
  const noBoolean = { faults: [{ type: 'boolean_type' }] };
  expect(readQuery({ measures: ['fill_rate'], share: 1 })).toMatchObject(noBoolean);
});

it('a session says in CSV when, where, by whom and whether it took place', () => {
  const where = [['weekday', 'is', ['friday']]] as const;
  const answer = ask({ measures: ['attended'], by: ['session'], where });
  const [head, held, off] = atOnce(figuresCsv(answer)).split('\r\n');
  expect(head).toBe(
    'session,session_name,day,start_time,class,series,series_name,room,room_name,trainer,trainer_name,substitute,status,attended,attended_n,of,attendance_basis,manual,camera,import,covered_from,covered_to',
  );
  expect(held).toMatch(
    /,2026-11-20,18:00,Spin,.*,hall,Hall,anna,Anna,true,completed,9,1,1,present,0,1,0,2026-11-14,2026-11-20$/,
  );
  expect(off).toMatch(/^off,.*,hall,Hall,,,false,cancelled,,0,1,/);
});

it('a first week or month that the range cuts is named, and one before which nothing is known is not', () => {
  const view = gymView({ sessions: [classAt('2026-09-01T10:00'), classAt('2026-11-20T10:00')] });
  const notes = (by: 'week' | 'month' | 'day', from?: string) =>
    answered(view, { measures: ['held'], by: [by], ...(from && { from }) }).notes;
  expect(notes('week')).toEqual(['The first week is incomplete: it starts on 11 October.']);
  expect(notes('month')).toEqual(['The first month is incomplete: it starts on 11 October.']);
  for (const whole of [notes('day'), notes('week', '2026-10-05'), notes('month', '2026-10-01')])
    expect(whole).toEqual([]);
  expect(notes('month', '2026-08-20').join()).not.toContain('whole');
});
