/** The page of the morning of a chain: which gyms there are, how their boxes are, and what the last seven days brought. */

import type { Frame } from '../../data.ts';
import type { GymFigures, GymsData } from '../../office-data.ts';
import { Account, Unsafe } from '../../parts/account.tsx';
import { Icon, Mark } from '../../parts/icon.tsx';
import { PRIVACY } from '../../parts/shell.tsx';
import { ThemeChoice } from '../../parts/theme-choice.tsx';
import { classes, counted, date, dateOf, dates, list, number, timeOf } from '../../words/format.ts';
import { cameTo, fullWords } from '../../words/sentences.ts';
import { GymTable } from './gym-table.tsx';
import { listAddress } from './list-address.ts';

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
      <form class="find" action="/gyms" method="get">
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
