/** The list of gyms as data for its page: what it is made of is asked for at most once in a while, whoever looks. */

import { addDays, DAY_MS, dateAt, formatInstant } from '../../../../gym/calendar/zone.ts';
import type { RowFigures } from '../../../../gym/figures/measures.ts';
import type { DateRange } from '../../../../gym/reports/period.ts';
import { foldName } from '../../../../gym/sessions/names.ts';
import { type Clock, recent } from '../../../../runtime/clock.ts';
import {
  type BoxLine,
  type ChainAnswer,
  type ChainFigures,
  type ChainGym,
  type ChainQuery,
  SILENT_MS,
} from '../../../../service/figures/chain-figures.ts';
import type { KeyScope } from '../../../../store/access/key.ts';
import { Recent } from '../../../../store/access/limits.ts';
import {
  GYM_SORTS,
  type GymListView,
  type GymRow,
  type GymSort,
} from '../../../../web/owner-data.ts';

const MEASURES = ['attended', 'fill_rate', 'held', 'no_shows', 'revenue'] as const;
/** Sums of a day lag by a minute all the same (docs/chain.md). */
const FIGURES_MS = 60_000;
const LINES_MS = 5_000;
/** Answers in memory. Chosen here: one of 5,000 gyms is some 3 MB. */
const MAX_ANSWERS = 24;

/**
 * What the list of gyms is drawn from: the names and boxes of the gyms, and the figures that `POST /v1/query` has by `gym` for
 * the seven days that are over everywhere, and the seven before. A figure that the query does not have is not on the page.
 */
export function gymList(chain: Pick<ChainFigures, 'listed' | 'lines' | 'answer'>, clock: Clock) {
  /** What was asked for lately, by its name: many who look at once ask once. */
  const answers = new Recent<() => Promise<ChainAnswer>>(MAX_ANSWERS / 2);

  const ask = (scope: KeyScope, query: ChainQuery) => {
    const name = JSON.stringify([scope, query]);
    const known = answers.get(name) ?? recent(() => chain.answer(query, scope), FIGURES_MS, clock);
    answers.set(name, known);
    return known();
  };

  const lines = recent(() => chain.lines(), LINES_MS, clock);

  /** One amount for each currency: they are not added up. @param total Of all of them. */
  const revenues = async (
    scope: KeyScope,
    days: DateRange,
    found: readonly ChainGym[],
    total: ChainAnswer | undefined,
  ) => {
    const currencies = [...new Set(found.map(({ currency }) => currency))].toSorted();
    const amounts = await Promise.all(
      currencies.map(async (currency) => {
        const own = found.filter((gym) => gym.currency === currency);
        const query: ChainQuery = { measures: ['revenue'], ...days, by: [], ...only(own) };
        const answer = currencies.length === 1 ? total : await ask(scope, query);
        return { currency, revenue: answer?.total.revenue ?? null };
      }),
    );
    return amounts.flatMap(({ currency, revenue }) =>
      revenue === null ? [] : [{ currency, revenue }],
    );
  };

  /** Rejects with `database_unusable`. */
  const data = async (scope: KeyScope, view: GymListView) => {
    const nowUtcMs = clock.nowUtcMs();
    const all = chain.listed(scope);
    const found = foundGyms(all, view);
    const [days, daysBefore] = daysOf(all, nowUtcMs);
    const weeks = (query: Pick<ChainQuery, 'by' | 'where' | 'limit'>) =>
      Promise.all(
        [days, daysBefore].map((of) => ask(scope, { measures: [...MEASURES], ...of, ...query })),
      );
    const [lineOfGym, byGym] = await Promise.all([
      lines(),
      weeks({ by: ['gym'], limit: all.length + 1 }),
    ]);
    const isAll = found.length === all.length;
    const totals = isAll ? byGym : await weeks({ by: [], ...only(found) });
    const [total = null, totalBefore = null] = totals.map((one) => figuresOf(one.total));
    const rowsOf = byGym.map((one) => new Map(one.rows.map((row) => [row.gym, row])));
    const rows = found.map((gym) => {
      const figures = rowsOf.map((of) => figuresOf(of.get(gym.id)));
      return gymRow(gym, figures, lineOf(gym, lineOfGym, nowUtcMs));
    });
    const pages = Math.max(1, Math.ceil(rows.length / PAGE_GYMS));
    const page = Math.min(view.page, pages);
    const offset = (page - 1) * PAGE_GYMS;
    const silent = rows
      .filter(({ line: { state } }) => state === 'silent' || state === 'ended')
      .toSorted((one, other) => (other.line.ageS ?? 0) - (one.line.ageS ?? 0));
    return {
      page: 'gyms' as const,
      view: { ...view, page },
      ...days,
      rows: sortedRows(rows, view).slice(offset, offset + PAGE_GYMS),
      offset,
      found: rows.length,
      known: rows.filter(({ figures }) => figures !== null).length,
      pages,
      total,
      totalBefore,
      revenues: await revenues(scope, days, found, totals[0]),
      silent: { gyms: silent.length, named: silent.slice(0, MAX_NAMED) },
      notJoined: rows.filter(({ line: { state } }) => state === 'never' || state === 'joined')
        .length,
      groups: [...new Set(all.flatMap(({ groups }) => groups))].toSorted(),
    };
  };

  return { data, lines };
}

/** An empty list would be refused as a filter: it asks for a gym that no one has. */
function only(gyms: readonly ChainGym[]): Pick<ChainQuery, 'where'> {
  const ids = gyms.length === 0 ? [' '] : gyms.map(({ id }) => id);
  return { where: [['gym', 'is', ids]] };
}

/** Gyms of one page. Chosen here: with long names some 70 kB of HTML. */
export const PAGE_GYMS = 100;
const MAX_NAMED = 3;
const NO_PICTURES = ['connecting', 'waiting', 'unauthorized', 'failing'];

/** The seven days that are over in each gym's zone, and the seven before them. */
export function daysOf(gyms: readonly ChainGym[], nowUtcMs: number) {
  const zones = [...new Set(['UTC', ...gyms.map(({ timezone }) => timezone)])];
  const [today = ''] = zones.map((zone) => dateAt(zone, nowUtcMs)).toSorted();
  const to = addDays(today, -1);
  return [
    { from: addDays(to, -6), to },
    { from: addDays(to, -13), to: addDays(to, -7) },
  ] as const;
}

/** Those whose name or id has the text, and that are of the group. */
function foundGyms(gyms: readonly ChainGym[], { search, group }: GymListView) {
  const text = foldName(search);
  return gyms.filter(
    ({ id, name, groups }) =>
      (group === null || groups.includes(group)) &&
      (text === '' || foldName(name).includes(text) || id.includes(text)),
  );
}

export function gymRow(
  { id, name, groups, currency }: ChainGym,
  [figures = null, before = null]: readonly ReturnType<typeof figuresOf>[],
  line: ReturnType<typeof lineOf>,
) {
  return { id, name, groups, currency, figures, before, line };
}

/** Null where there is no class, and where the box has not said anything: nothing is known of these days. */
export function figuresOf(row: RowFigures | undefined) {
  if (row === undefined || row.of === 0) return null;
  return {
    held: row.held ?? 0,
    counted: row.n.attended ?? 0,
    attended: row.attended ?? null,
    fill_rate: row.fill_rate ?? null,
    no_shows: row.no_shows ?? null,
    no_shows_basis: row.basis?.no_shows ?? null,
    revenue: row.revenue ?? null,
  };
}

export function lineOf(
  { id, timezone }: Pick<ChainGym, 'id' | 'timezone'>,
  lines: ReadonlyMap<string, BoxLine>,
  nowUtcMs: number,
) {
  const { heardUtcMs = null, pass = 'none', cameras = null } = lines.get(id) ?? {};
  const ageMs = heardUtcMs === null ? null : Math.max(0, nowUtcMs - heardUtcMs);
  return {
    state: stateOf(ageMs, pass),
    heardAt: heardUtcMs === null ? null : formatInstant(timezone, heardUtcMs),
    ageS: ageMs === null ? null : Math.round(Math.min(ageMs, 1e5 * DAY_MS) / 1_000),
    cameras: cameras === null ? null : camerasOf(cameras),
  };
}

/** How the box of a gym is; `joined`: it has a pass, and has not sent yet; `ended`: its pass was revoked, and no other has joined. */
function stateOf(ageMs: number | null, pass: BoxLine['pass']) {
  if (pass === 'ended') return 'ended';
  if (ageMs === null) return pass === 'good' ? 'joined' : 'never';
  return ageMs < SILENT_MS ? 'sending' : 'silent';
}

/** One that was switched off is missed by no one. */
function camerasOf(states: Readonly<Record<string, number>>) {
  const counts = Object.entries(states).filter(([state]) => state !== 'stopped');
  const sum = (of: typeof counts) => of.reduce((all, [, count]) => all + count, 0);
  return { lost: sum(counts.filter(([state]) => NO_PICTURES.includes(state))), all: sum(counts) };
}

/** What an address asks of the list of gyms; what it asks wrongly is as if it were not asked. */

const MAX_SEARCH = 100;
const MAX_PAGE = 1_000;

export function listView(query: ReadonlyMap<string, string>) {
  const sort = (Object.keys(GYM_SORTS) as GymSort[]).find((one) => one === query.get('sort'));
  const direction = query.get('direction');
  const page = Number(query.get('page') ?? '1');
  return {
    sort: sort ?? 'name',
    direction: direction === 'asc' || direction === 'desc' ? direction : GYM_SORTS[sort ?? 'name'],
    group: query.get('group') || null,
    search: (query.get('search') ?? '').trim().slice(0, MAX_SEARCH),
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
  };
}

/** Rows of the list of gyms in the order that was asked for: what is unknown comes last either way, what is equal by its name. @param rows By their names. */
function sortedRows(rows: readonly GymRow[], { sort, direction }: GymListView) {
  if (sort === 'name') return direction === 'asc' ? rows : rows.toReversed();
  const value = ({ line, figures }: GymRow) =>
    (sort === 'line' ? line.ageS : figures?.[sort]) ?? null;
  const sign = direction === 'asc' ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [mine, theirs] = [value(one), value(other)];
    if (mine === null || theirs === null) {
      return mine === theirs ? 0 : mine === null ? 1 : -1;
    }
    return sign * (mine - theirs);
  });
}
