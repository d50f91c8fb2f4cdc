/** The page of an owner about who is signed in, and screens that are let in by it. */

import { expect, it } from 'vitest';
import { startSite, type TestBrowser } from './site.fixture.ts';

async function opened() {
  const site = await startSite();
  const owner = await site.signedIn('owner');
  const ids = async (browser: TestBrowser = owner) =>
    [...(await browser.read('/sign-ins')).matchAll(/value="(si_\w+)"/g)].map(([, id]) => id ?? '');
  /** Where the form leads that the owner sends. */
  const sends = async (fields: Readonly<Record<string, string>>) =>
    (await owner.post('/sign-ins', fields)).headers.get('location');
  return { site, owner, key: owner.key, ids, sends };
}

it('the list of sign-ins ends one browser, which is out at once, and nobody of another gym', async () => {
  const { site, owner, ids, sends } = await opened();
  const [manager, rival] = [await site.signedIn('manager'), await site.signedIn('owner', 'demo')];
  expect(await ids()).toHaveLength(2);
  const [foreign = ''] = await ids(rival);
  expect(await ids()).not.toContain(foreign);
  expect(await sends({ end: foreign })).toBe('/sign-ins?said=gone');
  expect((await rival.ask('/')).status).toBe(200);
  const told = manager.read('/v1/live');
  const shown = owner.cookies.get('__Host-turnout') ?? '';
  const own = site.access.signIns.find(shown, false)?.signIn.id;
  const id = (await ids()).find((one) => one !== own);
  expect(await sends({ end: id ?? '' })).toBe('/sign-ins?said=ended');
  expect(await told).toContain('signed_out');
  expect((await manager.ask('/')).status).toBe(401);
  expect(await sends({ end: id ?? '' })).toBe('/sign-ins?said=gone');
});

it('the list of sign-ins ends all with the key, this browser too, and none without it', async () => {
  const { site, owner, key, sends } = await opened();
  const manager = await site.signedIn('manager');
  for (const wrong of ['', 'tk_wrong', manager.key.secret]) {
    expect(await sends({ end: 'all', key: wrong })).toBe('/sign-ins?said=wrong_key');
  }
  expect((await manager.ask('/')).status).toBe(200);
  expect(await sends({ end: 'all', key: key.secret })).toBe('/sign-in');
  expect([(await owner.ask('/')).status, (await manager.ask('/')).status]).toEqual([401, 401]);
  const lines = await site.history.access.audit({ gymId: 'north', limit: 2 });
  expect(lines).toMatchObject(Array(2).fill({ kind: 'sign_in_ended', by: key.id }));
});

it('the list of sign-ins asks for the key again twelve hours after it was typed', async () => {
  const { site, owner, key, ids } = await opened();
  site.clock.stepWallClock(12 * 3_600_000);
  const again = await owner.ask('/sign-ins');
  expect([again.status, (await again.text()).includes('once more')]).toEqual([401, true]);
  const [first] = site.access.signIns.list('north');
  const id = first?.signIn.id ?? '';
  expect((await owner.post('/sign-ins', { end: id })).status).toBe(401);
  expect((await owner.ask('/')).status).toBe(200);
  const answer = await owner.signIn(key.secret, '/sign-ins');
  expect(answer.headers.get('location')).toBe('/sign-ins');
  expect(await ids()).toHaveLength(1);
});

const codeOn = async (screen: TestBrowser) =>
  /[A-Z]{4}-[A-Z]{4}/.exec(await screen.read('/screen'))?.[0] ?? '';
const state = async (screen: TestBrowser) =>
  (await (await screen.post('/screen')).json()) as { state: string };

it('a screen shows a code, is let in by an owner, and sees the wall from then on', async () => {
  const { site, owner, sends } = await opened();
  const screen = site.browser();
  const code = await codeOn(screen);
  expect(code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
  expect(await codeOn(screen)).toBe(code);
  expect((await screen.ask('/wall')).status).toBe(401);
  expect(await state(screen)).toEqual({ state: 'waiting' });
  expect(await sends({ code: 'BBBB-BBBB', name: 'x' })).toBe('/sign-ins?said=no_screen');
  const typed = { code: code.toLowerCase(), name: 'Entrance' };
  expect(await sends(typed)).toBe('/sign-ins?said=paired');
  expect(await state(screen)).toEqual({ state: 'agreed' });
  const come = await screen.ask('/screen');
  expect([come.status, come.headers.get('location')]).toEqual([303, '/wall']);
  expect([...screen.cookies.keys()]).toEqual(['__Host-turnout']);
  const wall = await screen.ask('/wall');
  expect(wall.status).toBe(200);
  expect(screen.setCookies).toHaveLength(1);
  expect((await screen.ask('/')).headers.get('location')).toBe('/wall');
  expect(await owner.read('/sign-ins')).toContain('Screen, Entrance');
  expect(site.access.keys('north')).toMatchObject([{ role: 'screen', label: 'Entrance' }, {}]);
});

it('a screen that others look at is not theirs: the code alone opens nothing', async () => {
  const { site, owner } = await opened();
  const [screen, thief] = [site.browser(), site.browser()];
  const code = await codeOn(screen);
  await codeOn(thief);
  await owner.post('/sign-ins', { code, name: 'Entrance' });
  expect(await state(thief)).toEqual({ state: 'waiting' });
  expect((await thief.ask('/wall')).status).toBe(401);
  expect((await thief.signIn(code)).status).toBe(401);
});

it('a screen gets another code after a quarter of an hour, and only ten a minute', async () => {
  const { site, sends } = await opened();
  const screen = site.browser();
  const code = await codeOn(screen);
  await site.clock.advance(15 * 60_000);
  expect(await state(screen)).toEqual({ state: 'over' });
  expect(await sends({ code, name: '' })).toBe('/sign-ins?said=no_screen');
  expect(await codeOn(screen)).not.toBe(code);
  const statuses: number[] = [];
  for (let at = 0; at < 10; at += 1) statuses.push((await site.browser().ask('/screen')).status);
  expect(statuses.at(-1)).toBe(429);
});
