/** What stands round every page: places to go, the box for questions, how old the figures are, and who is served. */

import type { ComponentChildren } from 'preact';
import { addressUnder, gymBase } from '../addresses.ts';
import { type Frame, isOperator, type Reader } from '../data.ts';
import type { OfficePlace } from '../owner-data.ts';
import { capitalised, number, timeOf } from '../words/format.ts';
import { LINKS, ROLES } from '../words/sign-in.ts';
import { Icon, type IconName, Mark } from './icon.tsx';
import { More } from './rows.tsx';

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
          {frame.office === undefined && frame.reader !== null && (
            <li>
              <a href="/links">{LINKS}</a>
            </li>
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

/** Pages of an owner that are no step of the set-up. */
export const OWNER_PAGES = [
  ['/cameras', 'Cameras'],
  ['/calibrate', 'Accuracy'],
  ['/audit', 'Activity log'],
  ['/links', LINKS],
  ['/sign-ins', 'Sign-ins and screens'],
] as const;

export function Account({ frame }: { readonly frame: Frame }) {
  const { reader } = frame;
  if (reader === null) return null;
  return (
    <details class="account" data-signed-in>
      <summary aria-label={`Signed in as ${nameOf(reader)}`}>
        <Icon name="trainers" />
        <span>{nameOf(reader)}</span>
      </summary>
      <div class="menu">
        <p>
          <strong>
            <bdi>{nameOf(reader)}</bdi>
          </strong>
          {reader.name !== null && <span class="note"> {ROLES[reader.role]}</span>}
        </p>
        <ul>
          {pagesOf(frame).map(([page, words]) => (
            <li key={page}>
              <More to={page}>{words}</More>
            </li>
          ))}
        </ul>
        <form method="post" action="/sign-out">
          <button type="submit">Sign out</button>
        </form>
      </div>
    </details>
  );
}

function pagesOf(frame: Frame): readonly (readonly [page: string, words: string])[] {
  if (isOperator(frame)) return [['/setup', 'Settings'], ...OWNER_PAGES];
  if (frame.reader?.role === 'owner') return [['/sign-ins', 'Sign-ins']];
  return frame.office !== undefined || frame.reader?.role === 'screen' ? [] : [['/links', LINKS]];
}

function nameOf({ role, name }: Reader): string {
  return name ?? ROLES[role];
}

/** Told on every page, since it is so on every page. */
export function Unsafe({ frame: { reader } }: { readonly frame: Frame }) {
  if (reader?.isPlain !== true) return null;
  return (
    <p class="unsafe">
      This connection is not encrypted. You will be signed out 8 hours after you signed in.
    </p>
  );
}

interface GymSwitchProps {
  readonly office: OfficePlace;
  /** Of the page, as a box has it: `/week`. */
  readonly path: string;
}

function GymSwitch({ office: { gym, near, gyms }, path }: GymSwitchProps) {
  return (
    <nav class="gym-switch" aria-label="Gyms">
      <a href="/gyms">
        <Icon name="before" />{' '}
        <span>{gyms === 1 ? 'List of gyms' : `All ${number(gyms)} gyms`}</span>
      </a>
      {near.length > 0 && (
        <details>
          <summary>Other gyms</summary>
          <div>
            <ul>
              {near.map((one) => (
                <li key={one.id}>
                  <a href={addressUnder(gymBase(one.id), path)}>
                    <bdi>{one.name}</bdi>
                  </a>
                </li>
              ))}
            </ul>
            {gym !== null && gyms > near.length + 1 && <Search />}
          </div>
        </details>
      )}
    </nav>
  );
}

function Search() {
  return (
    <form action="/gyms" method="get">
      <input
        type="search"
        name="search"
        maxLength={100}
        aria-label="Find a gym by its name"
        placeholder="Find a gym"
        required
      />
      <button type="submit">Find</button>
    </form>
  );
}

export function LiveBadge({ frame }: { readonly frame: Frame }) {
  return (
    <p class="live">
      as of {timeOf(frame.generatedAt)}
      {frame.unreached !== undefined && ' · gym offline'}
    </p>
  );
}

export function ThemeChoice() {
  return (
    <label class="theme">
      Colours{' '}
      <select>
        <option value="auto">Automatic</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  );
}
