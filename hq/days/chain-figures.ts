/**
 * Measures over the gyms of a chain, out of the sums of their days: one row of the database for a gym and day, whatever the
 * number of its classes. The values are made of the sums by the code that makes those of one gym.
 */

import { addDays, formatInstant } from '../../gym/calendar/zone.ts';
import { cutNotes, isWithin } from '../../gym/figures/answer-query.ts';
import { isMeasure, isOfMoney, type MeasureName } from '../../gym/figures/catalogue.ts';
import { firstInOrder, inChunks, type Order } from '../../gym/figures/chunks.ts';
import { figuresOfRow, measured, type RowFigures } from '../../gym/figures/measures.ts';
import { QUERY_LIMITS } from '../../gym/figures/query.ts';
import type { Sums } from '../../gym/figures/sums.ts';
import { inSlices } from '../../runtime/timers.ts';
import type {
  BoxLine,
  ChainAnswer,
  ChainFigures,
  ChainQuery,
  ChainRow,
  NormalChainQuery,
} from '../../service/figures/chain-figures.ts';
import type { KeyScope } from '../../store/access/key.ts';
import type { Database } from '../database/database.ts';
import type { Directory, ListedGym } from '../gyms/directory.ts';
import type { LiveRooms } from '../gyms/live-rooms.ts';
import { type DaySums, readSums } from './day-sums.ts';

interface ChainFiguresParts {
  readonly database: Database;
  readonly directory: Directory;
  readonly live: LiveRooms;
  readonly clock: { nowUtcMs(): number };
}

/** As a query of one gym. */
const USUAL_DAYS = 42;

export function createChainFigures(parts: ChainFiguresParts): ChainFigures {
  const { directory, database, live } = parts;
  return {
    lines: async () => {
      const rows = await database.query<LineRow>(LINES);
      return new Map(rows.map((row) => [row.id, lineOf(row)]));
    },
    isReached: (gymId) => live.of(gymId) !== null,
    answer: (query, scope) => answer(parts, query, scope),
    gyms: (scope) => gymsOf(directory, scope, {}),
    listed: (scope) => gymsOf(directory, scope, {}).toSorted(byName),
  };
}

async function answer(
  { database, directory, clock }: ChainFiguresParts,
  query: ChainQuery,
  scope: KeyScope,
): Promise<ChainAnswer> {
  const nowUtcMs = clock.nowUtcMs();
  const normal = normalOf(query, nowUtcMs);
  const { measures, by, from, to } = normal;
  const gyms = gymsOf(directory, scope, query);
  const isAll = scope.kind === 'all' && normal.where.length === 0;
  const known = isAll ? null : gyms.map(({ key }) => key);
  const sums = await readSums(database, { ...normal, gyms: known, measures: measuresIn(normal) });
  const byKey = new Map(gyms.map((gym) => [String(gym.key), gym]));
  const gymAt = (group: number) => byKey.get(sums.keys[by.indexOf('gym')]?.[group] ?? '');
  const names = by.map((name, at) =>
    name === 'gym'
      ? (group: number) => gymAt(group)?.id ?? ''
      : (group: number) => sums.keys[at]?.[group] ?? '',
  );
  const currency = commonCurrency(gyms);
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  const isMixed = currency === null && measures.some(isAmount);
  const isCompared =
    currency === null && [...normal.having, ...normal.order].some(([name]) => isAmount(name));
  const apart = [
    ...(isMixed ? ['are not added up over them'] : []),
    ...(isCompared ? ['are compared within each currency'] : []),
  ].join(' and ');
  const isCut = by.some((name, at) => name !== 'gym' && sums.keys[at]?.some((key) => key < from));
  /** @param isUnknown whether amounts of several currencies are in it. */
  const figures = (of: Sums, own: string | null, isUnknown: boolean): RowFigures => {
    const found = figuresOfRow({ measures, currency: own }, { sums: of, days }, null);
    const amounts = measures.filter((name) => isUnknown && isOfMoney(name));
    return { ...found, ...Object.fromEntries(amounts.map((name) => [name, null])) };
  };
  const isOfOne = by.includes('gym');
  const currencyAt = (group: number) => (isOfOne ? gymAt(group)?.currency : currency) ?? null;
  const hasAmounts = isOfOne || currency !== null;
  const { page, count } = await inSlices(pageOf(normal, sums, names, hasAmounts && currencyAt));
  return {
    gyms: gyms.length,
    currency,
    generated_at: formatInstant('UTC', nowUtcMs),
    query: normal,
    rows: page.map((group): ChainRow => {
      const keys = by.flatMap((name, at) => {
        const own = [name, names[at]?.(group) ?? ''] as const;
        return name === 'gym' ? [own, ['gym_name', gymAt(group)?.name ?? ''] as const] : [own];
      });
      const found = figures(sums.sumsAt(group), currencyAt(group), !isOfOne && isMixed);
      const own = isOfOne && isMixed ? { currency: currencyAt(group) } : {};
      return { ...Object.fromEntries(keys), ...own, ...found };
    }),
    total: figures(sums.total, currency, isMixed),
    row_count: count,
    notes: [
      ...(isCut ? cutNotes(by, from, formatInstant('UTC', nowUtcMs)) : []),
      ...(apart && [`The gyms have several currencies, or unknown ones: amounts ${apart}.`]),
    ],
  };
}

const isAmount = (name: string) => isMeasure(name) && isOfMoney(name);

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

/** Null where they differ, or one is unknown. */
function commonCurrency(gyms: readonly ListedGym[]): string | null {
  const known = new Set(gyms.map(({ currency }) => currency));
  const [only] = known;
  return known.size === 1 ? (only ?? null) : null;
}

type LineRow = Omit<BoxLine, 'pass'> & {
  readonly id: string;
  readonly hasBox: boolean;
  readonly hasPass: boolean;
};

function lineOf({ heardUtcMs, cameras, hasBox, hasPass }: LineRow): BoxLine {
  return { heardUtcMs, cameras, pass: hasPass ? 'good' : hasBox ? 'ended' : 'none' };
}

const NAMES = new Intl.Collator('en', { numeric: true });

/** `Gym 9` before `Gym 10`. */
function byName(one: ListedGym, other: ListedGym): number {
  return NAMES.compare(one.name, other.name) || (one.id < other.id ? -1 : 1);
}

const LINES = `SELECT g.id, max(b.received_utc_ms) AS "heardUtcMs",
  (array_agg(b.status -> 'cameras' ORDER BY b.joined_utc_ms DESC) FILTER (WHERE b.status IS NOT NULL))[1] AS cameras,
  count(b.id) > 0 AS "hasBox", count(b.id) FILTER (WHERE b.revoked_utc_ms IS NULL) > 0 AS "hasPass"
FROM gym g LEFT JOIN box b ON b.gym = g.key GROUP BY g.key`;

/**
 * Numbers of the groups of the page, in order, and how many there are in all. Unknown comes last either way; what is equal comes by its keys.
 *
 * @param names for each dimension its key as it is shown.
 * @param currencyAt that of the amounts of a group, which are compared with others of it alone; false where none is known.
 */
function* pageOf(
  { having, order, by, offset, limit }: NormalChainQuery,
  sums: DaySums,
  names: readonly ((group: number) => string)[],
  currencyAt: false | ((group: number) => string | null),
) {
  const groups: number[] = [];
  const isEmpty = currencyAt === false && having.some(([name]) => isAmount(name));
  yield* inChunks(Array.from({ length: sums.size }).keys(), (group) => {
    const row = sums.sumsAt(group);
    // Only a trend asks how many days there are, and gyms have none together.
    if (!isEmpty && isWithin(having, { sums: row, days: 0 })) groups.push(group);
  });
  const rest = by.map((name) => [name, 'asc'] as const);
  const orders = [...order, ...rest].flatMap(([name, direction]): Order<number>[] => {
    if (!isMeasure(name))
      return [{ direction, by: (group) => names[by.indexOf(name)]?.(group) ?? null }];
    const own: Order<number> = { direction, by: (group) => measured(sums.sumsAt(group), name) };
    if (!isAmount(name)) return [own];
    return currencyAt === false ? [] : [{ direction: 'asc', by: currencyAt }, own];
  });
  const first = yield* firstInOrder(groups, orders, offset + limit);
  return { page: first.slice(offset), count: groups.length };
}

/** Time goes on; else the first measure, highest first. */
function usualOrder({ measures: [first], by = [] }: ChainQuery): NormalChainQuery['order'] {
  if (by.some((name) => name !== 'gym')) return by.map((name) => [name, 'asc']);
  return first === undefined ? [] : [[first, 'desc']];
}
