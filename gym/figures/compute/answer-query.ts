/**
 * Answers a query from a table of classes. Pure, and in slices: it yields every few hundred microseconds, so that whoever
 * runs it can let others have their turn.
 */

import type { VerdictsConfig } from '../../../config/config.ts';
import type { FiguresAnswer, FiguresRow } from '../answer.ts';
import { isMeasure, type MeasureName } from '../catalogue.ts';
import type { Codes } from '../codes/code.ts';
import { codesOf } from '../codes/codes.ts';
import { sievesOf } from '../codes/sieves.ts';
import { type Span, spanOf } from '../codes/span.ts';
import { DIMENSIONS } from '../dimensions.ts';
import type { FilterValue, NormalQuery, QueryRange } from '../query.ts';
import { figuresOfRow, type RowMaker } from '../rows/figures-of-row.ts';
import { withGaps } from '../rows/gaps.ts';
import { notesOf } from '../rows/notes.ts';
import { groupsOfPage } from '../rows/rows-in-order.ts';
import type { SessionTable } from '../table/session-table.ts';
import { surroundingsOf, verdictsOf } from './around.ts';
import { GroupSums, Layout, type SectionName } from './parts.ts';
import { codeIn, type Groups, scan, sumsOf } from './scan.ts';
import { VALUES } from './values.ts';

export interface FiguresSource {
  /** With the classes of the range, of the range to compare with, and of the 42 days that end with either. */
  readonly table: SessionTable;
  readonly currency: string | null;
  readonly verdicts: VerdictsConfig;
  readonly nowUtcMs: number;
}

/** The walk over one range. */
interface Walked {
  readonly span: Span;
  readonly by: readonly Codes[];
  readonly groups: Groups;
}

export function* answerQuery(
  source: FiguresSource,
  query: NormalQuery,
): Generator<void, FiguresAnswer> {
  const { compare } = query;
  const layout = new Layout(sectionsOf(query));
  const strides = stridesOf(source, query);
  yield;
  const found = yield* walk(source, query, { range: query, layout, strides });
  const { span, by } = found;
  const earlier =
    compare === null ? null : yield* walk(source, query, { range: compare, layout, strides });
  const { groups, isWhole } = withGaps(query, { groups: found.groups, by, strides });
  const maker = makerOf(query, source, layout, span);
  yield;
  const chosen = yield* groupsOfPage(query, { groups, by, strides, days: maker.days });
  yield;
  const row = sumsOf(groups);
  const before = earlier === null ? null : beforeOf(earlier, layout);
  const rows = [...chosen.page].map((group): FiguresRow => {
    const key = groups.index.keys[group] ?? 0;
    const codes = strides.map((_, at) => codeIn(key, strides, at));
    const members: Record<string, FilterValue> = {};
    for (const [at, name] of query.by.entries()) {
      members[name] = by[at]?.wire(codes[at] ?? 0) ?? null;
      const { label } = DIMENSIONS[name];
      if (label !== null) members[label] = by[at]?.label?.(codes[at] ?? 0) ?? null;
    }
    return { ...members, ...figuresOfRow(maker, row.at(group), before?.(key) ?? null) };
  });
  const sums = yield* totalOf(found.groups);
  const total = new GroupSums(layout, sums).at(0);
  const totalBefore =
    earlier === null
      ? null
      : {
          row: new GroupSums(layout, yield* totalOf(earlier.groups)).at(0),
          days: daysOf(earlier.span),
        };
  return {
    query,
    rows,
    total: figuresOfRow(maker, total, totalBefore),
    row_count: chosen.rowCount,
    notes: notesOf({
      total: sums,
      layout,
      isWhole,
      lost: earlier === null ? 0 : lostGroups(found.groups, earlier.groups),
    }),
  };
}

/** Measures that are shown, bounded or ordered by. */
export function measuresIn({ measures, having, order }: NormalQuery): readonly MeasureName[] {
  const ordering = order.map(([name]) => name).filter(isMeasure);
  return [...new Set([...measures, ...having.map(([measure]) => measure), ...ordering])];
}

function sectionsOf(query: NormalQuery): ReadonlySet<SectionName> {
  return new Set(measuresIn(query).flatMap((measure) => VALUES[measure].needs));
}

/** Calendar codes of two ranges need room for the longer one. */
function stridesOf({ table, nowUtcMs }: FiguresSource, query: NormalQuery): readonly number[] {
  const ranges = query.compare === null ? [query] : [query, query.compare];
  const spans = ranges.map((range) => spanOf(table, range, nowUtcMs));
  return query.by.map((name) =>
    Math.max(1, ...spans.map((span) => codesOf(name, span, NO_VERDICTS).size)),
  );
}

const NO_VERDICTS = new Uint8Array();

interface Walk {
  readonly range: QueryRange;
  readonly layout: Layout;
  readonly strides: readonly number[];
}

function* walk(
  source: FiguresSource,
  { by: names, where, fill }: NormalQuery,
  { range, layout, strides }: Walk,
): Generator<void, Walked> {
  const span = spanOf(source.table, range, source.nowUtcMs);
  const isJudged = names.includes('verdict') || where.some(([name]) => name === 'verdict');
  const verdicts = isJudged ? yield* verdictsOf(span, source.verdicts) : NO_VERDICTS;
  const around = yield* surroundingsOf(span, layout.sections);
  const by = names.map((name) => codesOf(name, span, verdicts));
  const sieves = sievesOf(where, span, verdicts);
  yield;
  const isSingle = names.includes('session') && fill === 'none';
  const groups = yield* scan({ span, by, strides, sieves, layout, around, isSingle });
  return { span, by, groups };
}

function makerOf(
  { measures }: NormalQuery,
  { currency }: FiguresSource,
  layout: Layout,
  span: Span,
): RowMaker {
  return { measures, currency, layout, days: daysOf(span) };
}

function daysOf({ fromDay, toDay }: Span): number {
  return toDay - fromDay + 1;
}

/** Finds the sums of a row in the range to compare with: those of its place there; no classes where it has none. */
function beforeOf({ groups, span }: Walked, layout: Layout) {
  const row = sumsOf(groups);
  const none = new GroupSums(layout, new Float64Array(layout.width)).at(0);
  const days = daysOf(span);
  return (key: number) => {
    const group = groups.index.find(key);
    return { row: group === null ? none : row.at(group), days };
  };
}

function* totalOf({ index, layout, data, single }: Groups): Generator<void, Float64Array> {
  if (single !== null) return single.total;
  const total = new Float64Array(layout.width);
  for (let group = 0; group < index.count; group += 1) {
    if ((group & 1_023) === 1_023) yield;
    for (let at = 0; at < layout.width; at += 1) {
      total[at] = (total[at] ?? 0) + (data[group * layout.width + at] ?? 0);
    }
  }
  return total;
}

/** Rows of the range to compare with that have no classes any more. */
function lostGroups(now: Groups, before: Groups): number {
  let lost = 0;
  for (const key of before.index.keys.subarray(0, before.index.count)) {
    if (now.index.find(key) === null) lost += 1;
  }
  return lost;
}
