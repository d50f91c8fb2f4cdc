/** The page of the morning of a chain: which gyms there are, how their boxes are, and what the last seven days brought. */

import { gymBase } from '../../addresses.ts';
import type { Frame } from '../../data.ts';
import {
  GYM_SORTS,
  type GymFigures,
  type GymLine,
  type GymListView,
  type GymRow,
  type GymSort,
  type GymsData,
} from '../../owner-data.ts';
import { records } from '../../parts/records.tsx';
import { Head, pager } from '../../parts/rows.tsx';
import { gymSearch } from '../../parts/shell.tsx';
import {
  age,
  classes,
  counted,
  date,
  dateOf,
  dates,
  list,
  money,
  number,
  percent,
  timeOf,
  UNKNOWN,
} from '../../words/format.ts';
import { cameTo, classesCounted, fullWords, noShowCount } from '../../words/sentences.ts';

export function gymsPage(content: GymsData, frame: Frame) {
  const { found, notJoined, view, rows, pages, offset } = content;
  const title = `Gyms, ${dates(content.from, content.to)}`;
  if ((frame.office?.gyms ?? 0) === 0) {
    return (
      <Head title={title} sentence="No gyms yet. Whoever runs this head office can add one." />
    );
  }
  const silent = silentWords(content);
  const pageAt = (page: number, words: string) =>
    page < 1 || page > pages ? null : ([listAddress(view, { page }), words] as const);
  return (
    <>
      <Head
        title={title}
        sentence={found > 0 ? gymsSentence(content) : undefined}
        context={[
          beforeWords(content.totalBefore),
          notJoined > 0 ? `${counted(notJoined, 'gym has', 'gyms have')} sent nothing yet.` : null,
        ]}
      />
      {silent !== null && <p class="fault">{silent}</p>}
      {finder(content)}
      {rows.length === 0 ? <p class="empty">No gym has that name.</p> : gymTable(content)}
      {pages > 1 && (
        <nav class="paged" aria-label="Gyms">
          <p class="note">
            {number(offset + 1)} to {number(offset + rows.length)} of {number(found)}
          </p>
          {pager(pageAt(view.page - 1, 'Previous gyms'), pageAt(view.page + 1, 'More gyms'))}
        </nav>
      )}
    </>
  );
}

function finder({ view, groups }: GymsData) {
  return (
    <search>
      <form class="filter" action="/gyms" method="get">
        {gymSearch(view.search)}
        {groups.length > 0 && (
          <select name="group" aria-label="Group">
            <option value="">All groups</option>
            {groups.map((group) => (
              <option key={group} value={group} selected={group === view.group}>
                {group}
              </option>
            ))}
          </select>
        )}
        <input type="hidden" name="sort" value={view.sort} />
        <input type="hidden" name="direction" value={view.direction} />
        <button type="submit">Find</button>
        {(view.search !== '' || view.group !== null) && (
          <a href={listAddress(view, { search: '', group: null, page: 1 })}>All gyms</a>
        )}
      </form>
    </search>
  );
}

/** All gyms that were found, in one sentence. */
function gymsSentence({ total, found, known }: GymsData): string {
  const gyms = `${known === found ? '' : `${number(known)} of `}${counted(found, 'gym')}`;
  if (total === null) return `No classes in the last 7 days from ${counted(found, 'gym')}.`;
  if (total.held === 0) return `No classes in the last 7 days in ${gyms}.`;
  if (total.attended === null) return `${classes(total.held)} in ${gyms}, none counted.`;
  const of = classesCounted(total.counted, total.held);
  return `${cameTo(total.attended, null)} ${of} in ${gyms}${fullWords(total.fill_rate)}.`;
}

/** How it was in the seven days before; null where that is not known. */
function beforeWords(before: GymFigures | null): string | null {
  if (before === null || before.attended === null) return null;
  return `The 7 days before: ${counted(before.attended, 'person', 'people')}, ${classes(before.counted)}${fullWords(before.fill_rate)}.`;
}

/** Boxes that a person should look at, as one sentence; null where there is none. */
function silentWords({ silent: { gyms, named } }: GymsData): string | null {
  if (gyms === 0) return null;
  const names = named.map(({ name, line: { heardAt } }) =>
    heardAt === null ? name : `${name} since ${when(heardAt)}`,
  );
  const more = gyms - named.length;
  const all = more === 0 ? names : [...names, `${number(more)} more`];
  return `${counted(gyms, 'gym has', 'gyms have')} gone quiet: ${list(all)}.`;
}

function when(instant: string): string {
  return `${date(dateOf(instant), 'short')} ${timeOf(instant)}`;
}

const COLUMNS = Object.keys(GYM_SORTS) as readonly GymSort[];
const WORDS: Readonly<Record<GymSort, string>> = {
  name: 'Gym',
  line: 'Connection',
  attended: 'Visits',
  fill_rate: 'Full',
  held: 'Classes',
  no_shows: 'No-shows',
  revenue: 'Revenue',
};
const LINES: Readonly<Record<GymLine['state'], string>> = {
  sending: 'connected',
  silent: 'offline',
  joined: 'joined, no data yet',
  never: 'not joined',
  ended: 'removed',
};
const ORDERS = { asc: 'ascending', desc: 'descending' } as const;

function gymTable({ view, rows, total, totalBefore, revenues, found }: GymsData) {
  const head = COLUMNS.map((sort) => {
    const isHere = sort === view.sort;
    const turned = view.direction === 'asc' ? 'desc' : 'asc';
    const direction = isHere ? turned : GYM_SORTS[sort];
    const look = sort === 'name' || sort === 'line' ? undefined : 'figure';
    const to = listAddress(view, { sort, direction, page: 1 });
    return [WORDS[sort], look, to, isHere ? ORDERS[view.direction] : undefined] as const;
  });
  const gyms = rows.map(rowOf);
  if (total === null || total.held === 0) return records(head, gyms, { look: 'gyms records' });
  // Amounts of several currencies stand below each other: they are not added up.
  const amounts = revenues.map(({ revenue, currency }) => (
    <div key={currency}>{money(revenue, currency)}</div>
  ));
  const name = found === 1 ? 'The gym' : `All ${number(found)} gyms`;
  const sum = [
    name,
    '',
    ...figureCells(total, totalBefore),
    amounts.length > 0 ? amounts : UNKNOWN,
  ];
  return records(head, [sum, ...gyms], { look: 'gyms records', first: 'all' });
}

function rowOf({ id, name, groups, line, figures, before, currency }: GymRow) {
  return [
    <>
      <a href={gymBase(id)}>
        <bdi>{name}</bdi>
      </a>
      <span class="note"> {groups.join(', ')}</span>
    </>,
    lineCell(line),
    ...figureCells(figures, before),
    withBefore(figures?.revenue, before?.revenue, (value) => money(value, currency)),
  ];
}

/** People, fill, classes and no-shows. */
function figureCells(figures: GymFigures | null, before: GymFigures | null) {
  const attended = withBefore(figures?.held ? figures.attended : null, before?.attended, number);
  if (figures === null || figures.held === 0) {
    const nothing = figures === null ? 'nothing yet' : 'none held';
    return [attended, '', <span class="unjudged">{nothing}</span>, ''];
  }
  const { held, counted: known } = figures;
  return [
    attended,
    withBefore(figures.fill_rate, before?.fill_rate, percent),
    <>
      {number(held)}
      {known < held && <span class="note"> {`${number(known)} counted`}</span>}
    </>,
    noShowCount(figures),
  ];
}

/** A figure with what it was in the seven days before, where that is known. */
function withBefore(
  now: number | null = null,
  before: number | null = null,
  form: (value: number | null) => string,
) {
  return (
    <>
      {form(now)}
      {before !== null && <span class="note"> {`before ${form(before)}`}</span>}
    </>
  );
}

function lineCell({ state, heardAt, ageS, cameras }: GymLine) {
  const ago = ageS !== null && state === 'sending' ? `, ${age(ageS)} ago` : null;
  const since = heardAt === null || ageS === null ? '' : (ago ?? ` since ${when(heardAt)}`);
  return (
    <>
      <span class={state === 'silent' ? 'verdict weak' : undefined}>
        {LINES[state]}
        {since}
      </span>
      {cameras !== null && cameras.lost > 0 && (
        <span class="note">
          {` ${number(cameras.lost)} of ${counted(cameras.all, 'camera')} without pictures`}
        </span>
      )}
    </>
  );
}

/** @param other what is different from `view`. */
function listAddress(view: GymListView, other: Partial<GymListView>): string {
  const { sort, direction, group, search, page } = { ...view, ...other };
  const query = new URLSearchParams({
    ...(search !== '' && { search }),
    ...(group !== null && { group }),
    ...(sort !== 'name' && { sort }),
    ...(direction !== GYM_SORTS[sort] && { direction }),
    ...(page !== 1 && { page: String(page) }),
  });
  return query.size === 0 ? '/gyms' : `/gyms?${query}`;
}
