/** Schema of the answer to a query, made from the catalogue. */

import { type TSchema, Type } from 'typebox';
import { covered } from '../../reports/covered.ts';
import { closed, count, nullable, object } from '../../reports/fields/field.ts';
import { ATTENDANCE, NO_SHOWS_BASIS } from '../../reports/figures/figures.ts';
import { HEAD } from '../../reports/head.ts';
import { CHANGE_REASONS, type FiguresAnswer, NULL_REASONS } from '../answer.ts';
import { MEASURE_NAMES, MEASURES, type MeasureName } from '../catalogue.ts';
import { DIMENSION_NAMES, DIMENSIONS } from '../dimensions.ts';
import { NORMAL_QUERY } from '../query.ts';

function measured<Schema extends TSchema>(
  schemaOf: (measure: MeasureName) => Schema,
): Record<MeasureName, Schema> {
  const made = MEASURE_NAMES.map((name) => [name, schemaOf(name)]);
  return Object.fromEntries(made) as Record<MeasureName, Schema>;
}

const values = measured((name) => {
  const { sentence, unit, kind, formula } = MEASURES[name];
  const isWhole = kind === 'count' || (kind === 'sum' && unit !== 'money');
  const description = `${sentence} ${formula}. Null is unknown.`;
  return Type.Optional(
    nullable(isWhole ? Type.Integer({ description }) : Type.Number({ description })),
  );
});

const dimensions: Record<string, TSchema> = {};
for (const name of DIMENSION_NAMES) {
  const { values: kind, label, sentence } = DIMENSIONS[name];
  const value =
    kind === 'hour' ? Type.Integer() : kind === 'boolean' ? Type.Boolean() : Type.String();
  dimensions[name] = Type.Optional(Type.Union([value, Type.Null()], { description: sentence }));
  if (label !== null) {
    dimensions[label] = Type.Optional(
      nullable(Type.String({ description: `Name of \`${name}\`.` })),
    );
  }
}

export const FIGURES_BASIS = Type.Object(
  {
    attendance: Type.Optional(ATTENDANCE.attendance_basis.schema),
    sources: Type.Optional(ATTENDANCE.attendance_sources.schema),
    no_shows: Type.Optional(NO_SHOWS_BASIS.schema),
  },
  {
    ...closed,
    description:
      'What attendance counts and how no-shows were found, where a measure depends on it.',
  },
);

/** Of some measures. */
const perMeasure = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Optional(
    Type.Object(
      measured(() => Type.Optional(schema)),
      { ...closed, description },
    ),
  );
const NUMBER = nullable(Type.Number());

const FIGURES = {
  ...values,
  n: Type.Object(
    measured(() => Type.Optional(Type.Integer({ minimum: 0 }))),
    { ...closed, description: 'Classes in each measure.' },
  ),
  of: count('Classes of the row, cancelled and future ones too.'),
  basis: Type.Optional(FIGURES_BASIS),
  reasons: perMeasure(
    Type.String(),
    `Why a measure or its share is null: ${Object.keys(NULL_REASONS).join(', ')}.`,
  ),
  share: perMeasure(NUMBER, 'The value over that of `total`, 0 to 1.'),
  previous: perMeasure(NUMBER, 'The same of the range to compare with.'),
  change: perMeasure(NUMBER, 'The value less the previous one.'),
};

export const FIGURES_ROW = object(
  'FiguresRow',
  'The dimensions and measures that were asked for.',
  { ...dimensions, ...FIGURES },
);

const FIGURES_TOTAL = object(
  'FiguresTotal',
  'The measures over all classes that `where` lets through.',
  FIGURES,
);

export const FIGURES_ANSWER = object('Figures', 'Measures of classes, as the query asks.', {
  ...HEAD,
  currency: nullable(Type.String({ description: 'ISO 4217; null is unknown.' })),
  query: NORMAL_QUERY,
  covered,
  rows: Type.Array(FIGURES_ROW, { maxItems: 1_000 }),
  total: FIGURES_TOTAL,
  change_reasons: perMeasure(
    Type.Enum(Object.keys(CHANGE_REASONS)),
    `Why no change of a measure is given, in any row: ${Object.keys(CHANGE_REASONS).join(', ')}.`,
  ),
  row_count: count('Rows before `limit` and `offset`.'),
  notes: Type.Array(Type.String(), { description: 'What is to be known with the numbers.' }),
});

export interface FiguresBody extends Omit<FiguresAnswer, 'possible'> {
  readonly gym_id: string;
  readonly timezone: string;
  readonly currency: string | null;
  readonly generated_at: string;
}
