/** What stands round a page: places to go, the box for questions, how old the figures are, and who is served. */

import type { ComponentChildren } from 'preact';
import { addressUnder, gymBase } from '../addresses.ts';
import { type Frame, isOperator, type Reader } from '../data.ts';
import type { OfficePlace } from '../owner-data.ts';
import { capitalised, number, timeOf } from '../words/format.ts';
import { LINKS, ROLES } from '../words/sign-in.ts';
import { Icon, Mark } from './icon.tsx';
import { More } from './rows.tsx';

/** Each with what a manager does there: the sample gym says so. */
const PLACES = [
  ['today', '/', 'Today', 'See who is in each room now, and who turned up today.'],
  ['week', '/week', 'Week', 'Spot the days and hours that run full or empty.'],
  ['classes', '/classes', 'Classes', 'Decide which classes to cut, move or double.'],
  ['trainers', '/trainers', 'Trainers', 'See who draws more where trainers share a class.'],
  ['money', '/money', 'Money', 'See which classes pay, and how many people each needs.'],
  ['settings', '/setup', 'Settings', ''],
] as const;

export type Place = (typeof PLACES)[number][0];

interface ShellProps {
  readonly frame: Frame;
  /** Where the page belongs; null for one that belongs nowhere. */
  readonly place: Place | null;
  readonly question: string;
  readonly children: ComponentChildren;
}

export function Shell({ frame, place, question, children }: ShellProps) {
  const { office, isDemo, reader, address } = frame;
  const path = address.split('?')[0] ?? '/';
  // A page of a head office that is of no gym has no places of a gym.
  const isOfGym = office === undefined || office.gym !== null;
  const [, here = '/', , use = ''] = PLACES.find(([name]) => name === place) ?? [];
  return (
    <div class={isOfGym ? 'shell' : 'shell chain'} data-state="still">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="top">
        <a class="gym" href="/">
          <Mark />
          <span>
            <span class="product">Turnout</span>
            {capitalised(frame.gym)}
          </span>
        </a>
        {isOfGym && askBox(question, reader)}
        {liveBadge(frame)}
        {reader !== null && accountMenu(frame, reader)}
      </header>
      {isOfGym && (
        <nav class="places" aria-label="Pages">
          <ul>
            {PLACES.filter(([name]) => isPlaceOf(frame, name)).map(([name, to, words]) => (
              <li key={name}>
                <a
                  href={to}
                  class={name === place ? 'here' : undefined}
                  aria-current={path === to ? 'page' : name === place ? 'true' : undefined}
                >
                  <Icon name={name} />
                  <span>{words}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <main id="content" tabIndex={-1}>
        {/* On every page, since it is so on every page. */}
        {reader?.isPlain && (
          <p class="fault screen-only">
            This connection is not encrypted. You will be signed out 8 hours after you signed in.
          </p>
        )}
        {office !== undefined && path !== '/gyms' && gymSwitch(office, here)}
        {isDemo && (
          <aside class="demo" aria-label="Sample data">
            <strong>{path === '/' ? 'This is a sample gym.' : 'Sample gym.'}</strong>{' '}
            {path === '/' &&
              'Turnout counts the people in your classes with the cameras you have. '}
            {use} <a href="/setup">Use your own gym</a>
          </aside>
        )}
        {children}
      </main>
      {foot(frame, isOfGym)}
    </div>
  );
}

function foot({ reader, office, address }: Frame, isOfGym: boolean) {
  const report = address.startsWith('/week?') ? `/report${address}` : '/report/week';
  const isOfAll = isOfGym && reader?.role !== 'trainer';
  return (
    <footer class="foot">
      <p>{PRIVACY}</p>
      {linkList([
        isOfAll && [report, 'Print the weekly report'],
        isOfAll && office === undefined && ['/wall', 'Wall screen'],
        office === undefined && reader !== null && ['/links', LINKS],
        ['/get-key', 'API'],
      ])}
      <label class="theme">
        Colours{' '}
        <select>
          <option value="auto">Automatic</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
    </footer>
  );
}

export const PRIVACY = 'We store counts and times. No video, no pictures, no faces.';

function askBox(question: string, reader: Frame['reader']) {
  const isTrainer = reader?.role === 'trainer';
  return (
    <search class="ask-place">
      <form class="ask" action="/answer" method="get">
        <input
          name="query"
          type="search"
          maxLength={500}
          aria-label="Ask a question about your classes"
          placeholder={isTrainer ? 'How full were my classes?' : 'Which classes should I cut?'}
          defaultValue={question}
          required
        />
        <button type="submit">Ask</button>
      </form>
    </search>
  );
}

/** A trainer sees the day and the own page; only who may change settings sees them. */
function isPlaceOf(frame: Frame, name: Place): boolean {
  if (name === 'settings') return isOperator(frame);
  return frame.reader?.role !== 'trainer' || name === 'today' || name === 'trainers';
}

/** Pages of an owner that are no step of the set-up. */
export const OWNER_PAGES = [
  ['/cameras', 'Cameras'],
  ['/calibrate', 'Accuracy'],
  ['/audit', 'Activity log'],
  ['/links', LINKS],
  ['/sign-ins', 'Sign-ins and screens'],
] as const;

function accountMenu(frame: Frame, reader: Reader) {
  const name = reader.name ?? ROLES[reader.role];
  return (
    <details class="account" data-signed-in>
      <summary aria-label={`Signed in as ${name}`}>
        <Icon name="trainers" />
        <span>{name}</span>
      </summary>
      <div class="menu">
        <p>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {reader.name !== null && <span class="note"> {ROLES[reader.role]}</span>}
        </p>
        {linkList(pagesOf(frame, reader))}
        <form method="post" action="/sign-out">
          <button type="submit">Sign out</button>
        </form>
      </div>
    </details>
  );
}

/** False for one that is not shown. */
type Pages = readonly (readonly [page: string, words: string] | false)[];

function pagesOf(frame: Frame, { role }: Reader): Pages {
  if (isOperator(frame)) return [['/setup', 'Settings'], ...OWNER_PAGES];
  if (role === 'owner') return [['/sign-ins', 'Sign-ins']];
  return frame.office !== undefined || role === 'screen' ? [] : [['/links', LINKS]];
}

export function linkList(pages: Pages) {
  return (
    <ul>
      {pages.map(
        (one) =>
          one && (
            <li key={one[0]}>
              <More to={one[0]}>
                <bdi>{one[1]}</bdi>
              </More>
            </li>
          ),
      )}
    </ul>
  );
}

/** @param path Of the page, as a box has it: `/week`. */
function gymSwitch({ gym, near, gyms }: OfficePlace, path: string) {
  return (
    <nav class="gym-switch" aria-label="Gyms">
      <a href="/gyms">
        <Icon name="before" />{' '}
        <span>{gyms === 1 ? 'List of gyms' : `All ${number(gyms)} gyms`}</span>
      </a>
      {near.length > 0 && (
        <details>
          <summary>Other gyms</summary>
          <div class="menu">
            {linkList(near.map(({ id, name }) => [addressUnder(gymBase(id), path), name]))}
            {gym !== null && gyms > near.length + 1 && (
              <form class="ask" action="/gyms" method="get">
                {gymSearch()}
                <button type="submit">Find</button>
              </form>
            )}
          </div>
        </details>
      )}
    </nav>
  );
}

export function gymSearch(value = '') {
  return (
    <input
      type="search"
      name="search"
      maxLength={100}
      aria-label="Find a gym by its name"
      placeholder="Find a gym"
      defaultValue={value}
    />
  );
}

export function liveBadge({ generatedAt, office, unreached }: Frame) {
  return (
    <p class="live">
      as of {timeOf(generatedAt)}
      {office?.gym === null && ' UTC'}
      {unreached !== undefined && ' · gym offline'}
    </p>
  );
}
