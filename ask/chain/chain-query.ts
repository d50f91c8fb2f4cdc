/** What the grammar read, with gyms for its rooms, as a query over gyms; or what of it is known of one gym alone. */

import type { MeasureName } from '../../gym/figures/catalogue.ts';
import type { DimensionName } from '../../gym/figures/dimensions.ts';
import type { FiguresQuery } from '../../gym/figures/query.ts';
import {
  CHAIN_DIMENSIONS,
  CHAIN_MEASURES,
  type ChainDimension,
  type ChainQuery,
} from '../../service/figures/chain-figures.ts';
import { type AskQuery, isFigures } from '../query.ts';
import { wordOf } from '../read/phrase.ts';

export type ChainReading =
  | { readonly kind: 'query'; readonly query: ChainQuery }
  /** Trainers, classes, rooms, hours, what is now: each of one gym. */
  | { readonly kind: 'one_gym'; readonly what: string }
  /** No gym has it either, or not in this form: one sentence. */
  | { readonly kind: 'none'; readonly message: string };

const MAX_DIMENSIONS = 2;

/** @param groups that the question is bound to; none is all. */
export function chainQueryOf(read: AskQuery, groups: readonly string[]): ChainReading {
  if (!isFigures(read)) {
    return {
      kind: 'one_gym',
      what: read.report === 'occupancy' ? 'who is in now' : 'the timetable',
    };
  }
  const { measures, by = [], where = [], having = [] } = read;
  const own = [...by, ...where.map(([dim]) => dim)].find((dim) => chainDim(dim) === null);
  if (own !== undefined) return { kind: 'one_gym', what: wordOf(own) };
  const beyond = [...measures, ...having.map(([name]) => name)].find((name) => !isOfChain(name));
  if (beyond !== undefined) {
    const message = `The ${wordOf(beyond)} compares classes of one gym: it is not known over several gyms.`;
    return { kind: 'none', message };
  }
  if (read.compare !== undefined) return { kind: 'none', message: TWO_TIMES };
  const filters = where.flatMap((one) => gymFilter(one));
  const dims = by.flatMap((dim) => chainDim(dim) ?? []);
  if (dims.length > MAX_DIMENSIONS || filters.length < where.length) {
    return {
      kind: 'none',
      message: 'Over gyms there are rows by gym and by one of day, week or month.',
    };
  }
  const group: Filter[] = groups.length === 0 ? [] : [['group', 'is', [...groups]]];
  return { kind: 'query', query: written(read, dims, [...filters, ...group]) };
}

/** What was not asked for is left out. */
function written(
  { measures, having = [], order = [], from, to, limit, offset }: FiguresQuery,
  by: ChainDimension[],
  where: Filter[],
): ChainQuery {
  const ordered = order.map(([name, way]): Order => {
    const dim = chainDim(name as DimensionName);
    return [dim ?? (name as MeasureName), way];
  });
  const parts = { by, where, having: having.map((one) => [...one] as Bound), order: ordered };
  const lists = Object.entries(parts).filter(([, list]) => list.length > 0);
  const values = Object.entries({ from, to, limit, offset }).filter(([, one]) => one !== undefined);
  return { measures: [...measures], ...Object.fromEntries([...values, ...lists]) };
}

type Order = NonNullable<ChainQuery['order']>[number];
type Filter = NonNullable<ChainQuery['where']>[number];
type Bound = NonNullable<ChainQuery['having']>[number];

const TWO_TIMES =
  'Over several gyms two times are not compared in one question: ask for one after the other, or by week.';

function chainDim(dim: DimensionName): ChainDimension | null {
  return dim === 'room' ? 'gym' : (CHAIN_DIMENSIONS.find((one) => one === dim) ?? null);
}

function isOfChain(name: MeasureName): boolean {
  return CHAIN_MEASURES.includes(name);
}

/** None where it is of days: over gyms these are chosen by a range alone. */
function gymFilter([dim, op, values]: NonNullable<FiguresQuery['where']>[number]): Filter[] {
  return dim === 'room' && op !== 'between' ? [['gym', op, values.map(String)]] : [];
}

/** The one gym that a query names; undefined where it is of more. */
export function onlyGym({ where = [], by = [] }: ChainQuery): string | undefined {
  const [filter, ...others] = where;
  if (filter === undefined || others.length > 0 || by.includes('gym')) return undefined;
  const [name, op, values] = filter;
  return name === 'gym' && op === 'is' && values.length === 1 ? values[0] : undefined;
}
