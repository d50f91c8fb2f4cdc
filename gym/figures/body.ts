/** The answer to a query as it goes over the wire: its schema, made from the catalogue, its body and its CSV. */

import { type TOptional, type TSchema, Type } from 'typebox';
import { formatInstant } from '../calendar/zone.ts';
import { count, HEAD, nullable, object, part, text } from '../reports/field.ts';
import { ATTENDANCE, NO_SHOWS_BASIS } from '../reports/figures.ts';
import { covered } from '../reports/period.ts';
import { csvText } from '../schedule/values.ts';
import type { GymView } from '../sessions/view.ts';
import { MEASURE_NAMES, MEASURES, type MeasureName } from './catalogue.ts';
import { DIMENSION_NAMES, DIMENSIONS, keyColumns } from './dimensions.ts';
import { countsNoShows, countsPeople, NULL_REASONS } from './measures.ts';
import {
  CHANGE_REASONS,
  type FiguresAnswer,
  type FiguresRow,
  type FilterValue,
  NORMAL_QUERY,
} from './query.ts';

/** Members for the measures that were asked for. */
function perMeasure<Schema extends TSchema>(schemaOf: (measure: MeasureName) => Schema) {
  const made = MEASURE_NAMES.map((name) => [name, Type.Optional(schemaOf(name))]);
  return Object.fromEntries(made) as Record<MeasureName, TOptional<Schema>>;
}

const values = perMeasure((name) => {
  const { sentence, unit, kind, formula } = MEASURES[name];
  const isWhole = kind === 'count' || (kind === 'sum' && unit !== 'money');
  const description = `${sentence} ${formula}. Null is unknown.`;
  return nullable(isWhole ? Type.Integer({ description }) : Type.Number({ description }));
});

const dimensions: Record<string, TSchema> = {};
for (const name of DIMENSION_NAMES) {
  const { values: kind, label, sentence } = DIMENSIONS[name];
  const value =
    kind === 'hour' ? Type.Integer() : kind === 'boolean' ? Type.Boolean() : Type.String();
  dimensions[name] = Type.Optional(Type.Union([value, Type.Null()], { description: sentence }));
  if (label !== null) dimensions[label] = Type.Optional(nullable(text(`Name of \`${name}\`.`)));
}

export const FIGURES_BASIS = part(
  'What attendance counts and how no-shows were found, where a measure depends on it.',
  {
    attendance: Type.Optional(ATTENDANCE.attendance_basis.schema),
    sources: Type.Optional(ATTENDANCE.attendance_sources.schema),
    no_shows: Type.Optional(NO_SHOWS_BASIS.schema),
  },
);

const ofMeasures = <Schema extends TSchema>(schema: Schema, description: string) =>
  part(
    description,
    perMeasure(() => schema),
  );
const some = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Optional(ofMeasures(schema, description));
const NUMBER = nullable(Type.Number());

const FIGURES = {
  ...values,
  n: ofMeasures(Type.Integer({ minimum: 0 }), 'Classes in each measure.'),
  of: count('Classes of the row, cancelled and future ones too.'),
  basis: Type.Optional(FIGURES_BASIS),
  reasons: some(
    Type.String(),
    `Why a measure or its share is null: ${Object.keys(NULL_REASONS).join(', ')}.`,
  ),
  share: some(NUMBER, 'The value over that of `total`, 0 to 1.'),
  previous: some(NUMBER, 'The same of the range to compare with.'),
  change: some(NUMBER, 'The value less the previous one.'),
};

const FIGURES_ROW = object('FiguresRow', 'The dimensions and measures that were asked for.', {
  ...dimensions,
  ...FIGURES,
});

const FIGURES_TOTAL = object(
  'FiguresTotal',
  'The measures over all classes that `where` lets through.',
  FIGURES,
);

export const FIGURES_ANSWER = object('Figures', 'Measures of classes, as the query asks.', {
  ...HEAD,
  currency: nullable(text('ISO 4217; null is unknown.')),
  query: NORMAL_QUERY,
  covered,
  rows: Type.Array(FIGURES_ROW, { maxItems: 1_000 }),
  total: FIGURES_TOTAL,
  change_reasons: some(
    Type.Enum(Object.keys(CHANGE_REASONS)),
    `Why no change of a measure is given, in any row: ${Object.keys(CHANGE_REASONS).join(', ')}.`,
  ),
  row_count: count('Rows before `limit` and `offset`.'),
  notes: Type.Array(Type.String(), { description: 'What is to be known with the numbers.' }),
});

export type FiguresBody = ReturnType<typeof figuresBody>;

export function figuresBody(
  { possible: _, ...answer }: FiguresAnswer,
  { gym, nowUtcMs }: Pick<GymView, 'gym' | 'nowUtcMs'>,
) {
  const { id: gym_id, timezone, currency } = gym;
  const generated_at = formatInstant(timezone, nowUtcMs);
  return { gym_id, timezone, currency, generated_at, ...answer };
}

type Column = readonly [head: string, cellOf: (row: FiguresRow) => FilterValue | undefined];

/**
 * A row a step, for a file has all of them. Empty is unknown. Behind each measure stand its n, its share and, with a range to compare with, what it was and the
 * change; behind all of them what attendance and no-shows were counted by, and last the days that the data cover.
 */
export function* figuresCsv({
  query: { by, measures, share, compare },
  rows,
  covered,
}: Pick<FiguresAnswer, 'query' | 'rows' | 'covered'>): Generator<void, string> {
  const others = [
    ...(share ? (['share'] as const) : []),
    ...(compare === null ? [] : (['previous', 'change'] as const)),
  ];
  const columns: Column[] = [
    ...keyColumns(by).map((name): Column => [name, (row) => row[name]]),
    ...measures.flatMap((name): Column[] => [
      [name, (row) => row[name]],
      [`${name}_n`, (row) => row.n[name] ?? 0],
      ...others.map((of): Column => [`${name}_${of}`, (row) => row[of]?.[name]]),
    ]),
    ['of', (row) => row.of],
    ...(countsPeople(measures) ? BASIS : []),
    ...(countsNoShows(measures) ? NO_SHOWS : []),
    ['covered_from', () => covered?.from],
    ['covered_to', () => covered?.to],
  ];
  let text = csvText([columns.map(([head]) => head)]);
  for (const row of rows) {
    text += csvText([columns.map(([, cellOf]) => cellOf(row) ?? null)]);
    yield;
  }
  return text;
}

const BASIS: readonly Column[] = [
  ['attendance_basis', ({ basis }) => basis?.attendance],
  ...(['manual', 'camera', 'import'] as const).map(
    (source): Column => [source, ({ basis }) => basis?.sources?.[source]],
  ),
];
const NO_SHOWS: readonly Column[] = [['no_shows_basis', ({ basis }) => basis?.no_shows]];
