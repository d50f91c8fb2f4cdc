/** What stands round every page: places to go, the box for questions, how old the figures are, and who is served. */

import type { ComponentChildren } from 'preact';
import type { Frame } from '../data.ts';
import { EN } from '../words/en.ts';
import { capitalised } from '../words/format.ts';
import { Account, Unsafe } from './account.tsx';
import { Icon, type IconName, Mark } from './icon.tsx';
import { LiveBadge } from './live-badge.tsx';
import { GymSwitch } from './office.tsx';
import { ThemeChoice } from './theme-choice.tsx';

export type Place = 'today' | 'week' | 'classes' | 'trainers' | 'money';

const PLACES: readonly (readonly [place: Place, path: string, icon: IconName])[] = [
  ['today', '/', 'today'],
  ['week', '/week', 'week'],
  ['classes', '/classes', 'classes'],
  ['trainers', '/trainers', 'trainers'],
  ['money', '/money', 'money'],
];

const PATHS = new Map<Place | null, string>(PLACES.map(([place, path]) => [place, path]));

interface ShellProps {
  readonly frame: Frame;
  /** Where the page belongs; null for one that belongs nowhere. */
  readonly place: Place | null;
  readonly isFollowed: boolean;
  readonly question?: string;
  readonly children: ComponentChildren;
}

export function Shell({ frame, place, isFollowed, question = '', children }: ShellProps) {
  const path = frame.address.split('?')[0] ?? '/';
  // A page of a head office that is of no gym has no places of a gym.
  const isOfGym = frame.office === undefined || frame.office.gym !== null;
  return (
    <div class="shell" data-state="still">
      <a class="skip" href="#content">
        {EN.skip}
      </a>
      <header class="top">
        <p class="gym">
          <a href="/">
            <Mark />
            <span>
              <span class="product">{EN.product}</span>
              <span class="name">{capitalised(frame.gym)}</span>
            </span>
          </a>
        </p>
        {isOfGym ? <AskBox question={question} /> : <span />}
        <LiveBadge frame={frame} isFollowed={isFollowed} />
        <Account frame={frame} />
      </header>
      <nav class="places" aria-label={EN.nav.label}>
        <ul>
          {PLACES.filter(([name]) => isOfGym && isPlaceOf(frame, name)).map(
            ([name, target, icon]) => (
              <li key={name}>
                <a
                  href={target}
                  class={place === name ? 'here' : undefined}
                  aria-current={path === target ? 'page' : place === name ? 'true' : undefined}
                >
                  <Icon name={icon} />
                  <span>{EN.nav[name]}</span>
                </a>
              </li>
            ),
          )}
        </ul>
      </nav>
      <main id="content" tabIndex={-1}>
        <Unsafe frame={frame} />
        {frame.office !== undefined && (
          <GymSwitch office={frame.office} path={PATHS.get(place) ?? '/'} />
        )}
        {frame.isDemo && <Demo isFirst={path === '/'} />}
        {children}
      </main>
      <footer class="foot">
        <p>{EN.foot.counts}</p>
        <ul>
          {isOfGym && frame.reader?.role !== 'trainer' && (
            <>
              <li>
                <a href="/report/week">{EN.foot.print}</a>
              </li>
              {frame.office === undefined && (
                <li>
                  <a href="/wall">{EN.foot.wall}</a>
                </li>
              )}
            </>
          )}
          <li>
            <a href="/get-key">{EN.foot.api}</a>
          </li>
        </ul>
        <ThemeChoice />
      </footer>
    </div>
  );
}

function AskBox({ question }: { readonly question: string }) {
  return (
    <search class="ask-place">
      <form class="ask" action="/answer" method="get">
        <input
          name="query"
          type="search"
          maxLength={500}
          aria-label={EN.ask.label}
          placeholder={EN.ask.placeholder}
          defaultValue={question}
          required
        />
        <button type="submit">{EN.ask.button}</button>
      </form>
    </search>
  );
}

/** A trainer sees the day and the own page. */
function isPlaceOf({ reader }: Frame, name: Place): boolean {
  return reader?.role !== 'trainer' || name === 'today' || name === 'trainers';
}

/** @param isFirst Whether it is the page that people see first: that one says what this is. */
function Demo({ isFirst }: { readonly isFirst: boolean }) {
  return (
    <aside class="demo" aria-label="Demo">
      <p>
        {isFirst ? (
          <>
            <strong>{EN.demo.what}</strong> {EN.demo.text}
          </>
        ) : (
          EN.demo.short
        )}{' '}
        <a href="/setup">{EN.demo.next}</a>
      </p>
    </aside>
  );
}
