/** What stands round every page: places to go, the box for questions, how old the figures are, and who is served. */

import type { ComponentChildren } from 'preact';
import { type Frame, isOperator } from '../data.ts';
import { capitalised } from '../words/format.ts';
import { Account, Unsafe } from './account.tsx';
import { Icon, type IconName, Mark } from './icon.tsx';
import { LiveBadge } from './live-badge.tsx';
import { GymSwitch } from './office.tsx';
import { ThemeChoice } from './theme-choice.tsx';

export type Place = 'today' | 'week' | 'classes' | 'trainers' | 'money' | 'settings';

/** Each with what a manager does there: the sample gym says so. */
const PLACES: readonly (readonly [
  place: Exclude<Place, 'settings'>,
  path: string,
  name: string,
  use: string,
])[] = [
  ['today', '/', 'Today', 'See who is in each room now, and who turned up today.'],
  ['week', '/week', 'Week', 'Spot the days and hours that run full or empty.'],
  ['classes', '/classes', 'Classes', 'Decide which classes to cut, move or double.'],
  ['trainers', '/trainers', 'Trainers', 'See who fills slots that others don’t.'],
  ['money', '/money', 'Money', 'See which classes pay, and how many people each needs.'],
];

interface ShellProps {
  readonly frame: Frame;
  /** Where the page belongs; null for one that belongs nowhere. */
  readonly place: Place | null;
  readonly question?: string;
  readonly children: ComponentChildren;
}

export function Shell({ frame, place, question = '', children }: ShellProps) {
  const path = frame.address.split('?')[0] ?? '/';
  // A page of a head office that is of no gym has no places of a gym.
  const isOfGym = frame.office === undefined || frame.office.gym !== null;
  const here = PLACES.find(([name]) => name === place);
  return (
    <div class="shell" data-state="still">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="top">
        <p class="gym">
          <a href="/">
            <Mark />
            <span>
              <span class="product">Turnout</span>
              <span class="name">{capitalised(frame.gym)}</span>
            </span>
          </a>
        </p>
        {isOfGym ? <AskBox question={question} /> : <span />}
        <LiveBadge frame={frame} />
        <Account frame={frame} />
      </header>
      <nav class="places" aria-label="Pages">
        <ul>
          {isOfGym &&
            PLACES.filter(([name]) => isPlaceOf(frame, name)).map(([name, target, words]) => (
              <PlaceLink
                key={name}
                {...{ target, words, path }}
                icon={name}
                isHere={place === name}
              />
            ))}
          {isOperator(frame) && (
            <PlaceLink
              {...{ path, target: '/setup', words: 'Settings', icon: 'settings' }}
              isHere={place === 'settings'}
            />
          )}
        </ul>
      </nav>
      <main id="content" tabIndex={-1}>
        <Unsafe frame={frame} />
        {frame.office !== undefined && <GymSwitch office={frame.office} path={here?.[1] ?? '/'} />}
        {frame.isDemo && (
          <aside class="demo" aria-label="Sample data">
            <p>
              <strong>{path === '/' ? 'This is a sample gym.' : 'Sample gym.'}</strong>{' '}
              {path === '/' &&
                'Turnout counts the people in your classes with the cameras you have. '}
              {here?.[3]} <a href="/setup">Use your own gym</a>
            </p>
          </aside>
        )}
        {children}
      </main>
      <footer class="foot">
        <p>{PRIVACY}</p>
        <ul>
          {isOfGym && frame.reader?.role !== 'trainer' && (
            <>
              <li>
                <a href="/report/week">Print the weekly report</a>
              </li>
              {frame.office === undefined && (
                <li>
                  <a href="/wall">Wall screen</a>
                </li>
              )}
            </>
          )}
          <li>
            <a href="/get-key">API</a>
          </li>
        </ul>
        <ThemeChoice />
      </footer>
    </div>
  );
}

export const PRIVACY = 'We store counts and times. No video, no pictures, no faces.';

interface PlaceLinkProps {
  readonly target: string;
  readonly words: string;
  readonly icon: IconName;
  readonly path: string;
  readonly isHere: boolean;
}

function PlaceLink({ target, words, icon, path, isHere }: PlaceLinkProps) {
  return (
    <li>
      <a
        href={target}
        class={isHere ? 'here' : undefined}
        aria-current={path === target ? 'page' : isHere ? 'true' : undefined}
      >
        <Icon name={icon} />
        <span>{words}</span>
      </a>
    </li>
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
          aria-label="Ask a question about your classes"
          placeholder="Which classes should I cut?"
          defaultValue={question}
          required
        />
        <button type="submit">Ask</button>
      </form>
    </search>
  );
}

/** A trainer sees the day and the own page. */
function isPlaceOf({ reader }: Frame, name: Place): boolean {
  return reader?.role !== 'trainer' || name === 'today' || name === 'trainers';
}
