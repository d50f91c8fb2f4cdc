/** What holds of every query, whatever it asks. */

import { expect, it } from 'vitest';
import { answerQuery } from '../../../gym/figures/answer-query.ts';
import { withDefaults } from '../../../gym/figures/ask/normal-query.ts';
import { readQuery } from '../../../gym/figures/ask/read-query.ts';
import { figuresCsv } from '../../../gym/figures/body.ts';
import { atOnce } from '../../../gym/figures/chunks.ts';
import { tableOf } from '../../../gym/figures/class-table.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { patchyGym } from './random.fixture.ts';
import { answered, normal } from './sessions.fixture.ts';

const VIEW = patchyGym(3, true);

it('no JSON makes it throw: what is not a query is complained of', () => {
  const random = seededRandom(9);
  const pieces: unknown[] = [
    ...['__proto__', 'constructor', 'toString', 'fill_rate', 'week', 'is', 'between', '<'],
    ...[null, true, -1, 1.5, 1e308, '', [], {}, 'a'.repeat(1_000), '2026-02-30', '0000-01-01'],
  ];
  const any = (depth: number): unknown => {
    const piece = pieces[Math.floor(random() * pieces.length)];
    if (depth === 0 || random() < 0.3) return piece;
    return Array.from({ length: Math.floor(random() * 4) }, () => any(depth - 1));
  };
  const members = ['measures', 'by', 'from', 'where', 'having', 'order', 'limit', 'compare'];
  for (let n = 0; n < 3_000; n += 1) {
    const said = members.filter(() => random() < 0.5).map((name) => [name, any(3)]);
    const reading = readQuery(Object.fromEntries(said));
    if (!reading.ok) expect(reading.faults.length).toBeGreaterThan(0);
    else if ('measures' in withDefaults(reading.query, '2026-11-21')) answered(VIEW, reading.query);
  }
});

const ok = { measures: ['held'] };
it.each<[unknown, string, (string | number)[]]>([
  [{ measures: ['fillrate'] }, 'unknown_measure', ['body', 'measures', 0]],
  [{ measures: ['__proto__'] }, 'unknown_measure', ['body', 'measures', 0]],
  [{ ...ok, by: ['constructor'] }, 'unknown_dimension', ['body', 'by', 0]],
  [{ ...ok, metric: 1 }, 'unknown_member', ['body', 'metric']],
  [{}, 'missing', ['body', 'measures']],
  [[], 'model_attributes_type', ['body']],
  [{ measures: [] }, 'too_short', ['body', 'measures']],
  [{ ...ok, limit: 0 }, 'greater_than_equal', ['body', 'limit']],
  [{ ...ok, limit: 1_001 }, 'less_than_equal', ['body', 'limit']],
  [{ ...ok, limit: Number.NaN }, 'int_type', ['body', 'limit']],
  [{ ...ok, where: Array(21).fill(['hour', 'is', [1]]) }, 'too_long', ['body', 'where']],
  [{ ...ok, where: [['hour', 'is', [24]]] }, 'hour_type', ['body', 'where', 0, 2, 0]],
  [{ ...ok, where: [['weekday', 'is', ['mon']]] }, 'unknown_value', ['body', 'where', 0, 2, 0]],
  [{ ...ok, where: [['room', 'between', ['a', 'b']]] }, 'value_error', ['body', 'where', 0, 1]],
  [{ ...ok, having: [['held', '=', 1]] }, 'literal_error', ['body', 'having', 0, 1]],
  [{ ...ok, having: [['held', '<', Number.NaN]] }, 'finite_number', ['body', 'having', 0, 2]],
  [{ ...ok, having: [['fill_rate', '<', 40]] }, 'value_error', ['body', 'having', 0, 2]],
  [{ ...ok, order: [['week', 'asc']] }, 'value_error', ['body', 'order', 0, 0]],
  [{ ...ok, fill: 'gaps' }, 'value_error', ['body', 'fill']],
  [{ ...ok, from: '2026-02-30' }, 'date_parsing', ['body', 'from']],
  [{ ...ok, compare: { from: '2026-01-01' } }, 'missing', ['body', 'compare', 'to']],
  [{ ...ok, by: ['session'], compare: 'previous' }, 'value_error', ['body', 'compare']],
])('%j is %s', (input, type, loc) => {
  const reading = readQuery(input);
  expect(reading.ok ? [] : reading.faults).toContainEqual(expect.objectContaining({ type, loc }));
});

it.each([{ by: ['session'] }, { compare: 'previous' }, { having: [['fill_rate', '>', 1.1]] }])(
  '%j is read',
  (said) => {
    expect(readQuery({ ...ok, ...said })).toMatchObject({ ok: true });
  },
);

it.each([
  [{ measures: ['held'], from: '2026-11-02', to: '2026-11-01' } as const, 'value_error'],
  [{ measures: ['held'], from: '1920-01-01', to: '2020-01-01' } as const, 'range_too_long'],
])('a range that cannot be meant is complained of: %j', (query, type) => {
  expect(withDefaults(query, '2026-11-21')).toMatchObject([{ type }]);
});

it('20 filters are answered, and a name that is a formula is text in CSV', () => {
  const where = Array(20).fill(['hour', 'between', [0, 23]]);
  expect(answered(VIEW, { measures: ['held'], where }).total.held).toBeGreaterThan(0);
  const sessions = VIEW.sessions.map((session) => ({ ...session, name: '=1+1' }));
  const answer = answered({ ...VIEW, sessions }, { measures: ['sessions'], by: ['class'] });
  expect(atOnce(figuresCsv(answer))).toMatch(
    /^class,sessions,sessions_n,of,covered_from,covered_to\r\n'=1\+1,.*,2026-\d\d-\d\d,2026-11-21\r\n$/,
  );
});

it('gaps of too many rows are not filled in, and the answer says so', () => {
  const asked = { measures: ['held'], by: ['day', 'session'], fill: 'gaps', limit: 1 } as const;
  const years = answered(VIEW, { ...asked, from: '2018-01-01', to: '2026-11-21' });
  expect(years.notes.slice(1)).toEqual(['Gaps are not filled in: there would be too many rows.']);
  expect(years.row_count).toBe(years.total.of);
  const week = answered(VIEW, { ...asked, from: '2026-11-15', to: '2026-11-21' });
  expect(week.notes).toEqual([]);
  expect(week.row_count).toBe(7 * week.total.of);
});

it('a large query pauses after every 64 classes', () => {
  const copies = [0, 1, 2].flatMap((n) =>
    VIEW.sessions.map((session) => ({ ...session, id: `${session.id}-${n}` })),
  );
  const view = { ...VIEW, sessions: copies };
  const query = normal(view, {
    measures: ['slot_index', 'empty_seat_value'],
    by: ['session', 'verdict'],
    order: [['slot_index', 'desc']],
    limit: 1,
  });
  const work = answerQuery(view, tableOf(view), query);
  let pauses = 0;
  let step = work.next();
  for (; step.done !== true; step = work.next()) pauses += 1;
  expect(step.value.row_count).toBeGreaterThan(1_024);
  // Verdicts, prices, slots, groups and rows, each over all classes.
  expect(pauses).toBeGreaterThanOrEqual(5 * 16);
});
