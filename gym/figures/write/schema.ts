/** Schema of the answer to a query, made from the catalogue. */

import { type Static, type TSchema, Type } from 'typebox';
import { covered } from '../../reports/covered.ts';
import { ATTENDANCE, closed, count, noShowsBasis, nullable } from '../../reports/fields/field.ts';
import { HEAD } from '../../reports/head.ts';
import { CHANGE_REASONS, NULL_REASONS } from '../answer.ts';
import { MEASURE_NAMES, MEASURES, type MeasureName } from '../catalogue.ts';
import { DIMENSION_NAMES, DIMENSIONS } from '../dimensions.ts';
import { NORMAL_QUERY } from '../query.ts';

function measured<Schema extends TSchema>(
  schemaOf: (measure: MeasureName) => Schema,
): Record<MeasureName, Schema> {
  const made = MEASURE_NAMES.map((name) => [name, schemaOf(name)]);
  return Object.fromEntries(made) as Record<MeasureName, Schema>;
}

const KIND = { count: 'integer', sum: 'number', ratio: 'number', series: 'number' } as const;

const values = measured((name) => {
  const { sentence, unit, kind, formula } = MEASURES[name];
  const isWhole = KIND[kind] === 'integer' || (kind === 'sum' && unit !== 'money');
  const description = `${sentence} ${formula}. Null is unknown.`;
  return Type.Optional(
    nullable(isWhole ? Type.Integer({ description }) : Type.Number({ description })),
  );
});
const changes = measured(() => Type.Optional(nullable(Type.Number())));

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
    attendance: Type.Optional(ATTENDANCE.attendance_basis),
    sources: Type.Optional(ATTENDANCE.attendance_sources),
    no_shows: Type.Optional(noShowsBasis),
  },
  {
    ...closed,
    description:
      'What attendance counts and how no-shows were found, where a measure depends on it.',
  },
);

const FIGURES = {
  ...values,
  n: Type.Object(
    measured(() => Type.Optional(Type.Integer({ minimum: 0 }))),
    { ...closed, description: 'Classes in each measure.' },
  ),
  of: count('Classes of the row, cancelled and future ones too.'),
  basis: Type.Optional(FIGURES_BASIS),
  reasons: Type.Optional(
    Type.Object(
      measured(() => Type.Optional(Type.String())),
      {
        ...closed,
        description: `Why a measure or its share is null: ${Object.keys(NULL_REASONS).join(', ')}.`,
      },
    ),
  ),
  share: Type.Optional(
    Type.Object(changes, { ...closed, description: 'The value over that of `total`, 0 to 1.' }),
  ),
  previous: Type.Optional(
    Type.Object(changes, { ...closed, description: 'The same of the range to compare with.' }),
  ),
  change: Type.Optional(
    Type.Object(changes, { ...closed, description: 'The value less the previous one.' }),
  ),
};

export const FIGURES_ROW = Type.Object(
  { ...dimensions, ...FIGURES },
  {
    ...closed,
    title: 'FiguresRow',
    description: 'The dimensions and measures that were asked for.',
  },
);

const FIGURES_TOTAL = Type.Object(FIGURES, {
  ...closed,
  title: 'FiguresTotal',
  description: 'The measures over all classes that `where` lets through.',
});

const CHANGES_MISSING = Type.Optional(
  Type.Object(
    measured(() => Type.Optional(Type.Enum(Object.keys(CHANGE_REASONS)))),
    {
      ...closed,
      description: `Why no change of a measure is given, in any row: ${Object.keys(CHANGE_REASONS).join(', ')}.`,
    },
  ),
);

export const FIGURES_ANSWER = Type.Object(
  {
    ...HEAD,
    currency: nullable(Type.String({ description: 'ISO 4217; null is unknown.' })),
    query: NORMAL_QUERY,
    covered,
    rows: Type.Array(FIGURES_ROW, { maxItems: 1_000 }),
    total: FIGURES_TOTAL,
    change_reasons: CHANGES_MISSING,
    row_count: count('Rows before `limit` and `offset`.'),
    notes: Type.Array(Type.String(), { description: 'What is to be known with the numbers.' }),
  },
  { ...closed, title: 'Figures', description: 'Measures of classes, as the query asks.' },
);

export type FiguresRowBody = Static<typeof FIGURES_TOTAL> & Readonly<Record<string, unknown>>;
export interface FiguresBody extends Omit<Static<typeof FIGURES_ANSWER>, 'rows'> {
  rows: FiguresRowBody[];
}
