/** What holds of every query, whatever it asks. */

import { expect, it } from 'vitest';
import { withDefaults } from '../../../gym/figures/ask/defaults.ts';
import { readQuery } from '../../../gym/figures/ask/read-query.ts';
import { MEASURE_NAMES, MEASURES } from '../../../gym/figures/catalogue.ts';
import { DIMENSION_NAMES } from '../../../gym/figures/dimensions.ts';
import { figuresCsv } from '../../../gym/figures/write/csv.ts';
import { patchyGym, randomOf, randomQuery } from './random.fixture.ts';
import { answered } from './sessions.fixture.ts';

const VIEW = patchyGym(3, false);
const ADDITIVE = MEASURE_NAMES.filter(
  (name) => MEASURES[name].kind === 'count' || MEASURES[name].kind === 'sum',
);

it('rows add up to the total, by every dimension', () => {
  for (const dimension of DIMENSION_NAMES) {
    for (let at = 0; at < ADDITIVE.length; at += 8) {
      const measures = ADDITIVE.slice(at, at + 8);
      const all = answered(VIEW, { measures, by: [dimension], limit: 1_000 });
      expect(all.rows.length, dimension).toBe(all.row_count);
      for (const name of measures) {
        // No-shows are of the roster or net, by row: they need not add up where both exist.
        if (name === 'no_shows') continue;
        const sum = all.rows.reduce((known, row) => known + (row[name] ?? 0), 0);
        // Each is rounded to the penny.
        const least = MEASURES[name].unit === 'money' ? all.row_count * 0.005 + 1e-6 : 1e-6;
        expect(Math.abs(sum - (all.total[name] ?? 0)), `${name} by ${dimension}`).toBeLessThan(
          least,
        );
      }
    }
  }
});

it('filters hold whatever their order, and limit and offset cut one list', () => {
  const random = randomOf(5);
  for (let n = 0; n < 150; n += 1) {
    const query = { ...randomQuery(random, VIEW), offset: 0 };
    const where = query.where ?? [];
    const { rows, total } = answered(VIEW, query);
    const turned = answered(VIEW, { ...query, where: where.toReversed() });
    expect(turned.rows).toEqual(rows);
    expect(turned.total).toEqual(total);
    const page = answered(VIEW, { ...query, limit: 3, offset: 2 });
    expect(page.rows).toEqual(rows.slice(2, 5));
  }
});

it('no JSON makes it throw: what is not a query is complained of', () => {
  const random = randomOf(9);
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
  [{ ...ok, order: [['week', 'asc']] }, 'value_error', ['body', 'order', 0, 0]],
  [{ ...ok, fill: 'gaps' }, 'value_error', ['body', 'fill']],
  [{ ...ok, from: '2026-02-30' }, 'date_parsing', ['body', 'from']],
  [{ ...ok, compare: { from: '2026-01-01' } }, 'missing', ['body', 'compare', 'to']],
])('%j is %s', (input, type, loc) => {
  const reading = readQuery(input);
  expect(reading.ok ? [] : reading.faults).toContainEqual(expect.objectContaining({ type, loc }));
});

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
  expect(figuresCsv(answer)).toMatch(/^class,sessions,sessions_n,of\r\n'=1\+1,/);
});

it('classes one by one are the same whether or not days without classes have rows', () => {
  // With gaps every class is added up as a group; without, its sums are made when it is looked at.
  for (const measure of MEASURE_NAMES) {
    const asked = {
      measures: [measure],
      by: ['session', 'day'],
      where: [['weekday', 'is', ['monday']]],
      having: [['sessions', '>', 0]],
      order: [[measure, 'desc']],
      limit: 1_000,
    } as const;
    const alone = answered(VIEW, asked);
    const among = answered(VIEW, { ...asked, fill: 'gaps' });
    expect(among.rows).toEqual(alone.rows);
    expect(among.total).toEqual(alone.total);
    expect(alone.rows.length).toBeGreaterThan(50);
  }
});
