/** Pictures of an answer with the right dimensions: weekday × hour is a heat map, days, weeks or months a trend. */

import { MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import { WEEKDAYS } from '../../gym/figures/dimensions.ts';
import { capitalised } from '../../web/words/format.ts';
import type { Chart } from '../charts/chart.ts';
import { wordOf } from '../read/phrase.ts';
import type { AnyAnswer, AnyRow, RowDimension } from './outcome.ts';
import { dayText, plain } from './wording.ts';

/** Points of a trend at most. Source: `TrendData`. */
const MAX_POINTS = 60;
const DAYS: readonly unknown[] = WEEKDAYS;
const TIMES = ['day', 'week', 'month'] as const;

export function pictureOf(answer: AnyAnswer, title: string): Chart | null {
  const { by } = answer.query;
  if (by.length === 2 && by.includes('weekday') && by.includes('hour'))
    return heatMap(answer, title);
  const [dim] = by;
  const isInTime = by.length === 1 && TIMES.some((one) => one === dim);
  return isInTime ? trend(answer, title) : null;
}

/** Of fill where it was asked for; of another figure each cell with its number, and the colour of its share of the largest. */
function heatMap({ rows, query: { measures } }: AnyAnswer, title: string): Chart | null {
  const isFill = measures.includes('fill_rate');
  const measure = isFill ? 'fill_rate' : measures[0];
  if (measure === undefined || rows.length === 0) return null;
  const most = isFill ? 1 : Math.max(...rows.map((row) => row[measure] ?? 0));
  const cells = rows.map((row) => {
    const value = row[measure] ?? null;
    return {
      weekday: DAYS.indexOf(row.weekday) + 1,
      hour: Number(row.hour),
      fillRate: value === null || most <= 0 ? null : Math.max(0, value / most),
      classes: row.n[measure] ?? 0,
      ...(isFill || value === null ? {} : { text: shortText(measure, value) }),
    };
  });
  const unit = `${capitalised(wordOf(measure))}, by weekday and hour of the day`;
  return { kind: 'heat_map', data: isFill ? { title, cells } : { title, unit, cells } };
}

function shortText(measure: MeasureName, value: number): string {
  return MEASURES[measure].unit === 'rate'
    ? plain(value * 100, 0)
    : plain(value, value < 10 ? 1 : 0);
}

function trend({ rows, query }: AnyAnswer, title: string): Chart | null {
  const [measure] = query.measures;
  const dim = query.by[0];
  if (measure === undefined || dim === undefined || rows.length < 2 || query.limit === 1)
    return null;
  const inOrder = rows.toSorted((a, b) => keyOf(a, dim).localeCompare(keyOf(b, dim)));
  const points = inOrder.slice(-MAX_POINTS).map((row) => ({
    label: labelOf(keyOf(row, dim)),
    attended: scaled(measure, row[measure] ?? null),
    ...(row.previous && { before: scaled(measure, row.previous[measure] ?? null) }),
    capacity: measure === 'attended' ? (row.capacity ?? null) : null,
    booked: measure === 'attended' ? (row.booked ?? null) : null,
  }));
  const isRate = MEASURES[measure].unit === 'rate';
  const unit = `${wordOf(measure)}${isRate ? ', percent' : ''}`;
  return {
    kind: 'trend',
    data: measure === 'attended' ? { title, points } : { title, unit, points },
  };
}

/** Rates as per cent: the axis has whole numbers. */
function scaled(measure: MeasureName, value: number | null): number | null {
  return value !== null && MEASURES[measure].unit === 'rate'
    ? Math.round(value * 1000) / 10
    : value;
}

function keyOf(row: AnyRow, dim: RowDimension): string {
  return String(row[dim]);
}

function labelOf(key: string): string {
  return key.length === 7 ? key : dayText(key);
}
