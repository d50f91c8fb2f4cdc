/** The page of the morning of a chain: which gyms there are, how their boxes are, and what the last seven days brought. */

import type { Frame } from '../../data.ts';
import type { GymsData } from '../../office-data.ts';
import { Account, Unsafe } from '../../parts/account.tsx';
import { Icon, Mark } from '../../parts/icon.tsx';
import { PRIVACY } from '../../parts/shell.tsx';
import { ThemeChoice } from '../../parts/theme-choice.tsx';
import { dates, number, timeOf } from '../../words/format.ts';
import {
  beforeWords,
  gymsSentence,
  notJoinedWords,
  OFFICE,
  silentWords,
} from '../../words/office.ts';
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
              <span class="name">{OFFICE.place}</span>
            </span>
          </a>
        </p>
        <p class="live">as of {timeOf(frame.generatedAt)} UTC</p>
        <Account frame={frame} />
      </header>
      <main id="content" tabIndex={-1}>
        <Unsafe frame={frame} />
        <h1>
          {OFFICE.title}, {dates(content.from, content.to)}
        </h1>
        {(frame.office?.gyms ?? 0) === 0 ? (
          <p class="sentence">{OFFICE.noGyms}</p>
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
      {rows.length === 0 ? <p class="empty">{OFFICE.empty}</p> : <GymTable content={content} />}
      {content.pages > 1 && (
        <nav class="pages" aria-label={OFFICE.title}>
          {asked.page > 1 && (
            <a href={listAddress(asked, { page: asked.page - 1 })} rel="prev">
              <Icon name="before" /> {OFFICE.previous}
            </a>
          )}
          <p>
            {number(content.offset + 1)} to {number(content.offset + rows.length)} of{' '}
            {number(found)}
          </p>
          {asked.page < content.pages && (
            <a href={listAddress(asked, { page: asked.page + 1 })} rel="next">
              {OFFICE.next} <Icon name="next" />
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
          aria-label={OFFICE.search.label}
          placeholder={OFFICE.search.placeholder}
          defaultValue={asked.search}
        />
        {groups.length > 0 && (
          <select name="group" aria-label={OFFICE.group.label}>
            <option value="">{OFFICE.group.all}</option>
            {groups.map((group) => (
              <option key={group} value={group} selected={group === asked.group}>
                {group}
              </option>
            ))}
          </select>
        )}
        <input type="hidden" name="sort" value={asked.sort} />
        <input type="hidden" name="direction" value={asked.direction} />
        <button type="submit">{OFFICE.search.button}</button>
        {isNarrowed && (
          <a href={listAddress(asked, { search: '', group: null, page: 1 })}>{OFFICE.search.all}</a>
        )}
      </form>
    </search>
  );
}
