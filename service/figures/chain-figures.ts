/** Figures over the gyms of a chain: what a head office answers beyond those of one gym. */

import { type Static, Type } from 'typebox';
import type { RowFigures } from '../../gym/figures/answer.ts';
import { MEASURE_NAMES, type MeasureName } from '../../gym/figures/catalogue.ts';
import { QUERY_LIMITS } from '../../gym/figures/query.ts';
import type { KeyScope } from '../../store/access/key.ts';

/** Measures that add up over gyms: the others compare classes of one gym. */
export const CHAIN_MEASURES = MEASURE_NAMES.filter(
  (name) => !['trend', 'slot_index', 'empty_seat_value', 'breakeven_attendance'].includes(name),
) as [MeasureName, ...MeasureName[]];

export const CHAIN_DIMENSIONS = ['gym', 'day', 'week', 'month'] as const;
export type ChainDimension = (typeof CHAIN_DIMENSIONS)[number];

const closed = { additionalProperties: false } as const;
const MEASURE = Type.Enum(CHAIN_MEASURES);
const DIMENSION = Type.Enum([...CHAIN_DIMENSIONS]);
const GYM_ID = Type.String({ minLength: 1, maxLength: 64 });

/** As it is asked: `POST /v1/query` by a key of several gyms that names none of them. */
export const CHAIN_QUERY = Type.Object(
  {
    measures: Type.Array(MEASURE, {
      minItems: 1,
      maxItems: QUERY_LIMITS.measures,
      uniqueItems: true,
    }),
    by: Type.Optional(Type.Array(DIMENSION, { maxItems: 2, uniqueItems: true })),
    from: Type.Optional(Type.String({ format: 'date' })),
    to: Type.Optional(Type.String({ format: 'date' })),
    where: Type.Optional(
      Type.Array(
        Type.Tuple([
          Type.Literal('gym'),
          Type.Enum(['is', 'is_not']),
          Type.Array(GYM_ID, { minItems: 1, maxItems: QUERY_LIMITS.values }),
        ]),
        { maxItems: 2 },
      ),
    ),
    order: Type.Optional(
      Type.Array(Type.Tuple([Type.Union([MEASURE, DIMENSION]), Type.Enum(['asc', 'desc'])]), {
        maxItems: 3,
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: QUERY_LIMITS.rows })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: QUERY_LIMITS.offset })),
  },
  closed,
);
export type ChainQuery = Static<typeof CHAIN_QUERY>;

/** A group of gyms or days, with its keys. */
export interface ChainRow
  extends RowFigures,
    Readonly<Partial<Record<ChainDimension | 'gym_name', string>>> {}

/** The body of an answer. */
export interface ChainAnswer {
  /** How many the query is about. */
  readonly gyms: number;
  /** Null where they have several, or one is unknown. */
  readonly currency: string | null;
  /** RFC 3339, UTC. */
  readonly generated_at: string;
  readonly query: ChainQuery;
  readonly rows: readonly ChainRow[];
  readonly total: RowFigures;
  /** Rows before `limit` and `offset`. */
  readonly row_count: number;
  readonly notes: readonly string[];
}

export interface ChainFigures {
  /** Rejects where the figures cannot be read. */
  answer(query: ChainQuery, scope: KeyScope): Promise<ChainAnswer>;
}
