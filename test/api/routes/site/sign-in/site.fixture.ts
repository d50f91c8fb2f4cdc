/** The real server over two gyms and a real history, and browsers that keep cookies as they are told. */

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { OwnerApp } from '../../../../../api/routes/owner/row.ts';
import type { ServerOptions } from '../../../../../api/server.ts';
import type { GymView } from '../../../../../gym/sessions/view.ts';
import type { Role } from '../../../../../store/access/key.ts';
import type { OAuth } from '../../../../../store/access/oauth/oauth.ts';
import { type AccessWorld, openWorld } from '../../../../store/access/access.fixture.ts';
import { classSession, counted } from '../../../../support/classes.ts';
import { NOTHING_COUNTED } from '../../../../support/evidence.ts';
import { gymSource } from '../../../../support/gym-source.ts';
import { gymView, reportGym } from '../../../../support/gym-view.ts';
import { openServer } from '../../../../support/open-server.ts';
import { DAY_MS } from '../../../../support/times.ts';

const NOW_UTC_MS = Date.UTC(2026, 10, 21, 20);

/** What a visit costs and brings: amounts that no other figure has. */
const economics = {
  ...reportGym().economics,
  revenuePerVisitMilli: 9_510,
  flatPayMilli: 31_730,
  roomCostMilli: 12_110,
};
const ANNA = { id: 'anna-kovacs', name: 'Anna Kovacs' };
const BOB = { id: 'bob', name: 'Bob' };

/** Six weeks of one class by Anna and one by Bob, and one of each today. */
export function northView(id = 'north') {
  const sessions = Array.from({ length: 6 }, (_, week) =>
    [ANNA, BOB].map((trainer, at) =>
      classSession({
        id: `${trainer.id}-${week}`,
        gymId: id,
        name: trainer === ANNA ? 'Spin' : 'Pump',
        trainer,
        startsUtcMs: NOW_UTC_MS - (5 - week) * 7 * DAY_MS - (6 - 2 * at) * 3_600_000,
        booked: 12,
        attendance: counted(10 + at),
      }),
    ),
  ).flat();
  return gymView({ gym: { id, economics }, nowUtcMs: NOW_UTC_MS, sessions });
}

/** Pages ask for them: of all cameras, and of a class. */
const NOTHING_THERE = {
  detectors: { known: async () => [], models: async () => [], byDefault: async () => '' },
  installs: { last: () => null },
} as never as Pick<OwnerApp, 'detectors' | 'installs'>;

/** Any class that is asked for. */
const record = async () => ({ gymId: 'north', room: null, capacity: null, correction: null });

/** What an owner operates `north` with where its file says `config`, and the pages read no more of it. */
export const operatorOf =
  (config: () => unknown): NonNullable<SiteSaid['operator']> =>
  ({ access, history: { access: audit, classes, deliveries } }) => {
    const file = { revision: async () => 'rev-1' };
    return { access, audit, classes: { ...classes, record }, deliveries, config, file };
  };

export type SiteWorld = Awaited<ReturnType<typeof startSite>>;

interface SiteSaid extends Omit<Partial<ServerOptions>, 'oauth' | 'operator'> {
  /** In the place of {@link northView}. */
  readonly north?: GymView;
  /** One that is never asked too fast where it is not said. */
  readonly oauth?: (world: AccessWorld) => OAuth;
  /** What owners operate the installation with. */
  readonly operator?: (world: AccessWorld) => Partial<Record<keyof OwnerApp, unknown>>;
}

/** Gyms `north` and `demo`. */
export async function startSite({ north, oauth, operator, ...said }: SiteSaid = {}) {
  const world = await openWorld();
  const { access, clock, log } = world;
  const views = [north ?? northView(), northView('demo')];
  const server = await openServer({
    evidence: NOTHING_COUNTED,
    gyms: gymSource(views),
    ...(operator && {
      operator: {
        clock,
        view: async (gymId: string) => views.find(({ gym }) => gym.id === gymId) ?? null,
        ...NOTHING_THERE,
        ...operator(world),
      } as OwnerApp,
    }),
    ...(oauth && { oauth: oauth(world) }),
    access,
    log,
    clock,
    ...said,
  });
  onTestFinished(() => server.close());
  /** A new key. */
  const key = async (role: Role, gymId = 'north') => {
    const trainer = role === 'trainer' ? { trainerId: ANNA.id } : {};
    const by = 'command line';
    const made = await access.createKey({ gymId, role, by, label: role, ...trainer });
    return { secret: made.secret, id: made.key.id };
  };
  const browser = (said?: Parameters<typeof testBrowser>[1]) => testBrowser(server.url, said);
  /** A browser of a new key, which it has. */
  const signedIn = async (role: Role, gymId?: string) => {
    const made = Object.assign(browser(), { key: await key(role, gymId) });
    await made.signIn(made.key.secret);
    return made;
  };
  return { ...world, server, key, browser, signedIn };
}

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36';

export type TestBrowser = ReturnType<typeof testBrowser>;

/**
 * Sends what a browser would, and keeps cookies by name, whatever their attributes. `origin` is what it calls the server: it
 * sends this as `Host`, and as the origin of its pages. `tellsSite`: whether it tells where a page asks from, as browsers do
 * over https and on this computer.
 */
function testBrowser(url: string, { origin = url, agent = CHROME, tellsSite = true } = {}) {
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const about = new Headers({ Accept: 'text/html', 'User-Agent': agent });
    if (cookie !== '') about.set('Cookie', cookie);
    for (const [name, value] of new Headers(init.headers)) about.set(name, value);
    const asked = { ...init, headers: about, redirect: 'manual' } as const;
    const answer = await sent(`${url}${path}`, origin, asked);
    browser.setCookies = answer.headers.getSetCookie();
    for (const set of browser.setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (set.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  /** A form of a page of ours. */
  const post = (path: string, fields: Readonly<Record<string, string>> = {}, headers = {}) => {
    const site = tellsSite && { 'Sec-Fetch-Site': 'same-origin' };
    const body = new URLSearchParams(fields);
    return ask(path, { method: 'POST', body, headers: { Origin: origin, ...site, ...headers } });
  };
  const browser = {
    cookies,
    /** As they came last. */
    setCookies: [] as readonly string[],
    ask,
    /** The page as it came. */
    read: async (path: string) => (await ask(path)).text(),
    post,
    signIn: (key: string, next = '/') => post('/sign-in', { key, next }),
  };
  return browser;
}

/** `fetch` sends no `Host` of a caller's own. */
export async function sent(url: string, origin: string, init: RequestInit): Promise<Response> {
  if (url.startsWith(origin)) return fetch(url, init);
  const { method = 'GET', headers, body } = new Request(url, init);
  const host = new URL(origin).host;
  const asking = request(url, { method, headers: { ...Object.fromEntries(headers), host } });
  asking.end(body === null ? '' : await new Response(body).text());
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headersDistinct: told } = answer;
  const pairs = Object.entries(told).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const content = await text(answer);
  return new Response(status === 304 ? null : content, { status, headers: pairs });
}
