/**
 * Measures over the gyms of a chain, out of the sums of their days: one row of the database for a gym and day, whatever the
 * number of its classes. The values are made of the sums by the code that makes those of one gym.
 */

import { addDays, formatInstant } from '../../gym/calendar/zone.ts';
import { isMeasure, MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import { figuresOfRow, type RowFigures, unitOf, VALUES } from '../../gym/figures/measures.ts';
import { type HavingOperator, QUERY_LIMITS } from '../../gym/figures/query.ts';
import type { Sums } from '../../gym/figures/sums.ts';
import { Stretch } from '../../runtime/timers.ts';
import type {
  ChainAnswer,
  ChainFigures,
  ChainQuery,
  ChainRow,
  NormalChainQuery,
} from '../../service/figures/chain-figures.ts';
import type { KeyScope } from '../../store/access/key.ts';
import type { Database } from '../database/database.ts';
import type { Directory, ListedGym } from '../gyms/directory.ts';
import { type DaySums, readSums } from './day-sums.ts';

export interface ChainFiguresParts {
  readonly database: Database;
  readonly directory: Directory;
  readonly clock: { nowUtcMs(): number };
}

/** As a query of one gym. */
const USUAL_DAYS = 42;

export function createChainFigures(parts: ChainFiguresParts): ChainFigures {
  const { directory, database } = parts;
  return {
    heard: async () => {
      const rows = await database.query<{ id: string; atUtcMs: number }>(HEARD);
      return new Map(rows.map(({ id, atUtcMs }) => [id, atUtcMs]));
    },
    answer: (query, scope) => answer(parts, query, scope),
    gyms: (scope) => gymsOf(directory, scope, {}),
  };
}

async function answer(
  { database, directory, clock }: ChainFiguresParts,
  query: ChainQuery,
  scope: KeyScope,
): Promise<ChainAnswer> {
  const nowUtcMs = clock.nowUtcMs();
  const normal = normalOf(query, nowUtcMs);
  const { measures, by, from, to, limit, offset } = normal;
  const gyms = gymsOf(directory, scope, query);
  const known = isAll(scope, query) ? null : gyms.map(({ key }) => key);
  const sums = await readSums(database, {
    gyms: known,
    by,
    from,
    to,
    measures: measuresIn(normal),
  });
  const byKey = new Map(gyms.map((gym) => [String(gym.key), gym]));
  const gymKeys = sums.keys[by.indexOf('gym')];
  const gymAt = (group: number) => byKey.get(gymKeys?.[group] ?? '');
  const names = by.map((name, at) =>
    name === 'gym'
      ? (group: number) => gymAt(group)?.id ?? ''
      : (group: number) => sums.keys[at]?.[group] ?? '',
  );
  const currency = commonCurrency(gyms);
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  const isMixed = currency === null && measures.some((name) => MEASURES[name].unit === 'money');
  const figures = (row: Sums, of: string | null, isUnknown: boolean) =>
    shown(measures, { sums: row, days, currency: of, isUnknown });
  const grouped = { sums, names };
  const within = await groupsWithin(normal.having, grouped);
  const groups = await firstGroups(within, await orderOf(normal, grouped), { offset, limit });
  const isOfOne = by.includes('gym');
  return {
    gyms: gyms.length,
    currency,
    generated_at: formatInstant('UTC', nowUtcMs),
    query: normal,
    rows: groups.map((group): ChainRow => {
      const keys = by.flatMap((name, at) => {
        const own = [name, names[at]?.(group) ?? ''] as const;
        return name === 'gym' ? [own, ['gym_name', gymAt(group)?.name ?? ''] as const] : [own];
      });
      const own = isOfOne ? (gymAt(group)?.currency ?? null) : currency;
      return {
        ...Object.fromEntries(keys),
        ...figures(sums.sumsAt(group), own, !isOfOne && isMixed),
      };
    }),
    total: figures(sums.total, currency, isMixed),
    row_count: within.length,
    notes: isMixed
      ? ['The gyms have several currencies, or unknown ones: amounts are not added up over them.']
      : [],
  };
}

function normalOf(query: ChainQuery, nowUtcMs: number): NormalChainQuery {
  const { measures, by = [], where = [], having = [], offset = 0 } = query;
  const { order = usualOrder(query), limit = QUERY_LIMITS.usualRows } = query;
  const to = query.to ?? new Date(nowUtcMs).toISOString().slice(0, 10);
  const from = query.from ?? addDays(to, 1 - USUAL_DAYS);
  return { measures, by, from, to, where, having, order, limit, offset };
}

/** What is shown, and what rows are chosen and ordered by. */
function measuresIn({ measures, having, order }: NormalChainQuery): readonly MeasureName[] {
  return [...measures, ...[...having, ...order].map(([name]) => name).filter(isMeasure)];
}

interface Shown {
  readonly sums: Sums;
  readonly days: number;
  readonly currency: string | null;
  /** Whether amounts of several currencies are in it. */
  readonly isUnknown: boolean;
}

function shown(
  measures: readonly MeasureName[],
  { sums, days, currency, isUnknown }: Shown,
): RowFigures {
  const figures = figuresOfRow({ measures, currency }, { sums, days }, null);
  if (!isUnknown) return figures;
  const amounts = measures.filter((name) => MEASURES[name].unit === 'money');
  return { ...figures, ...Object.fromEntries(amounts.map((name) => [name, null])) };
}

function gymsOf(
  directory: Directory,
  scope: KeyScope,
  { where = [] }: Pick<ChainQuery, 'where'>,
): ListedGym[] {
  const within = new Set(directory.within(scope));
  // A set: the list of gyms asks for thousands by their ids.
  const chosen = where.map(([name, test, values]): Chosen => [name, test, new Set(values)]);
  return directory
    .all()
    .filter(({ id }) => within.has(id))
    .filter((gym) => chosen.every((one) => isChosen(gym, one)));
}

type Filter = NormalChainQuery['where'][number];
type Chosen = readonly [Filter[0], Filter[1], ReadonlySet<string>];

function isChosen({ id, groups }: ListedGym, [name, test, values]: Chosen): boolean {
  const isNamed = name === 'gym' ? values.has(id) : groups.some((one) => values.has(one));
  return isNamed === (test === 'is');
}

function isAll(scope: KeyScope, { where = [] }: ChainQuery): boolean {
  return scope.kind === 'all' && where.length === 0;
}

/** Null where they differ, or one is unknown. */
function commonCurrency(gyms: readonly ListedGym[]): string | null {
  const known = new Set(gyms.map(({ currency }) => currency));
  const [only] = known;
  return known.size === 1 ? (only ?? null) : null;
}

const HEARD = `
SELECT g.id, max(b.received_utc_ms) AS "atUtcMs" FROM gym g JOIN box b ON b.gym = g.key
WHERE b.received_utc_ms IS NOT NULL GROUP BY g.id`;

export interface Grouped {
  readonly sums: DaySums;
  /** For each dimension its key as it is shown. */
  readonly names: readonly ((group: number) => string)[];
}

/** Groups between two looks at the time. */
const LOOKED_AT = 64;

const BOUNDS: Readonly<Record<HavingOperator, (value: number, bound: number) => boolean>> = {
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};

/** Numbers of the groups within all bounds. Unknown is within none. Money is compared in units of the currency. */
async function groupsWithin(
  having: NormalChainQuery['having'],
  { sums }: Grouped,
): Promise<number[]> {
  const stretch = new Stretch();
  const within: number[] = [];
  for (let group = 0; group < sums.size; group += 1) {
    const row = sums.sumsAt(group);
    const isWithin = having.every(([name, op, bound]) => {
      const value = VALUES[name].value(row);
      return value !== null && BOUNDS[op](value / unitOf(name), bound);
    });
    if (isWithin) within.push(group);
    if (group % LOOKED_AT === 0 && stretch.isOver()) await stretch.pause();
  }
  return within;
}

/** Time goes on; else the first measure, highest first. */
export function usualOrder({ measures: [first], by = [] }: ChainQuery): NormalChainQuery['order'] {
  if (by.some((name) => name !== 'gym')) return by.map((name) => [name, 'asc']);
  return first === undefined ? [] : [[first, 'desc']];
}

/** Which of two groups comes first. Unknown comes last either way; what is equal comes by its keys. */
export async function orderOf(
  { order: wanted, by }: NormalChainQuery,
  { sums, names }: Grouped,
): Promise<(one: number, other: number) => boolean> {
  const stretch = new Stretch();
  const values: Ordered[][] = wanted.map(() => []);
  for (let group = 0; group < sums.size; group += 1) {
    const row = sums.sumsAt(group);
    for (const [at, [name]] of wanted.entries()) {
      const value = isMeasure(name)
        ? VALUES[name].value(row)
        : (names[by.indexOf(name)]?.(group) ?? null);
      values[at]?.push(value);
    }
    if (group % LOOKED_AT === 0 && stretch.isOver()) await stretch.pause();
  }
  const directions = wanted.map(([, direction]) => (direction === 'asc' ? 1 : -1));
  return (one, other) => {
    for (const [at, ofGroups] of values.entries()) {
      const [mine = null, others = null] = [ofGroups[one], ofGroups[other]];
      if (mine !== others) return compared(mine, others, directions[at] ?? 1) < 0;
    }
    for (const name of names) {
      const [mine, others] = [name(one), name(other)];
      if (mine !== others) return mine < others;
    }
    return one < other;
  };
}

type Ordered = string | number | null;

function compared(one: Ordered, other: Ordered, direction: number): number {
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -direction : direction;
}

/** Groups that are sorted at once. Chosen here: in 1 ms. */
const RUN = 500;
/** Groups between two looks at the time. */
const MERGED_AT_ONCE = 64;

type IsBefore = (one: number, other: number) => boolean;

/**
 * Sorts runs, and merges them two by two: of each no more than is wanted.
 *
 * @param groups Their numbers; the list is not changed.
 * @param isBefore Whether one comes before another; of two groups exactly one does.
 * @returns numbers of the groups from `offset` on, `limit` at most, in their order.
 */
export async function firstGroups(
  groups: readonly number[],
  isBefore: IsBefore,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<number[]> {
  const stretch = new Stretch();
  let runs: number[][] = [];
  for (let from = 0; from < groups.length; from += RUN) {
    const run = groups.slice(from, from + RUN);
    runs.push(run.sort((one, other) => (isBefore(one, other) ? -1 : 1)));
    if (stretch.isOver()) await stretch.pause();
  }
  while (runs.length > 1) {
    const merged: number[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const pair = [runs[at] ?? [], runs[at + 1] ?? []] as const;
      merged.push(await mergedOf(pair, isBefore, offset + limit, stretch));
    }
    runs = merged;
  }
  return (runs[0] ?? []).slice(offset, offset + limit);
}

async function mergedOf(
  [one, other]: readonly [readonly number[], readonly number[]],
  isBefore: IsBefore,
  wanted: number,
  stretch: Stretch,
): Promise<number[]> {
  const merged: number[] = [];
  let at = 0;
  while (merged.length < Math.min(wanted, one.length + other.length)) {
    const [mine, others] = [one[at], other[merged.length - at]];
    const isMine = others === undefined || (mine !== undefined && isBefore(mine, others));
    merged.push((isMine ? mine : others) ?? 0);
    if (isMine) at += 1;
    if (merged.length % MERGED_AT_ONCE === 0 && stretch.isOver()) await stretch.pause();
  }
  return merged;
}
