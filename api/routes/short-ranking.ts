/**
 * The ranking for a model: one line a class, under the names of its columns. A hundred classes are under 3,000 tokens, which is
 * why the room is not in it, shares are whole per cent, trainers are named once, and a long ranking leaves out the ids, which
 * alone would take 1,400.
 */

import { type Static, Type } from 'typebox';
import { WINDOW } from '../../gym/reports/class-row.ts';
import { count, HEAD, object } from '../../gym/reports/field.ts';
import type { PerformanceBody, RankedClassBody } from '../../gym/reports/performance.ts';
import { COVERAGE } from '../../gym/reports/period.ts';

type Cell = string | number | null;

/** Rows that carry their `class_id`. Chosen here: an id is as long as the rest of a row. */
const MAX_WITH_IDS = 30;

/** By name, with the cell of a class. @param trainers names, the place of each is its number */
const COLUMNS: Readonly<
  Record<string, (row: RankedClassBody, trainers: readonly string[]) => Cell>
> = {
  class_id: ({ class_id: id }) => id,
  name: ({ name }) => name,
  time: ({ weekday, start_time: time }) => `${weekday.slice(0, 3)} ${time}`,
  trainer: ({ trainers: [first] }, trainers) =>
    first === undefined ? null : trainers.indexOf(first.name),
  fill_pct: ({ fill_rate: rate }) => percent(rate),
  n: ({ rated_occurrences: n }) => n,
  people: ({ average_attendance: people }) => (people === null ? null : Number(people.toFixed(1))),
  no_show_pct: ({ no_show_rate: rate }) => percent(rate),
  trend_pct: ({ trend }) => percent(trend),
  verdict: ({ verdict }) => verdict,
  // The fill is a cell already.
  reasons: ({ verdict_reasons: reasons }) =>
    reasons.filter((reason) => !reason.startsWith('fill_')).join(' '),
};

const MEANINGS =
  'Cells in the order of `columns`, as CSV; an empty cell is unknown. `time` is weekday and start, `trainer` the place in `trainers` (from 0) of who taught it most often, `fill_pct` per cent of the places, `n` the classes behind it, `people` who came on average, `trend_pct` the fill of the second three weeks minus that of the first, `reasons` further codes of the verdict. `class_id` only up to 30 rows.';

export const SHORT_RANKING = object('ShortRanking', 'Classes ranked by how full they are.', {
  ...HEAD,
  window: WINDOW,
  ...COVERAGE,
  limit: Type.Integer({ minimum: 1, maximum: 100, description: 'As requested.' }),
  total_classes: count('Classes of the week within the window, independent of `limit`.'),
  dead_count: count('All dead classes.'),
  columns: Type.Array(Type.String(), { description: 'Names of the cells of a row.' }),
  trainers: Type.Array(Type.String(), { description: 'Names, once.' }),
  rows: Type.Array(Type.String(), {
    maxItems: 200,
    description: `Fullest first; dead classes beyond \`limit\` follow. ${MEANINGS}`,
  }),
});

export function shortRanking(body: PerformanceBody): Static<typeof SHORT_RANKING> {
  const { ranking, dead_classes: dead, ...rest } = body;
  const ranked = new Set(ranking.map(({ class_id: id }) => id));
  const rows = [...ranking, ...dead.filter(({ class_id: id }) => !ranked.has(id))];
  const trainers = [...new Set(rows.flatMap(({ trainers: [first] }) => first?.name ?? []))];
  const columns = Object.keys(COLUMNS).filter(
    (name) => name !== 'class_id' || rows.length <= MAX_WITH_IDS,
  );
  return {
    ...rest,
    columns,
    trainers,
    rows: rows.map((row) => columns.map((name) => text(COLUMNS[name]?.(row, trainers))).join(',')),
  };
}

/** Whole per cent: one person in a hundred. */
function percent(value: number | null): number | null {
  return value === null ? null : Math.round(100 * value);
}

/** A cell of CSV. */
function text(cell: Cell | undefined): string {
  const plain = String(cell ?? '');
  return /[",\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
