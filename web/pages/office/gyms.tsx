/** The page of the morning of a chain: which gyms there are, how their boxes are, and what the last seven days brought. */

import { gymBase } from '../../addresses.ts';
import type { Frame } from '../../data.ts';
import {
  GYM_SORTS,
  type GymFigures,
  type GymLine,
  type GymRow,
  type GymSort,
  type GymsAsked,
  type GymsData,
} from '../../owner-data.ts';
import { Icon, Mark } from '../../parts/icon.tsx';
import { Head } from '../../parts/records.tsx';
import { Account, PRIVACY, ThemeChoice, Unsafe } from '../../parts/shell.tsx';
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
} from '../../words/format.ts';
import { cameTo, fullWords } from '../../words/sentences.ts';

interface GymsProps {
  readonly frame: Frame;
  readonly content: GymsData;
}

export function Gyms({ frame, content }: GymsProps) {
  return (
    <div class="shell chain">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="top">
        <p class="gym">
          <a href="/gyms">
            <Mark />
            <span>
              <span class="product">Turnout</span>
              <span class="name">Head office</span>
            </span>
          </a>
        </p>
        <p class="live">as of {timeOf(frame.generatedAt)} UTC</p>
        <Account frame={frame} />
      </header>
      <main id="content" tabIndex={-1}>
        <Unsafe frame={frame} />
        <h1>Gyms, {dates(content.from, content.to)}</h1>
        {(frame.office?.gyms ?? 0) === 0 ? (
          <p class="sentence">No gyms yet. Whoever runs this head office can add one.</p>
        ) : (
          <List content={content} />
        )}
      </main>
      <footer class="foot">
        <p>{PRIVACY}</p>
        <ul>
          <li>
            <a href="/get-key">API</a>
          </li>
        </ul>
        <ThemeChoice />
      </footer>
    </div>
  );
}

function List({ content }: Pick<GymsProps, 'content'>) {
  const silent = silentWords(content);
  const before = beforeWords(content.totalBefore);
  const { found, notJoined, asked, rows } = content;
  return (
    <>
      {found > 0 && <p class="sentence">{gymsSentence(content)}</p>}
      {before !== null && <p class="context">{before}</p>}
      {silent !== null && (
        <p class="silent">
          <Icon name="warning" /> <strong>{silent}</strong>
        </p>
      )}
      {notJoined > 0 && <p class="context">{notJoinedWords(notJoined)}</p>}
      <Find content={content} />
      {rows.length === 0 ? (
        <p class="empty">No gym has that name.</p>
      ) : (
        <GymTable content={content} />
      )}
      {content.pages > 1 && (
        <nav class="pages" aria-label="Gyms">
          {asked.page > 1 && (
            <a href={listAddress(asked, { page: asked.page - 1 })} rel="prev">
              <Icon name="before" /> Previous gyms
            </a>
          )}
          <p>
            {number(content.offset + 1)} to {number(content.offset + rows.length)} of{' '}
            {number(found)}
          </p>
          {asked.page < content.pages && (
            <a href={listAddress(asked, { page: asked.page + 1 })} rel="next">
              More gyms <Icon name="next" />
            </a>
          )}
        </nav>
      )}
    </>
  );
}

function Find({ content: { asked, groups } }: Pick<GymsProps, 'content'>) {
  const isNarrowed = asked.search !== '' || asked.group !== null;
  return (
    <search>
      <form class="filter" action="/gyms" method="get">
        <input
          type="search"
          name="search"
          maxLength={100}
          aria-label="Find a gym by its name"
          placeholder="Find a gym"
          defaultValue={asked.search}
        />
        {groups.length > 0 && (
          <select name="group" aria-label="Group">
            <option value="">All groups</option>
            {groups.map((group) => (
              <option key={group} value={group} selected={group === asked.group}>
                {group}
              </option>
            ))}
          </select>
        )}
        <input type="hidden" name="sort" value={asked.sort} />
        <input type="hidden" name="direction" value={asked.direction} />
        <button type="submit">Find</button>
        {isNarrowed && (
          <a href={listAddress(asked, { search: '', group: null, page: 1 })}>All gyms</a>
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
  if (total.attended === null) {
    return `${classes(total.held)} in ${gyms}, none counted.`;
  }
  const of =
    total.counted === total.held
      ? classes(total.held)
      : `the ${number(total.counted)} of ${classes(total.held)} that could be counted`;
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
    heardAt === null ? name : `${name} since ${date(dateOf(heardAt), 'short')} ${timeOf(heardAt)}`,
  );
  const more = gyms - named.length;
  const all = more === 0 ? names : [...names, `${number(more)} more`];
  return `${counted(gyms, 'gym has', 'gyms have')} gone quiet: ${list(all)}.`;
}

function notJoinedWords(gyms: number): string {
  return `${counted(gyms, 'gym has', 'gyms have')} sent nothing yet.`;
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

function GymTable({ content }: { readonly content: GymsData }) {
  const { asked, rows } = content;
  return (
    <table class="gyms records">
      <Head
        columns={COLUMNS.map((sort) => {
          const isHere = sort === asked.sort;
          const turned = asked.direction === 'asc' ? 'desc' : 'asc';
          const direction = isHere ? turned : GYM_SORTS[sort];
          const look = sort === 'name' || sort === 'line' ? undefined : 'figure';
          const order = asked.direction === 'asc' ? 'ascending' : 'descending';
          const to = listAddress(asked, { sort, direction, page: 1 });
          return [WORDS[sort], look, to, isHere ? order : undefined];
        })}
      />
      <tbody>
        <Total content={content} />
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

/** Amounts of several currencies stand below each other: they are not added up. */
function Total({
  content: { total, totalBefore, revenues, found },
}: {
  readonly content: GymsData;
}) {
  if (total === null || total.held === 0) return null;
  const amounts = revenues.map(({ revenue, currency }) => money(revenue, currency));
  return (
    <tr class="all">
      <th scope="row">{found === 1 ? 'The gym' : `All ${number(found)} gyms`}</th>
      <td class="line" />
      <People figures={total} before={totalBefore} />
      <td class="figure" data-name={WORDS.revenue}>
        {amounts.length === 0 ? money(null, null) : amounts[0]}
        {amounts.slice(1).map((amount) => (
          <div key={amount}>{amount}</div>
        ))}
      </td>
    </tr>
  );
}

function Row({ row }: { readonly row: GymRow }) {
  const { figures, before, currency } = row;
  return (
    <tr>
      <th scope="row">
        <a href={gymBase(row.id)}>
          <bdi>{row.name}</bdi>
        </a>
        {row.groups.length > 0 && <span class="note"> {row.groups.join(', ')}</span>}
      </th>
      <td class={`line is-${row.line.state}`}>
        <Line line={row.line} />
      </td>
      {figures === null || figures.held === 0 ? (
        <td colSpan={5} class="none-held">
          {figures === null ? 'nothing yet' : 'none held'}
          {before !== null && before.attended !== null && (
            <small> {`${number(before.attended)} people before`}</small>
          )}
        </td>
      ) : (
        <>
          <People figures={figures} before={before} />
          <Figure
            name="revenue"
            figures={figures}
            before={before}
            form={(value) => money(value, currency)}
          />
        </>
      )}
    </tr>
  );
}

/** The four cells before the amount. */
function People({ figures, before }: Pick<FigureProps, 'figures' | 'before'>) {
  const { held, counted: known, no_shows, no_shows_basis } = figures;
  return (
    <>
      <Figure name="attended" figures={figures} before={before} form={number} />
      <Figure name="fill_rate" figures={figures} before={before} form={percent} />
      <td class="figure" data-name={WORDS.held}>
        {number(held)}
        {known < held && <small> {`${number(known)} counted`}</small>}
      </td>
      <td class="figure" data-name={WORDS.no_shows}>
        {no_shows_basis !== 'roster' && (no_shows ?? 0) > 0 ? '≥ ' : ''}
        {number(no_shows)}
      </td>
    </>
  );
}

interface FigureProps {
  readonly name: 'attended' | 'fill_rate' | 'revenue';
  readonly figures: GymFigures;
  readonly before: GymFigures | null;
  readonly form: (value: number | null) => string;
}

/** With what it was in the seven days before, where that is known. */
function Figure({ name, figures, before, form }: FigureProps) {
  const was = before?.[name] ?? null;
  return (
    <td class="figure" data-name={WORDS[name]}>
      {form(figures[name])}
      {was !== null && <small> {`before ${form(was)}`}</small>}
    </td>
  );
}

function Line({ line: { state, heardAt, ageS, cameras } }: { readonly line: GymLine }) {
  const lost =
    cameras !== null && cameras.lost > 0
      ? `${number(cameras.lost)} of ${counted(cameras.all, 'camera')} without pictures`
      : null;
  return (
    <>
      {LINES[state]}
      {heardAt !== null && ageS !== null && (
        <>
          {state === 'sending' ? ', ' : ' since '}
          {state === 'sending'
            ? `${age(ageS)} ago`
            : `${date(dateOf(heardAt), 'short')} ${timeOf(heardAt)}`}
        </>
      )}
      {lost !== null && <small> {lost}</small>}
    </>
  );
}

/** @param other what is different from `asked`. */
function listAddress(asked: GymsAsked, other: Partial<GymsAsked>): string {
  const { sort, direction, group, search, page } = { ...asked, ...other };
  const said: readonly (readonly [string, string])[] = [
    ...(search === '' ? [] : [['search', search] as const]),
    ...(group === null ? [] : [['group', group] as const]),
    ...(sort === 'name' ? [] : [['sort', sort] as const]),
    ...(direction === GYM_SORTS[sort] ? [] : [['direction', direction] as const]),
    ...(page === 1 ? [] : [['page', String(page)] as const]),
  ];
  const query = said.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return query === '' ? '/gyms' : `/gyms?${query}`;
}
