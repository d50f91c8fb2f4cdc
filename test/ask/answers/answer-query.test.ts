/** Every query becomes an answer: held to its schema, to the bodies of the routes, and to what is known of the time. */

import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { answerQuery, type QueryWorld } from '../../../ask/answers/answer-query.ts';
import { FINDINGS } from '../../../ask/findings.ts';
import { QUERY, type Query } from '../../../ask/query.ts';
import { trainerBody } from '../../../gym/reports/answers/trainer.ts';
import { trainerReport } from '../../../gym/reports/trainer.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { classSession, counted } from '../../support/classes.ts';
import { gymView } from '../../support/gym-view.ts';
import asked from '../questions.json' with { type: 'json' };

const sample = sandboxView(Date.UTC(2026, 10, 18, 12));
const noHistory: QueryWorld = { asOf: () => Promise.resolve(null) };
const answer = (query: Query, view: GymView = sample, world = noHistory) =>
  answerQuery(query, view, world);

const queries: Query[] = asked.flatMap(({ expect: expected }) => {
  const query =
    'anyOf' in expected ? expected.anyOf?.[0] : 'query' in expected ? expected.query : null;
  return query !== null && Value.Check(QUERY, query) ? [query] : [];
});

const FIGURE = /(?<![\w:£.,-])£?\d+(?:,\d{3})*(?:\.\d+)?%?(?![\d:])/g;
/** Dates, times, names and counts of days are no figures. */
const NO_FIGURE =
  /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ \w{3}(?: \d{4})?|\d\d:\d\d|HIIT 45|and \d+ more|\(\d+ cancelled\)/g;

/** Figures that a summary tells, as it writes them. */
function figuresIn(summary: string): string[] {
  return summary.replace(NO_FIGURE, '').match(FIGURE) ?? [];
}

/** A number in the forms that it may be told in: as it is, rounded, as a share, as money. */
function formsOf(value: unknown): string[] {
  if (typeof value !== 'number') return [];
  const size = Math.abs(value);
  const plain = (digits: number) => size.toLocaleString('en-GB', { maximumFractionDigits: digits });
  // 0.0185 is 1.85 and not 1.8499….
  const hundredfold = Math.round(size * 1_000_000) / 10_000;
  const share = hundredfold.toLocaleString('en-GB', { maximumFractionDigits: 1 });
  const away = (Math.abs(1 - value) * 100).toLocaleString('en-GB', { maximumFractionDigits: 1 });
  const pounds = size.toLocaleString('en-GB', { style: 'currency', currency: 'GBP' });
  return [plain(0), plain(1), plain(2), share, `${share}%`, `${away}%`, pounds];
}

describe('over the sample gym', () => {
  it.each([...new Set(queries.map(({ report }) => report))])('%s is a finding', async (report) => {
    for (const query of queries.filter((one) => one.report === report)) {
      const { chart, hasFigures, ...findings } = await answer(query);
      expect([...Value.Errors(FINDINGS, findings)], JSON.stringify(query)).toEqual([]);
      expect(findings.summary, JSON.stringify(query)).not.toMatch(/undefined|NaN|null|\[object/);
      expect(hasFigures).toBe(true);
      if (['hours', 'ranking'].includes(report)) expect(chart?.kind).toBe('heat_map');
      if (report === 'class') expect(chart?.kind).toBe('trend');
    }
  });

  it('every number of a summary is among its numbers', async () => {
    const missing: string[] = [];
    for (const query of queries) {
      const { summary, numbers } = await answer(query);
      const known = new Set(Object.values(numbers).flatMap(formsOf));
      const told = figuresIn(summary).filter((figure) => !known.has(figure));
      if (told.length > 0) missing.push(`${told.join(' ')} in: ${summary}`);
    }
    expect(missing).toEqual([]);
  });

  it('a trainer has the figures of the route', async () => {
    const week = { from: '2026-11-12', to: '2026-11-18' };
    const found = await answer({ report: 'trainer', trainer: 'anna-petrova', ...week });
    const {
      period: _,
      classes: __,
      ...body
    } = trainerBody(trainerReport(sample, 'anna-petrova', 'week'), 'week');
    expect(found.items[0]?.figures).toEqual(body);
    expect(found.numbers).toMatchObject({ attended: body.attended, fill_rate: body.fill_rate });
  });

  it('does not compare a trainer with days that a view holds in part', async () => {
    const range = { from: '2026-10-08', to: '2026-11-18' };
    const found = await answer({ report: 'trainer', trainer: 'anna-petrova', ...range });
    expect(found.numbers).toMatchObject({ previous_fill_rate: null, change: null });
    expect(found.summary).not.toContain('points');
  });

  it('a range that is too long is cut, and said to be', async () => {
    const found = await answer({ report: 'attendance', from: '2026-09-01', to: '2026-11-18' });
    expect(found.query).toMatchObject({ from: '2026-10-08', to: '2026-11-18' });
    expect(found.notes[0]).toContain('at most 42 days');
  });

  it('says from when figures exist', async () => {
    const before = await answer({ report: 'summary', date: '2026-08-01' });
    expect(before).toMatchObject({ hasFigures: false, numbers: {}, items: [] });
    expect(before.summary).toContain('Figures exist from Wed 7 Oct 2026 on.');
    const partly = await answer({ report: 'attendance', from: '2026-10-01', to: '2026-10-31' });
    expect(partly.query).toMatchObject({ from: '2026-10-07' });
    expect(partly.notes).toContain('Figures exist from Wed 7 Oct 2026 on.');
  });

  it('the timetable is known up to tomorrow, and says so', async () => {
    const found = await answer({ report: 'schedule', from: '2026-11-16', to: '2026-11-22' });
    expect(found.notes[0]).toContain('up to Thu 19 Nov 2026');
  });
});

describe('of what is not known', () => {
  const today = { report: 'summary', date: '2026-11-21' } as const;
  const held = { startsUtcMs: Date.UTC(2026, 10, 21, 10) };

  it('unknown is said with its reason, and is null', async () => {
    const view = gymView({ sessions: [classSession(held)] });
    const found = await answer(today, view);
    expect(found.numbers).toMatchObject({
      total_attendance: null,
      fill_rate: null,
      no_shows: null,
    });
    expect(found.summary).toContain('who came is unknown: none of the 1 that ended was counted');
    const range = { from: '2026-11-15', to: '2026-11-21' };
    const sums = await answer({ report: 'attendance', ...range }, view);
    expect(sums.summary).toContain('who came is unknown: the one class was not counted');
    expect(sums.summary).toContain('is unknown: no bookings are known');
  });

  it('bookings of more classes than have places are not told as places', async () => {
    const coming = { startsUtcMs: Date.UTC(2026, 10, 21, 21), booked: 15 };
    const other = { ...coming, id: 'cave', capacity: null, roomId: null };
    const view = gymView({ sessions: [classSession(coming), classSession(other)] });
    const found = await answer(today, view);
    expect(found.summary).toContain('none has ended; 30 are booked (2 classes).');
    expect(found.numbers).toMatchObject({ total_booked: 30, booked_classes: 2 });
    const same = await answer(today, gymView({ sessions: [classSession(coming)] }));
    expect(same.summary).toContain('15 of 20 places are booked');
  });

  it('the fullest class that still runs is so far', async () => {
    const running = { startsUtcMs: Date.UTC(2026, 10, 21, 19, 30), attendance: counted(9) };
    const found = await answer(today, gymView({ sessions: [classSession(running)] }));
    expect(found.summary).toContain('Fullest so far is Spin at 19:30, 9 of 20 places');
  });

  it('who checked in is not said to have been counted', async () => {
    const checkedIn = counted(9, { source: 'import', low: 9, high: 9, quality: 'C' });
    const session = classSession({ ...held, booked: 9, checkedIn: 9, attendance: checkedIn });
    const found = await answer(today, gymView({ sessions: [session] }));
    expect(found.items[1]?.description).toBe(
      'Spin by Anna: 9 checked in of 20 places; all 9 booked came.',
    );
    expect(found.summary).toContain('Everyone who booked came (1 class)');
  });

  it('a date and a count do not run into each other', async () => {
    const session = classSession({
      startsUtcMs: Date.UTC(2026, 10, 18, 10),
      attendance: counted(9),
    });
    const found = await answer(
      { report: 'summary', date: '2026-11-18' },
      gymView({ sessions: [session] }),
    );
    expect(found.summary).toContain('On Wed 18 Nov 2026, 9 people came to 1 class');
    expect(found.items[0]?.name).toBe('Wed 18 Nov 2026');
  });

  it('no-shows by count are "at least"', async () => {
    const session = classSession({ ...held, booked: 12, attendance: counted(9) });
    const found = await answer(today, gymView({ sessions: [session] }));
    expect(found.summary).toContain('At least 3 who booked did not come (1 class)');
    expect(found.notes[0]).toContain('lower bound');
  });

  it('no-shows of a roster are exact', async () => {
    const session = classSession({ ...held, booked: 12, checkedIn: 9, attendance: counted(9) });
    const found = await answer(today, gymView({ sessions: [session] }));
    expect(found.summary).toContain('. 3 who booked did not come');
    expect(found.notes).toEqual([]);
  });

  it('a gym without classes has none, and rooms all the same', async () => {
    const found = await answer(today, gymView());
    expect(found).toMatchObject({ hasFigures: false, items: [] });
    expect(found.summary).toContain('No classes are known yet: import a timetable');
    const rooms = await answer({ report: 'occupancy' }, gymView());
    expect(rooms).toMatchObject({ hasFigures: true, numbers: { occupancy: 0, counted_rooms: 1 } });
  });

  it('a room that no camera sees is unknown, not empty', async () => {
    const room = { id: 'hall', name: 'Hall', capacity: 20, occupancy: null, updatedUtcMs: null };
    const view = gymView({ rooms: [{ ...room, state: 'no_camera' }] });
    const found = await answer({ report: 'occupancy' }, view);
    expect(found.numbers).toMatchObject({ occupancy: null });
    expect(found.summary).toBe('At 20:00: Hall unknown, no camera sees it.');
  });
});

describe('of the past', () => {
  it('is asked for as of its last date', async () => {
    const session = classSession({
      startsUtcMs: Date.UTC(2026, 5, 2, 17),
      attendance: counted(11),
    });
    const past = gymView({ nowUtcMs: Date.UTC(2026, 5, 3, 22, 59), sessions: [session] });
    const dates: string[] = [];
    const world: QueryWorld = {
      asOf: (date) => {
        dates.push(date);
        return Promise.resolve(past);
      },
    };
    const range = { from: '2026-06-01', to: '2026-06-03' };
    const found = await answer({ report: 'attendance', ...range }, gymView(), world);
    expect(dates).toEqual(['2026-06-03']);
    expect(found.summary).toContain('From Mon 1 Jun to Wed 3 Jun 2026: 11 people came to 1 class');
  });

  it('names the next class that is known where none was before', async () => {
    const session = classSession({ startsUtcMs: Date.UTC(2026, 10, 20, 17) });
    const now = gymView({ sessions: [session] });
    const world: QueryWorld = { asOf: () => Promise.resolve(gymView()) };
    const found = await answer({ report: 'summary', date: '2026-06-01' }, now, world);
    expect(found.hasFigures).toBe(false);
    expect(found.summary).toContain('the first known after it is of Fri 20 Nov 2026');
  });
});
