/** Who may open what: every page × every role, each cell stated. A page without stated cells fails here. */

import { expect, it } from 'vitest';
import { PAGE_TEMPLATES } from '../../../api/routes/site/contents.ts';
import { SITE_TEMPLATES } from '../../../api/routes/site/site.ts';
import { literal } from '../../../config/environment.ts';
import { parseConfig } from '../../../config/load.ts';
import { seriesOf } from '../../../gym/figures/class-table.ts';
import { todayOf } from '../../../gym/reports/period.ts';
import { SETUP_STEPS } from '../../../web/owner-data.ts';
import { roomView } from '../../support/gym-view.ts';
import { readHtml } from '../../support/read-html.ts';
import {
  northView,
  operatorOf,
  type SiteWorld,
  startSite,
} from '../routes/site/sign-in/site.fixture.ts';

/** A status; or where the browser is sent. */
type Cell = 200 | 401 | 403 | 404 | 421 | string;
/** `none` shows nothing; `rival` is the owner of another gym; `misled` is the owner at a name that is not ours. */
const ROLES = ['owner', 'manager', 'trainer', 'screen', 'none', 'rival', 'misled'] as const;
type Row = Readonly<Record<(typeof ROLES)[number], Cell>>;

const toAll = (cell: Cell) => Object.fromEntries(ROLES.map((role) => [role, cell])) as Row;
const OF_THE_GYM: Row = {
  owner: 200,
  manager: 200,
  trainer: 403,
  screen: 403,
  none: 401,
  rival: 200,
  misled: 421,
};
const OWN_TOO: Row = { ...OF_THE_GYM, trainer: 200 };
const OWN = '/trainers/anna-kovacs';
const [series] = seriesOf(northView());

/** By template; where several things can be asked for, what is asked for stands behind. */
const MATRIX: Readonly<Record<string, Row>> = {
  '/': { ...OWN_TOO, screen: '/wall' },
  [`/day/{id} ${todayOf(northView())}`]: OWN_TOO,
  '/day/{id} nothing': { ...OF_THE_GYM, owner: 404, manager: 404, trainer: 404, rival: 404 },
  '/week': OF_THE_GYM,
  '/classes': OF_THE_GYM,
  [`/classes/{id} ${series?.classId}`]: OF_THE_GYM,
  '/sessions/{id} anna-kovacs-5': OWN_TOO,
  '/sessions/{id} bob-5': { ...OF_THE_GYM, trainer: 404 },
  '/sessions/{id} nothing': { ...OF_THE_GYM, owner: 404, manager: 404, trainer: 404, rival: 404 },
  '/trainers': { ...OF_THE_GYM, trainer: OWN },
  '/trainers/{id} anna-kovacs': OWN_TOO,
  '/trainers/{id} bob': OF_THE_GYM,
  '/money': OF_THE_GYM,
  '/report/week': OF_THE_GYM,
  '/wall': { ...OF_THE_GYM, screen: 200 },
  '/answer': OWN_TOO,
  '/sign-in': { ...OWN_TOO, screen: 200, none: 200 },
  '/sign-out': { ...toAll('/sign-in'), misled: 421 },
  '/sign-ins': { ...OF_THE_GYM, manager: 403 },
  '/links': OWN_TOO,
  '/cameras': { ...OF_THE_GYM, manager: 403 },
  '/cameras/{id} nothing': { ...OF_THE_GYM, owner: 404, manager: 403, rival: 404 },
  '/models': { ...OF_THE_GYM, manager: 403 },
  '/calibrate': { ...OF_THE_GYM, manager: 403 },
  '/audit': { ...OF_THE_GYM, manager: 403 },
  '/screen': { ...OWN_TOO, screen: '/wall', none: 200 },
  '/docs': { ...OWN_TOO, screen: 200, none: 200 },
  '/setup': { ...OF_THE_GYM, manager: 403 },
  '/setup/{id} rooms': { ...OF_THE_GYM, manager: 403 },
};

it('every page has its cells', () => {
  const stated = Object.keys(MATRIX).map((name) => name.split(' ')[0]);
  expect([...new Set(stated)].toSorted()).toEqual(SITE_TEMPLATES.toSorted());
});

/** As hostile as a name can be: markup, the end of a title and of a script, variables of the file, patterns of `replace`. */
const hostile = (what: string) =>
  `A ${what} $$ $& $1 $\{HOME} &lt; "><img src=x onerror=alert(1)>'\`</title></script><script>x</script>`;
const KINDS = ['class', 'trainer', 'room', 'gym', 'zone', 'label'] as const;

/** Which names a page shows to an owner. Zones are drawn by a script, from the owner API. */
const NAMES: Readonly<Record<string, string>> = {
  '/': 'class trainer room label',
  '/day/{id}': 'class trainer room label',
  '/week': 'label',
  '/classes': 'class trainer room label',
  '/classes/{id}': 'class trainer room label',
  '/sessions/{id}': 'class trainer room label',
  '/trainers': 'trainer label',
  '/trainers/{id}': 'class trainer room label',
  '/money': 'class room label',
  '/report/week': 'class trainer',
  '/wall': 'room',
  '/answer': 'class room label',
  '/sign-in': '',
  '/sign-ins': 'label',
  '/links': 'label',
  '/cameras': 'room label',
  '/cameras/{id}': 'label',
  '/models': 'label',
  '/calibrate': 'room label',
  '/audit': 'trainer label',
  '/screen': '',
  '/docs': '',
  ...Object.fromEntries(SETUP_STEPS.map((step) => [`/setup/${step}`, 'room gym label'])),
  '/setup/prices': 'trainer room gym label',
  '/setup/keys': 'trainer room gym label',
};

it('shows each name as it is, whatever it is', async () => {
  const shown = (page: string) => KINDS.filter((kind) => readHtml(page).includes(hostile(kind)));
  const trainer = { id: 'anna-kovacs', name: hostile('trainer') };
  const name = hostile('class');
  const view = northView();
  const sessions = view.sessions
    .filter((session) => session.trainer?.id === trainer.id)
    .map((session) => ({ ...session, name, trainer, roomName: hostile('room') }));
  const rooms = [roomView({ name: hostile('room') })];
  const north = { ...view, sessions, trainers: [trainer], rooms };
  const site = await startSite({ north, operator: operatorOf(namedConfig) });
  const wanted = { gymId: 'north', role: 'owner', by: 'test', label: hostile('label') } as const;
  const browser = site.browser();
  const { secret, key } = await site.access.createKey(wanted);
  await browser.signIn(secret);
  // The pages below note who looked at whom after they are sent: this line is there at once.
  const looked = { kind: 'trainer_seen', subject: trainer.id, by: key.id, gymId: 'north' } as const;
  await site.history.access.note({ ...looked, atUtcMs: north.nowUtcMs });
  const [{ classId } = { classId: '' }] = seriesOf(north);
  const ids: Readonly<Record<string, string>> = {
    '/day/{id}': todayOf(north),
    '/classes/{id}': classId,
    '/sessions/{id}': 'anna-kovacs-5',
    '/trainers/{id}': trainer.id,
    '/cameras/{id}': 'hall',
  };
  const seen: Record<string, string> = {};
  for (const template of Object.keys(NAMES)) {
    const path = template.replace('{id}', ids[template] ?? '');
    const answer = await browser.ask(
      template === '/answer' ? `${path}?query=attendance+by+session` : path,
    );
    const text = await answer.text();
    expect(text, template).not.toMatch(/<img src=x|<script>x|<\/title><\/script>/);
    seen[template] = shown(text).join(' ');
  }
  expect(seen).toEqual(NAMES);
  const stated = Object.keys(MATRIX).map((one) => one.split(' ')[0] ?? '');
  expect(Object.keys(NAMES)).toEqual(
    expect.arrayContaining(
      stated.filter((one) => one !== '/sign-out' && !one.startsWith('/setup')),
    ),
  );
});

/** The gym as the owner API has written it. */
function namedConfig() {
  const named = (id: string, kind: string) => ({ id, name: literal(hostile(kind)) });
  const polygon = [
    [0, 0],
    [1, 0],
    [1, 1],
  ];
  const zones = [{ name: literal(hostile('zone')), kind: 'ignore', polygon }];
  const cameras = [{ id: 'hall', url: 'scene:studio', zones }];
  const rooms = [{ ...named('hall', 'room'), cameras }];
  const gyms = [{ ...named('north', 'gym'), timezone: 'Europe/London', rooms }];
  return parseConfig(JSON.stringify({ gyms }), 'turnout.yaml', { variables: {} } as never);
}

async function readerOf(site: SiteWorld, role: (typeof ROLES)[number]) {
  if (role === 'none') return site.browser();
  if (role === 'rival') return site.signedIn('owner', 'demo');
  if (role !== 'misled') return site.signedIn(role);
  const misled = site.browser({ origin: 'http://evil.example' });
  const { cookies } = await site.signedIn('owner');
  for (const [name, value] of cookies) misled.cookies.set(name, value);
  return misled;
}

it('opens each page to whom it is for', async () => {
  const empty = { rooms: [], schedule: [], notify: [], families: {}, goals: [] };
  const economics = { trainers: [] };
  const gyms = ['north', 'demo'].map((id) => ({ id, ...empty, economics }));
  const site = await startSite({ operator: operatorOf(() => ({ gyms })) });
  const browsers = await Promise.all(
    ROLES.map(async (role) => [role, await readerOf(site, role)] as const),
  );
  // So many sign-ins of one address, and the page that pairs a screen, are more than a minute has.
  await site.clock.advance(60_000);
  const seen: Record<string, Record<string, Cell>> = {};
  for (const name of Object.keys(MATRIX)) {
    const [template = '', id = ''] = name.split(' ');
    const row: Record<string, Cell> = {};
    for (const [role, browser] of browsers) {
      const answer = await browser.ask(template.replace('{id}', id));
      row[role] = answer.headers.get('location') ?? (answer.status as Cell);
      checkGym(await answer.text(), { role, name, status: answer.status });
    }
    seen[name] = row;
  }
  expect(seen).toEqual(MATRIX);
});

/** Whoever is let in sees the own gym, and no other; whoever is not sees nothing of any. */
function checkGym(
  text: string,
  { role, name, status }: { readonly role: string; readonly name: string; readonly status: number },
): void {
  const [own, other] = role === 'rival' ? ['Demo', '· North ·'] : ['North', '· Demo ·'];
  const isPage = PAGE_TEMPLATES.includes(name.split(' ')[0] ?? '');
  if (status === 200 && isPage) {
    expect(text, `${name} for ${role}`).toContain(own);
    expect(text, `${name} for ${role}`).not.toContain(other);
  }
  if (status === 401 || status === 403 || status === 421) {
    expect(text, `${name} for ${role}`).not.toMatch(/Pump|Spin|Bob|£/);
  }
}
