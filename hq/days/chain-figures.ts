/**
 * Measures over the gyms of a chain, out of the sums of their days: one row of the database for a gym and day, whatever the
 * number of its classes. The values are made of the sums by the code that makes those of one gym.
 */

import { addDays, formatInstant } from '../../gym/calendar/zone.ts';
import type { RowFigures } from '../../gym/figures/answer.ts';
import { isMeasure, MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import { GroupSums, Layout } from '../../gym/figures/compute/parts.ts';
import { VALUES } from '../../gym/figures/compute/values.ts';
import { QUERY_LIMITS } from '../../gym/figures/query.ts';
import { figuresOfRow } from '../../gym/figures/rows/figures-of-row.ts';
import { Stretch } from '../../runtime/stretch.ts';
import type { ChainFigures, ChainQuery } from '../../service/figures/chain-figures.ts';
import type { KeyScope } from '../../store/access/key.ts';
import type { Database } from '../database/database.ts';
import type { Directory, ListedGym } from '../gyms/directory.ts';
import { type DaySums, readSums } from './day-sums.ts';
import { firstGroups } from './first-groups.ts';

export interface ChainFiguresParts {
  readonly database: Database;
  readonly directory: Directory;
  readonly clock: { nowUtcMs(): number };
}

/** As a query of one gym. */
const USUAL_DAYS = 42;

export function createChainFigures(parts: ChainFiguresParts): ChainFigures {
  return { answer: (query, scope) => answer(parts, query, scope) };
}

async function answer(
  { database, directory, clock }: ChainFiguresParts,
  query: ChainQuery,
  scope: KeyScope,
): Promise<object> {
  const nowUtcMs = clock.nowUtcMs();
  const { measures, by = [], limit = QUERY_LIMITS.usualRows, offset = 0 } = query;
  const to = query.to ?? new Date(nowUtcMs).toISOString().slice(0, 10);
  const from = query.from ?? addDays(to, 1 - USUAL_DAYS);
  const gyms = gymsOf(directory, scope, query);
  const layout = new Layout(measures.flatMap((name) => VALUES[name].needs));
  const known = isAll(scope, query) ? null : gyms.map(({ key }) => key);
  const sums = await readSums(database, { gyms: known, by, from, to, layout });
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
  const told = (row: Float64Array, of: string | null, isUnknown: boolean) =>
    shown(measures, { row, layout, days, currency: of, isUnknown });
  const { width } = layout;
  const rowOf = (group: number) => sums.data.subarray(group * width, (group + 1) * width);
  const isBefore = await orderOf(query, { sums, layout, names });
  const groups = await firstGroups(sums.size, isBefore, { offset, limit });
  const isOfOne = by.includes('gym');
  return {
    gyms: gyms.length,
    currency,
    generated_at: formatInstant('UTC', nowUtcMs),
    query: { ...query, by, from, to, limit, offset },
    rows: groups.map((group) => {
      const keys = by.flatMap((name, at) => {
        const own = [name, names[at]?.(group) ?? ''] as const;
        return name === 'gym' ? [own, ['gym_name', gymAt(group)?.name ?? ''] as const] : [own];
      });
      const own = isOfOne ? (gymAt(group)?.currency ?? null) : currency;
      return { ...Object.fromEntries(keys), ...told(rowOf(group), own, !isOfOne && isMixed) };
    }),
    total: told(sums.total, currency, isMixed),
    row_count: sums.size,
    notes: isMixed
      ? ['The gyms have several currencies, or unknown ones: amounts are not added up over them.']
      : [],
  };
}

interface Shown {
  readonly row: Float64Array;
  readonly layout: Layout;
  readonly days: number;
  readonly currency: string | null;
  /** Whether amounts of several currencies are in it. */
  readonly isUnknown: boolean;
}

function shown(measures: readonly MeasureName[], { row, isUnknown, ...maker }: Shown): RowFigures {
  const figures = figuresOfRow(
    { ...maker, measures },
    new GroupSums(maker.layout, row).at(0),
    null,
  );
  if (!isUnknown) return figures;
  const amounts = measures.filter((name) => MEASURES[name].unit === 'money');
  return { ...figures, ...Object.fromEntries(amounts.map((name) => [name, null])) };
}

function gymsOf(directory: Directory, scope: KeyScope, { where = [] }: ChainQuery): ListedGym[] {
  const within = new Set(directory.within(scope));
  return directory
    .all()
    .filter(({ id }) => within.has(id))
    .filter(({ id }) => where.every(([, test, ids]) => ids.includes(id) === (test === 'is')));
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

interface Grouped {
  readonly sums: DaySums;
  readonly layout: Layout;
  /** For each dimension its key as it is shown. */
  readonly names: readonly ((group: number) => string)[];
}

/** Groups between two looks at the time. */
const LOOKED_AT = 64;

/** Which of two groups comes first. Unknown comes last either way; what is equal comes by its keys. */
async function orderOf(
  { order, measures, by = [] }: ChainQuery,
  { sums, layout, names }: Grouped,
): Promise<(one: number, other: number) => boolean> {
  const [first] = measures;
  const usual: ChainQuery['order'] = by.some((name) => name !== 'gym')
    ? by.map((name) => [name, 'asc'])
    : first === undefined
      ? []
      : [[first, 'desc']];
  const wanted = order ?? usual;
  const row = new GroupSums(layout, sums.data);
  const stretch = new Stretch();
  const values: Ordered[][] = wanted.map(() => []);
  for (let group = 0; group < sums.size; group += 1) {
    row.at(group);
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
