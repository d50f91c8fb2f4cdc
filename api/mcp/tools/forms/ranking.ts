/**
 * The ranking for a model: one short row a class, under the names of its columns. A fifth of the body: a hundred classes are
 * under 12 kB, some 3,000 tokens, which is why neither the room nor what the fill says again is in it.
 */

import { type Static, Type } from 'typebox';
import { WINDOW } from '../../../../gym/reports/schemas/class-row.ts';
import { closed, count, HEAD } from '../../../../gym/reports/schemas/field.ts';
import type {
  PerformanceBody,
  RankedClassBody,
} from '../../../../gym/reports/schemas/performance.ts';

type Cell = string | number | null;

/** By name, with the cell of a class. */
const COLUMNS: Readonly<Record<string, (row: RankedClassBody) => Cell>> = {
  class_id: ({ class_id: id }) => id,
  name: ({ name }) => name,
  time: ({ weekday, start_time: time }) => `${weekday.slice(0, 3)} ${time}`,
  trainer: ({ trainers }) => trainers[0]?.name ?? null,
  fill_rate: ({ fill_rate: rate }) => short(rate),
  n: ({ rated_occurrences: n }) => n,
  average_attendance: ({ average_attendance: people }) => short(people),
  no_show_rate: ({ no_show_rate: rate }) => short(rate),
  trend: ({ trend }) => short(trend),
  verdict: ({ verdict }) => verdict,
  // The fill is a cell already.
  reasons: ({ verdict_reasons: reasons }) =>
    reasons.filter((reason) => !reason.startsWith('fill_')).join(' '),
};

const MEANINGS =
  'Cells in the order of `columns`; null is unknown. `time` is weekday and start, `trainer` who taught it most often, `n` the classes behind `fill_rate`, `trend` the fill of the second three weeks minus that of the first, `reasons` further codes of the verdict.';

export const SHORT_RANKING = Type.Object(
  {
    ...HEAD,
    window: WINDOW,
    limit: Type.Integer({ minimum: 1, maximum: 100, description: 'As requested.' }),
    total_classes: count('Classes of the week within the window, independent of `limit`.'),
    dead_count: count('All dead classes.'),
    columns: Type.Array(Type.String(), { description: 'Names of the cells of a row.' }),
    rows: Type.Array(Type.Array(Type.Union([Type.String(), Type.Number(), Type.Null()])), {
      maxItems: 200,
      description: `Fullest first; dead classes beyond \`limit\` follow. ${MEANINGS}`,
    }),
  },
  { ...closed, title: 'ShortRanking', description: 'Classes ranked by how full they are.' },
);

export function shortRanking(body: PerformanceBody): Static<typeof SHORT_RANKING> {
  const { ranking, dead_classes: dead, ...rest } = body;
  const ranked = new Set(ranking.map(({ class_id: id }) => id));
  const rows = [...ranking, ...dead.filter(({ class_id: id }) => !ranked.has(id))];
  const cells = Object.values(COLUMNS);
  return {
    ...rest,
    columns: Object.keys(COLUMNS),
    rows: rows.map((row) => cells.map((cell) => cell(row))),
  };
}

/** Two places: one person in a hundred. */
function short(value: number | null): number | null {
  return value === null ? null : Number(value.toFixed(2));
}
