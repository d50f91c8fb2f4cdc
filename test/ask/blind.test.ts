/**
 * The blind sets: questions with the query each means, written by someone who had not seen the reader. A reading is right
 * where it is answered with the figures of one of them.
 */

import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { surroundingsOf } from '../../ask/answers/ask-question.ts';
import { createGrammar } from '../../ask/read/grammar.ts';
import type { Reading } from '../../ask/reader.ts';
import { isMeasure, type MeasureName } from '../../gym/figures/catalogue.ts';
import { tableOf } from '../../gym/figures/class-table.ts';
import type { DimensionName } from '../../gym/figures/dimensions.ts';
import type { FiguresQuery, FiguresRow } from '../../gym/figures/query.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import { sandboxView } from '../../service/demo/sandbox.ts';
import { answerFigures } from '../../service/figures/answer-figures.ts';

const read = createGrammar();

/** The sample gym at the instant at which a set is asked. */
function worldAt(nowUtcMs: number) {
  const view = sandboxView(nowUtcMs);
  const caller = { principal: null, view, trainers: view.trainers };
  return { caller, surroundings: surroundingsOf(caller, null) };
}
let world: ReturnType<typeof worldAt>;

type Meant = FiguresQuery & {
  readonly refuse?: true;
  readonly live?: 'rooms';
  readonly covered?: true;
};
type Verdict = 'right' | 'refused' | 'asked back' | 'another figure';

async function judge(meant: readonly Meant[], reading: Reading): Promise<Verdict> {
  if (reading.kind !== 'query') {
    if (reading.kind === 'unclear' && meant.some(({ refuse }) => refuse === true)) return 'right';
    return reading.kind === 'choice' ? 'asked back' : 'refused';
  }
  for (const one of meant) if (await isSame(one, reading.query)) return 'right';
  return 'another figure';
}

async function isSame(
  meant: Meant,
  query: Extract<Reading, { kind: 'query' }>['query'],
): Promise<boolean> {
  if (meant.refuse === true || meant.covered === true) return false;
  if (meant.live === 'rooms') return 'report' in query && query.report === 'occupancy';
  if (!('report' in query)) return isSameAnswer(meant, query);
  if (query.report === 'occupancy' || meant.by?.includes('session') !== true) return false;
  // A timetable lists the classes of its days, and each is a session.
  const { from, to, where } = query;
  return isSameAnswer(meant, { measures: meant.measures, by: ['session'], from, to, where });
}

/** The same figures in the same rows: a filter more that leaves none out is the same question. */
async function isSameAnswer(label: FiguresQuery, query: FiguresQuery): Promise<boolean> {
  // Of days the first without an order would be the oldest: "the busiest day" has those with the most.
  const [most] = label.measures;
  const isUnordered = label.limit !== undefined && label.order === undefined && most !== undefined;
  const meant: FiguresQuery = isUnordered ? { ...label, order: [[most, 'desc']] } : label;
  const [one, other] = [await answerTo(meant), await answerTo(query)];
  if (one === null || other === null) return false;
  const { by, measures, limit } = one.query;
  const isOverview = isDeepStrictEqual(measures, ['held', 'attended', 'fill_rate']);
  // Further measures do no harm; an overview has the people or the fill.
  const told = measures.filter((name) => other.query.measures.includes(name));
  const isTold = isOverview ? told.length > 0 : told.length === measures.length;
  if (!isTold || !isDeepStrictEqual([...by].sort(), [...other.query.by].sort())) return false;
  const [mine, its] = [one, other].map(({ rows, total }) =>
    (by.length === 0 ? [total] : rows).map((row) => valuesOf(row, by, told)),
  );
  const isRanked = meant.order !== undefined || meant.limit !== undefined;
  // Of a superlative the first rows are as right as all of them.
  const isFirst = meant.limit === undefined && query.limit !== undefined;
  if (isFirst && mine !== undefined && its !== undefined && its.length > 0)
    return isRanked
      ? isDeepStrictEqual(mine.slice(0, its.length), its)
      : its.every((row) => mine.includes(row));
  return isRanked
    ? isDeepStrictEqual(mine, its?.slice(0, limit))
    : isDeepStrictEqual(mine?.sort(), its?.sort());
}

/** What identifies a row, its figures, and those of the time it is compared with. */
function valuesOf(row: FiguresRow, by: readonly DimensionName[], told: readonly MeasureName[]) {
  const figures = told.map((name) => [row[name] ?? null, row.previous?.[name] ?? null]);
  return JSON.stringify([by.map((dim) => row[dim]), figures]);
}

/** Null for a query that does not exist. */
async function answerTo(query: FiguresQuery) {
  if (!query.measures.every(isMeasure)) return null;
  const source = { classesIn: async (view: GymView) => tableOf(view) };
  const outcome = await answerFigures(query, world.caller, source);
  return outcome.kind === 'answer' ? outcome.answer : null;
}

it.each([
  ['', '2026-11-18T10:00Z', 165, 9],
  ['-b', '2026-11-18T10:00Z', 133, 6],
  ['-c', '2026-11-27T20:00Z', 153, 6],
  ['-d', '2026-11-28T10:00Z', 127, 1],
  ['-e', '2026-11-28T10:00Z', 135, 4],
  ['-f', '2026-12-03T10:00Z', 132, 6],
  ['-g', '2026-12-03T10:00Z', 136, 4],
  ['-h', '2026-12-03T10:00Z', 131, 3],
  ['-i', '2026-12-03T10:00Z', 131, 6],
  ['-j', '2026-12-08T08:30Z', 136, 2],
  ['-k', '2026-12-08T08:30Z', 128, 3],
  ['-l', '2026-12-08T08:30Z', 125, 4],
  ['-m', '2026-12-08T08:30Z', 123, 4],
  ['-n', '2026-12-08T08:30Z', 125, 5],
  ['-o', '2026-12-08T08:30Z', 129, 2],
  ['-p', '2026-12-08T08:30Z', 126, 2],
  ['-q', '2026-12-08T08:30Z', 132, 2],
  ['-r', '2026-12-08T08:30Z', 131, 2],
  ['-s', '2026-12-08T08:30Z', 126, 1],
  ['-t', '2026-12-08T08:30Z', 137, 1],
  ['-u', '2026-12-08T08:30Z', 134, 2],
  ['-v', '2026-12-08T08:30Z', 138, 1],
  ['-w', '2026-12-08T08:30Z', 134, 4],
  ['-x', '2026-12-08T08:30Z', 135, 2],
  ['-y', '2026-12-08T08:30Z', 133, 1],
  ['-za', '2026-12-08T08:30Z', 132, 2],
  ['-zb', '2026-12-08T08:30Z', 139, 1],
  ['-zc', '2026-12-08T08:30Z', 136, 1],
  ['-zd', '2026-12-08T08:30Z', 134, 1],
  // The model has not learnt from these: nearest to what a question scores that nobody has seen.
  ['-ze', '2026-12-08T08:30Z', 124, 2],
  ['-zf', '2026-12-08T08:30Z', 134, 2],
  ['-zg', '2026-12-08T08:30Z', 128, 5],
  ['-zh', '2026-12-08T08:30Z', 121, 4],
  ['-zi', '2026-12-08T08:30Z', 129, 2],
  ['-zj', '2026-12-08T08:30Z', 114, 7],
  ['-zk', '2026-12-08T08:30Z', 126, 3],
  ['-zl', '2026-12-08T08:30Z', 113, 7],
])(
  'of blind-2026-11%s.txt, at %s, %i are right at least, and %i another figure at most',
  async (part, now, right, others) => {
    world = worldAt(Date.parse(now));
    const text = readFileSync(new URL(`blind-2026-11${part}.txt`, import.meta.url), 'utf8');
    const counts = new Map<string, Partial<Record<Verdict, number>>>();
    const missed: string[] = [];
    let kind = '';
    for (const line of text.split('\n')) {
      kind = /^# kind: (.*) \(\d+\)$/.exec(line)?.[1] ?? kind;
      if (line === '' || line.startsWith('#')) continue;
      const [question = '', ...queries] = line.split('\t');
      const meant = queries.map((query) => JSON.parse(query) as Meant);
      const reading = await read({ text: question, prev: [] }, world.surroundings);
      const verdict = await judge(meant, reading);
      for (const row of [kind, 'all']) {
        const count = counts.get(row) ?? {};
        counts.set(row, { ...count, [verdict]: (count[verdict] ?? 0) + 1 });
      }
      if (verdict !== 'right') missed.push(`${verdict}: ${question} → ${JSON.stringify(reading)}`);
    }
    for (const [row, count] of counts) console.log(row, JSON.stringify(count));
    if (process.env['SHOW_MISSED'] !== undefined) console.log(missed.join('\n'));
    const all = counts.get('all');
    expect(all?.right).toBeGreaterThanOrEqual(right);
    expect(all?.['another figure'] ?? 0).toBeLessThanOrEqual(others);
  },
);
