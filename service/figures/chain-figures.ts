/** Figures over the gyms of a chain: what a head office answers beyond those of one gym. */

import { type Static, Type } from 'typebox';
import { MEASURE_NAMES, type MeasureName } from '../../gym/figures/catalogue.ts';
import type { RowFigures } from '../../gym/figures/measures.ts';
import { HAVING_OPERATORS, QUERY_LIMITS } from '../../gym/figures/query.ts';
import { optional } from '../../gym/reports/field.ts';
import type { KeyScope } from '../../store/access/key.ts';

const OF_ONE_GYM: readonly MeasureName[] = [
  'trend',
  'slot_index',
  'empty_seat_value',
  'breakeven_attendance',
  'pay',
  'fill_goal',
  'attendance_goal',
];

/** Measures that add up over gyms: the others compare classes of one gym, or need its settings. */
export const CHAIN_MEASURES = MEASURE_NAMES.filter((name) => !OF_ONE_GYM.includes(name)) as [
  MeasureName,
  ...MeasureName[],
];

export const CHAIN_DIMENSIONS = ['gym', 'day', 'week', 'month'] as const;
export type ChainDimension = (typeof CHAIN_DIMENSIONS)[number];
/** What gyms are chosen by. */
const CHAIN_FILTERS = ['gym', 'group'] as const;

const closed = { additionalProperties: false } as const;
const MEASURE = Type.Enum(CHAIN_MEASURES);
const DIMENSION = Type.Enum([...CHAIN_DIMENSIONS]);
const NAMES = Type.Enum([...CHAIN_MEASURES, ...CHAIN_DIMENSIONS]);
/** Id of a gym, or name of a group. */
const NAME = Type.String({ minLength: 1, maxLength: 64 });

const MEMBERS = {
  measures: Type.Array(MEASURE, {
    minItems: 1,
    maxItems: QUERY_LIMITS.measures,
    uniqueItems: true,
  }),
  by: Type.Array(DIMENSION, { maxItems: 2, uniqueItems: true }),
  from: Type.String({ format: 'date' }),
  to: Type.String({ format: 'date' }),
  where: Type.Array(
    Type.Tuple([
      Type.Enum([...CHAIN_FILTERS]),
      Type.Enum(['is', 'is_not']),
      Type.Array(NAME, { minItems: 1, maxItems: QUERY_LIMITS.values }),
    ]),
    { maxItems: 4 },
  ),
  having: Type.Array(Type.Tuple([MEASURE, Type.Enum([...HAVING_OPERATORS]), Type.Number()]), {
    maxItems: QUERY_LIMITS.filters,
  }),
  order: Type.Array(Type.Tuple([NAMES, Type.Enum(['asc', 'desc'])]), { maxItems: 3 }),
  limit: Type.Integer({ minimum: 1, maximum: QUERY_LIMITS.rows }),
  offset: Type.Integer({ minimum: 0, maximum: QUERY_LIMITS.offset }),
};

/** As it is asked: `POST /v1/query` by a key of several gyms that names none of them. */
export const CHAIN_QUERY = Type.Object(
  { ...optional(MEMBERS), measures: MEMBERS.measures },
  { ...closed, title: 'ChainFiguresQuery', description: 'Measures of classes, over several gyms.' },
);

/** With the defaults filled in. */
export const NORMAL_CHAIN_QUERY = Type.Object(MEMBERS, {
  ...closed,
  title: 'NormalChainFiguresQuery',
  description: 'The query over several gyms that was answered.',
});
export type NormalChainQuery = Static<typeof NORMAL_CHAIN_QUERY>;
export type ChainQuery = Static<typeof CHAIN_QUERY>;

/** A gym that a key of several may see. */
export interface ChainGym {
  /** In the interface: unique in the chain. */
  readonly id: string;
  readonly name: string;
  readonly groups: readonly string[];
  /** IANA name. */
  readonly timezone: string;
  /** Null where its box never sent its settings. */
  readonly currency: string | null;
}

/** With the values of `by`; `gym_name` stands beside `gym`, and `currency` where the amounts of the gyms have several. */
export type ChainRow = RowFigures &
  Readonly<Partial<Record<ChainDimension | 'gym_name', string>>> & {
    readonly currency?: string | null;
  };

export interface ChainAnswer {
  /** How many gyms the filters let through. */
  readonly gyms: number;
  /** Null where they have several: each row by gym has its own. */
  readonly currency: string | null;
  readonly generated_at: string;
  readonly query: NormalChainQuery;
  readonly rows: readonly ChainRow[];
  readonly total: RowFigures;
  /** Rows before `limit` and `offset`. */
  readonly row_count: number;
  readonly notes: readonly string[];
}

export interface ChainFigures {
  /** Rejects where the figures cannot be read. */
  answer(query: ChainQuery, scope: KeyScope): Promise<ChainAnswer>;
  /** In the order of their ids. */
  gyms(scope: KeyScope): readonly ChainGym[];
  /** By their names. */
  listed(scope: KeyScope): readonly ChainGym[];
  /** The boxes of all gyms, by id. Rejects with `database_unusable`. */
  lines(): Promise<ReadonlyMap<string, BoxLine>>;
  /** Whether the box of a gym answered what it was asked last, lately. */
  isReached(gymId: string): boolean;
}

const FILTERS: readonly unknown[] = CHAIN_FILTERS;

/** Whether something that is meant as a query is one over gyms: by its dimensions or filters. */
export function isOverGyms(query: unknown): boolean {
  const { by, where } = Object(query) as { readonly by?: unknown; readonly where?: unknown };
  const filters: readonly unknown[] = Array.isArray(where) ? where : [];
  return (
    (Array.isArray(by) && by.includes('gym')) ||
    filters.some((one) => Array.isArray(one) && FILTERS.includes(one[0]))
  );
}

/** From which a box is silent, ms: three times what it lets pass between two signs of life (docs/chain.md, "The box"). */
export const SILENT_MS = 15 * 60_000;

/** What is known of the box of a gym. */
export interface BoxLine {
  /** When it last sent something, ms since 1970, UTC: null where it never did. A box that is well sends every five minutes. */
  readonly heardUtcMs: number | null;
  /** `none`: no box has joined. `ended`: the pass of each was revoked. */
  readonly pass: 'good' | 'ended' | 'none';
  /** How many cameras are in each state, as the box said last; null where it has not. */
  readonly cameras: Readonly<Record<string, number>> | null;
}
