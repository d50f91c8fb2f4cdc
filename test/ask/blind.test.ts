/**
 * The blind sets: questions with the query each means, written by someone who had not seen the reader. How a reading is
 * compared with them stands at the head of each.
 */

import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { surroundingsOf } from '../../ask/answers/ask-question.ts';
import { createGrammar } from '../../ask/read/grammar.ts';
import type { Reading } from '../../ask/reader.ts';
import { withDefaults } from '../../gym/figures/ask/normal-query.ts';
import { resolveNames } from '../../gym/figures/ask/resolve-names.ts';
import { isMeasure } from '../../gym/figures/catalogue.ts';
import { tableOf } from '../../gym/figures/class-table.ts';
import type { FiguresQuery, NormalQuery, QueryRange } from '../../gym/figures/query.ts';
import { sandboxView } from '../../service/demo/sandbox.ts';

const read = createGrammar();

/** The sample gym at the instant at which a set is asked. */
function worldAt(nowUtcMs: number) {
  const view = sandboxView(nowUtcMs);
  const { trainers, rooms } = view;
  const surroundings = surroundingsOf({ principal: null, view, trainers }, null);
  const today = new Date(nowUtcMs).toISOString().slice(0, 10);
  return { today, surroundings, names: { table: tableOf(view), trainers, rooms } };
}
let world: ReturnType<typeof worldAt>;

type Meant = FiguresQuery & {
  readonly refuse?: true;
  readonly live?: 'rooms';
  readonly covered?: true;
};
type Verdict = 'right' | 'refused' | 'asked back' | 'another figure';

function judge(meant: readonly Meant[], reading: Reading): Verdict {
  if (reading.kind !== 'query') {
    if (reading.kind === 'unclear' && meant.some(({ refuse }) => refuse === true)) return 'right';
    return reading.kind === 'choice' ? 'asked back' : 'refused';
  }
  return meant.some((one) => isSame(one, reading.query)) ? 'right' : 'another figure';
}

function isSame(meant: Meant, query: Extract<Reading, { kind: 'query' }>['query']): boolean {
  if (meant.refuse === true || meant.covered === true) return false;
  if (meant.live === 'rooms') return 'report' in query && query.report === 'occupancy';
  if ('report' in query) {
    if (query.report === 'occupancy' || meant.by?.includes('session') !== true) return false;
    // A timetable lists the classes of its days, and each is a session.
    return isSameFigures(meant, { ...query, measures: meant.measures, by: meant.by ?? [] });
  }
  return isSameFigures(meant, query);
}

function isSameFigures(meant: FiguresQuery, query: FiguresQuery): boolean {
  const [one, other] = [normal(meant), normal(query)];
  if (one === null || other === null) return false;
  return (
    hasMeasures(one, other) &&
    isSameSet(one.by, other.by) &&
    isSameSet(one.where, other.where) &&
    isSameSet(one.having, other.having) &&
    isDeepStrictEqual([one.from, lastOf(one)], [other.from, lastOf(other)]) &&
    isSameRange(one.compare, other.compare) &&
    (meant.order === undefined || isDeepStrictEqual(one.order[0], other.order[0])) &&
    other.limit >= one.limit &&
    one.share === other.share
  );
}

/** Further measures do no harm; an overview has the people or the fill. */
function hasMeasures({ measures }: NormalQuery, { measures: found }: NormalQuery): boolean {
  const isOverview = isSameSet(measures, ['held', 'attended', 'fill_rate']);
  return isOverview
    ? found.includes('attended') || found.includes('fill_rate')
    : measures.every((one) => found.includes(one));
}

/** With ids for names; null for a query that does not exist yet. */
function normal(query: FiguresQuery): NormalQuery | null {
  if (!query.measures.every(isMeasure)) return null;
  const full = withDefaults(query, world.today);
  if (!('measures' in full)) return null;
  const resolved = resolveNames(full, world.names);
  if (!('query' in resolved)) return null;
  const where = resolved.query.where.map(([dim, op, values]): NormalQuery['where'][number] => {
    if (dim !== 'weekpart' || op !== 'is') return [dim, op, values];
    const days = values.includes('weekend') ? ['saturday', 'sunday'] : WORKDAYS;
    return ['weekday', 'is', days];
  });
  return { ...resolved.query, where };
}

const WORKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

/** A week or month that still runs may end today or at its end. */
function lastOf({ from, to }: QueryRange): string {
  return from <= world.today && to > world.today ? world.today : to;
}

/** A range that is cut to the days of one that still runs is the same comparison. */
function isSameRange(one: QueryRange | null, other: QueryRange | null): boolean {
  return one?.from === other?.from;
}

function isSameSet(one: readonly unknown[], other: readonly unknown[]): boolean {
  const sorted = (list: readonly unknown[]): string[] =>
    list
      .map((item) =>
        JSON.stringify(
          Array.isArray(item) && item[1] !== 'between' && Array.isArray(item[2])
            ? [item[0], item[1], [...item[2]].sort()]
            : item,
        ),
      )
      .sort();
  return isDeepStrictEqual(sorted(one), sorted(other));
}

it.each([
  ['blind-2026-11.txt', 200, '2026-11-18T10:00Z'],
  ['blind-2026-11-b.txt', 150, '2026-11-18T10:00Z'],
  ['blind-2026-11-c.txt', 200, '2026-11-27T20:00Z'],
  ['blind-2026-11-d.txt', 150, '2026-11-28T10:00Z'],
  ['blind-2026-11-e.txt', 150, '2026-11-28T10:00Z'],
  ['blind-2026-11-f.txt', 150, '2026-12-03T10:00Z'],
  ['blind-2026-11-g.txt', 150, '2026-12-03T10:00Z'],
])('of %s the rates are printed', async (file, questions, now) => {
  world = worldAt(Date.parse(now));
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const counts = new Map<string, Record<Verdict, number>>();
  const missed: string[] = [];
  let kind = '';
  for (const line of text.split('\n')) {
    kind = /^# kind: (.*) \(\d+\)$/.exec(line)?.[1] ?? kind;
    if (line === '' || line.startsWith('#')) continue;
    const [question = '', ...queries] = line.split('\t');
    const meant = queries.map((query) => JSON.parse(query) as Meant);
    const reading = await read({ text: question, prev: [] }, world.surroundings);
    const verdict = judge(meant, reading);
    for (const row of [kind, 'all']) {
      const count = counts.get(row) ?? {
        right: 0,
        refused: 0,
        'asked back': 0,
        'another figure': 0,
      };
      count[verdict] += 1;
      counts.set(row, count);
    }
    if (verdict !== 'right') missed.push(`${verdict}: ${question} → ${JSON.stringify(reading)}`);
  }
  for (const [row, count] of counts) console.log(row, JSON.stringify(count));
  if (process.env['SHOW_MISSED'] !== undefined) console.log(missed.join('\n'));
  const all = counts.get('all');
  expect(Object.values(all ?? {}).reduce((sum, one) => sum + one, 0)).toBe(questions);
});
