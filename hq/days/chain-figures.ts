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
import type {
  ChainAnswer,
  ChainDimension,
  ChainFigures,
  ChainQuery,
} from '../../service/figures/chain-figures.ts';
import type { KeyScope } from '../../store/access/key.ts';
import type { Database } from '../database/database.ts';
import type { Directory, ListedGym } from '../gyms/directory.ts';
import { DAY_COLUMNS } from './day-columns.ts';

export interface ChainFiguresParts {
  readonly database: Database;
  readonly directory: Directory;
  readonly clock: { nowUtcMs(): number };
}

/** As a query of one gym. */
const USUAL_DAYS = 42;

const KEYS: Readonly<Record<ChainDimension, string>> = {
  gym: 'd.gym',
  day: 'd.day',
  week: "date_trunc('week', d.day)::date",
  month: "to_char(d.day, 'YYYY-MM')",
};

type Read = Readonly<Record<string, number | string>>;

interface Made {
  readonly keys: Readonly<Record<string, string>>;
  readonly row: Float64Array;
  readonly currency: string | null;
}

export function createChainFigures(parts: ChainFiguresParts): ChainFigures {
  return { answer: (query, scope) => answer(parts, query, scope) };
}

async function answer(
  { database, directory, clock }: ChainFiguresParts,
  query: ChainQuery,
  scope: KeyScope,
): Promise<ChainAnswer> {
  const nowUtcMs = clock.nowUtcMs();
  const { measures, by = [], limit = QUERY_LIMITS.usualRows, offset = 0 } = query;
  const to = query.to ?? new Date(nowUtcMs).toISOString().slice(0, 10);
  const from = query.from ?? addDays(to, 1 - USUAL_DAYS);
  const gyms = gymsOf(directory, scope, query);
  const layout = new Layout(measures.flatMap((name) => VALUES[name].needs));
  const read = await readSums(database, { gyms, isAll: isAll(scope, query), by, from, to, layout });
  const byKey = new Map(gyms.map((gym) => [gym.key, gym]));
  const currency = commonCurrency(gyms);
  const made = read.map((row): Made => {
    const gym = byKey.get(Number(row['gym']));
    const keys = by.flatMap((name): [string, string][] =>
      name === 'gym'
        ? [
            ['gym', gym?.id ?? ''],
            ['gym_name', gym?.name ?? ''],
          ]
        : [[name, String(row[name])]],
    );
    const own = by.includes('gym') ? (gym?.currency ?? null) : currency;
    return { keys: Object.fromEntries(keys), row: sumsOf(row, layout), currency: own };
  });
  const total = new Float64Array(layout.width);
  for (const { row } of made) {
    for (const [at, value] of row.entries()) total[at] = (total[at] ?? 0) + value;
  }
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  const isMixed = currency === null && measures.some((name) => MEASURES[name].unit === 'money');
  const told = (row: Float64Array, of: string | null, isUnknown: boolean) =>
    shown(measures, { row, layout, days, currency: of, isUnknown });
  const rows = ordered(made, query, layout).slice(offset, offset + limit);
  return {
    gyms: gyms.length,
    currency,
    generated_at: formatInstant('UTC', nowUtcMs),
    query: { ...query, by, from, to, limit, offset },
    rows: rows.map(({ keys, row, currency: of }) => ({
      ...keys,
      ...told(row, of, of === null && isMixed && !by.includes('gym')),
    })),
    total: told(total, currency, isMixed),
    row_count: made.length,
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
  const tests = where.map(([, test, ids]) => ({ isIn: test === 'is', ids: new Set(ids) }));
  return directory
    .all()
    .filter(({ id }) => within.has(id))
    .filter(({ id }) => tests.every(({ isIn, ids }) => ids.has(id) === isIn));
}

function isAll(scope: KeyScope, { where = [] }: ChainQuery): boolean {
  return scope.kind === 'all' && where.length === 0;
}

interface Wanted {
  readonly gyms: readonly ListedGym[];
  readonly isAll: boolean;
  readonly by: readonly ChainDimension[];
  readonly from: string;
  readonly to: string;
  readonly layout: Layout;
}

/** The sums of each group, added up by the database. */
function readSums(database: Database, { gyms, isAll: isEvery, by, from, to, layout }: Wanted) {
  const columns = DAY_COLUMNS.filter(({ section }) => layout.has(section));
  const sums = columns.map(
    ({ name, isMoney }) => `sum(d.${name})${isMoney ? '' : '::float8'} AS ${name}`,
  );
  const keys = by.map((name) => `${KEYS[name]} AS "${name}"`);
  const group = by.length === 0 ? '' : `GROUP BY ${by.map((_, at) => at + 1).join(', ')}`;
  const text = `SELECT ${[...keys, ...sums].join(', ')} FROM gym_day d
    WHERE d.day BETWEEN $1::date AND $2::date ${isEvery ? '' : 'AND d.gym = ANY($3::integer[])'}
    ${group} HAVING count(*) > 0`;
  const own = isEvery ? [] : [gyms.map(({ key }) => key)];
  return database.query<Read>(text, [from, to, ...own]);
}

function sumsOf(row: Read, layout: Layout): Float64Array {
  const sums = new Float64Array(layout.width);
  for (const { name, part, basis, section } of DAY_COLUMNS) {
    if (layout.has(section)) sums[layout.of(part) + basis] = Number(row[name] ?? 0);
  }
  return sums;
}

/** Null where they differ, or one is unknown. */
function commonCurrency(gyms: readonly ListedGym[]): string | null {
  const known = new Set(gyms.map(({ currency }) => currency));
  const [only] = known;
  return known.size === 1 ? (only ?? null) : null;
}

/** Unknown comes last either way; what is equal comes by its keys. */
function ordered(
  made: readonly Made[],
  { order, measures, by = [] }: ChainQuery,
  layout: Layout,
): Made[] {
  const [first] = measures;
  const usual: ChainQuery['order'] = by.some((name) => name !== 'gym')
    ? by.map((name) => [name, 'asc'])
    : first === undefined
      ? []
      : [[first, 'desc']];
  const wanted = order ?? usual;
  const values = new Map(
    made.map((one) => {
      const sums = new GroupSums(layout, one.row).at(0);
      return [
        one,
        wanted.map(([name]) =>
          isMeasure(name) ? VALUES[name].value(sums) : (one.keys[name] ?? null),
        ),
      ];
    }),
  );
  const directions = wanted.map(([, direction]) => (direction === 'asc' ? 1 : -1));
  return made.toSorted((one, other) => {
    const [mine = [], others = []] = [values.get(one), values.get(other)];
    const at = mine.findIndex((value, place) => value !== others[place]);
    if (at >= 0) return compared(mine[at] ?? null, others[at] ?? null, directions[at] ?? 1);
    return JSON.stringify(one.keys) < JSON.stringify(other.keys) ? -1 : 1;
  });
}

type Ordered = string | number | null;

function compared(one: Ordered, other: Ordered, direction: number): number {
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -direction : direction;
}
