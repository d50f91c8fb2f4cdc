/**
 * What the list of gyms is drawn from: the names and boxes of the gyms, and the figures that `POST /v1/query` has by `gym` for
 * the seven days that are over everywhere, and the seven before. A figure that the query does not have is not on the page.
 */

import { addDays, dateAt, formatInstant } from '../../../../gym/calendar/zone.ts';
import type { RowFigures } from '../../../../gym/figures/answer.ts';
import { foldName } from '../../../../gym/sessions/fold-name.ts';
import type { BoxLine, ChainAnswer, ListedGym } from '../../../../service/figures/chain-figures.ts';
import type {
  GymFigures,
  GymLine,
  GymRow,
  GymsAsked,
  GymsData,
} from '../../../../web/office-data.ts';
import { sortedRows } from './sort.ts';

/** Gyms of one page. Chosen here: with long names some 70 kB of HTML. */
export const PAGE_GYMS = 100;
const MAX_NAMED = 3;
const DAY_MS = 86_400_000;
/** From which a box is silent, ms: three times what it lets pass between two signs of life (docs/chain.md, "The box"). */
const SILENT_MS = 15 * 60_000;
const NO_PICTURES = ['connecting', 'waiting', 'unauthorized', 'failing'];

export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The seven days that are over in each gym's zone, and the seven before them. */
export function daysOf(gyms: readonly ListedGym[], nowUtcMs: number): readonly [Days, Days] {
  const zones = [...new Set(['UTC', ...gyms.map(({ timezone }) => timezone)])];
  const [today = ''] = zones.map((zone) => dateAt(zone, nowUtcMs)).toSorted();
  const to = addDays(today, -1);
  return [
    { from: addDays(to, -6), to },
    { from: addDays(to, -13), to: addDays(to, -7) },
  ];
}

/** Those whose name or id has the text, and that are of the group. */
export function foundGyms(
  gyms: readonly ListedGym[],
  { search, group }: Pick<GymsAsked, 'search' | 'group'>,
): readonly ListedGym[] {
  const text = foldName(search);
  return gyms.filter(
    ({ id, name, groups }) =>
      (group === null || groups.includes(group)) &&
      (text === '' || foldName(name).includes(text) || id.includes(text)),
  );
}

/** Answers of both weeks. */
export interface Weeks {
  readonly now: ChainAnswer;
  readonly before: ChainAnswer;
}

export interface ListParts {
  readonly asked: GymsAsked;
  readonly all: readonly ListedGym[];
  readonly found: readonly ListedGym[];
  readonly lines: ReadonlyMap<string, BoxLine>;
  readonly days: Days;
  /** By gym. */
  readonly byGym: Weeks;
  /** Of the gyms that were found. */
  readonly total: Weeks;
  readonly revenues: GymsData['revenues'];
  readonly nowUtcMs: number;
}

export function listData(parts: ListParts): GymsData {
  const { asked, all, found, days, total, revenues } = parts;
  const [now, before] = [rowsByGym(parts.byGym.now), rowsByGym(parts.byGym.before)];
  const rows = found.map((gym): GymRow => {
    const { id, name, groups, currency } = gym;
    const figures = { figures: now.get(id) ?? null, before: before.get(id) ?? null };
    return { id, name, groups, currency, ...figures, line: lineOf(gym, parts) };
  });
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_GYMS));
  const page = Math.min(asked.page, pages);
  const offset = (page - 1) * PAGE_GYMS;
  const silent = rows
    .filter(({ line: { state } }) => state === 'silent' || state === 'ended')
    .toSorted((one, other) => (other.line.ageS ?? 0) - (one.line.ageS ?? 0));
  return {
    page: 'gyms',
    asked: { ...asked, page },
    ...days,
    rows: sortedRows(rows, asked).slice(offset, offset + PAGE_GYMS),
    offset,
    found: rows.length,
    known: rows.filter(({ figures }) => figures !== null).length,
    pages,
    total: figuresOf(total.now.total),
    totalBefore: figuresOf(total.before.total),
    revenues,
    silent: { gyms: silent.length, named: silent.slice(0, MAX_NAMED) },
    notJoined: rows.filter(({ line: { state } }) => state === 'never' || state === 'joined').length,
    groups: [...new Set(all.flatMap(({ groups }) => groups))].toSorted(),
  };
}

function rowsByGym({ rows }: ChainAnswer): ReadonlyMap<string, GymFigures | null> {
  return new Map(rows.map((row) => [row.gym ?? '', figuresOf(row)]));
}

/** Null where there is no class: nothing is known of these days. */
export function figuresOf(row: RowFigures): GymFigures | null {
  if (row.of === 0) return null;
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
  { id, timezone }: Pick<ListedGym, 'id' | 'timezone'>,
  { lines, nowUtcMs }: Pick<ListParts, 'lines' | 'nowUtcMs'>,
): GymLine {
  const { heardUtcMs = null, pass = 'none', cameras = null } = lines.get(id) ?? {};
  const ageMs = heardUtcMs === null ? null : Math.max(0, nowUtcMs - heardUtcMs);
  return {
    state: stateOf(ageMs, pass),
    heardAt: heardUtcMs === null ? null : formatInstant(timezone, heardUtcMs),
    ageS: ageMs === null ? null : Math.round(Math.min(ageMs, 1e5 * DAY_MS) / 1_000),
    cameras: cameras === null ? null : camerasOf(cameras),
  };
}

function stateOf(ageMs: number | null, pass: BoxLine['pass']): GymLine['state'] {
  if (pass === 'ended') return 'ended';
  if (ageMs === null) return pass === 'good' ? 'joined' : 'never';
  return ageMs < SILENT_MS ? 'sending' : 'silent';
}

/** One that was switched off is missed by no one. */
function camerasOf(states: Readonly<Record<string, number>>): GymLine['cameras'] {
  const counts = Object.entries(states).filter(([state]) => state !== 'stopped');
  const sum = (of: typeof counts) => of.reduce((all, [, count]) => all + count, 0);
  return { lost: sum(counts.filter(([state]) => NO_PICTURES.includes(state))), all: sum(counts) };
}
