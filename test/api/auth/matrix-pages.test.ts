/** Who may open what: every page × every role, each cell stated. A page without stated cells fails here. */

import { expect, it } from 'vitest';
import { PAGE_TEMPLATES } from '../../../api/routes/site/contents.ts';
import { SITE_TEMPLATES } from '../../../api/routes/site/site.ts';
import { literal } from '../../../config/environment.ts';
import { parseConfig } from '../../../config/load.ts';
import { seriesOf } from '../../../gym/figures/class-table.ts';
import { todayOf } from '../../../gym/reports/period.ts';
import type { Trainer } from '../../../gym/sessions/session.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { SETUP_STEPS } from '../../../web/owner-data.ts';
import { gymSource } from '../../support/gym-source.ts';
import { roomView } from '../../support/gym-view.ts';
import { readHtml } from '../../support/read-html.ts';
import { rect } from '../../support/rect.ts';
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
const OF_THE_GYM: Row = { ...toAll(200), trainer: 403, screen: 403, none: 401, misled: 421 };
const OWN_TOO: Row = { ...OF_THE_GYM, trainer: 200 };
const OWN = '/trainers/anna-kovacs';

/** As hostile as a name can be: markup, the end of a title and of a script, variables of the file, patterns of `replace`. */
const hostile = (what: string) =>
  `A ${what} $$ $& $1 $\{HOME} &lt; "><img src=x onerror=alert(1)>'\`</title></script><script>x</script>`;
/** Of classes, trainers, a room, the gym in its file, and the keys of who looks. Those of zones are drawn by a script. */
const NAMES = ['Spin', 'Pump', 'Anna Kovacs', 'Bob', 'Hall', 'gym', 'label'];
/** Pages that name nothing of a gym. */
const NAMELESS = ['/sign-in', '/screen', '/docs'];

const PLAIN = northView();
const trainerOf = (trainer: Trainer) => ({ ...trainer, name: hostile(trainer.name) });
const NORTH: GymView = {
  ...PLAIN,
  trainers: PLAIN.trainers.map(trainerOf),
  rooms: [roomView({ name: hostile('Hall') })],
  sessions: PLAIN.sessions.map((session) => ({
    ...session,
    name: hostile(session.name),
    trainer: session.trainer && trainerOf(session.trainer),
    roomName: hostile('Hall'),
  })),
};
const [series] = seriesOf(NORTH);

/** By template; where several things can be asked for, what is asked for stands behind. */
const MATRIX: Readonly<Record<string, Row>> = {
  '/': { ...OWN_TOO, screen: '/wall' },
  [`/day/{id} ${todayOf(NORTH)}`]: OWN_TOO,
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
  ...Object.fromEntries(
    SETUP_STEPS.map((step) => [`/setup/{id} ${step}`, { ...OF_THE_GYM, manager: 403 }]),
  ),
};

it('every page has its cells', () => {
  const stated = Object.keys(MATRIX).map((name) => name.split(' ')[0]);
  expect([...new Set(stated)].toSorted()).toEqual(SITE_TEMPLATES.toSorted());
});

/** The gyms as the owner API has written them. */
function namedConfig() {
  const name = (text: string) => ({ name: literal(hostile(text)) });
  const zones = [{ ...name('zone'), kind: 'ignore', polygon: rect(0, 0, 1, 1) }];
  const rooms = [
    { id: 'hall', ...name('Hall'), cameras: [{ id: 'hall', url: 'scene:studio', zones }] },
  ];
  const gyms = ['north', 'demo'].map((id) => {
    return { id, ...name('gym'), timezone: 'Europe/London', rooms: id === 'north' ? rooms : [] };
  });
  return parseConfig(JSON.stringify({ gyms }), 'turnout.yaml', { variables: {} } as never);
}

async function readerOf(site: SiteWorld, role: (typeof ROLES)[number]) {
  if (role === 'none') return site.browser();
  if (role === 'rival') return site.signedIn('owner', 'demo');
  const isMisled = role === 'misled';
  const browser = site.browser();
  const trainer = role === 'trainer' && { trainerId: 'anna-kovacs' };
  const about = { gymId: 'north', by: 'test', label: hostile('label'), ...trainer };
  const made = await site.access.createKey({ ...about, role: isMisled ? 'owner' : role });
  await browser.signIn(made.secret);
  if (!isMisled) return browser;
  const misled = site.browser({ origin: 'http://evil.example' });
  for (const [name, value] of browser.cookies) misled.cookies.set(name, value);
  return misled;
}

it('opens each page to whom it is for, and shows each name as it is, whatever it is', async () => {
  const rival = { ...NORTH, gym: { ...NORTH.gym, id: 'demo' } };
  const gyms = gymSource([NORTH, rival]);
  const site = await startSite({ north: NORTH, gyms, operator: operatorOf(namedConfig) });
  const browsers = await Promise.all(
    ROLES.map(async (role) => [role, await readerOf(site, role)] as const),
  );
  // So many sign-ins of one address, and the page that pairs a screen, are more than a minute has.
  await site.clock.advance(60_000);
  const seen: Record<string, Record<string, Cell>> = {};
  const shown = new Set<string>();
  for (const name of Object.keys(MATRIX)) {
    const [template = '', id = ''] = name.split(' ');
    const row: Record<string, Cell> = {};
    for (const [role, browser] of browsers) {
      const query = template === '/answer' ? '?query=attendance+by+session' : '';
      const answer = await browser.ask(`${template.replace('{id}', id)}${query}`);
      row[role] = answer.headers.get('location') ?? (answer.status as Cell);
      const text = await answer.text();
      checkGym(text, { role, name, status: answer.status });
      expect(text, name).not.toMatch(/<img src=x|<script>x|<\/title><\/script>/);
      const names = NAMES.filter((one) => readHtml(text).includes(hostile(one)));
      for (const one of names) shown.add(one);
      if (role === 'owner' && row[role] === 200)
        expect(names.length > 0, name).toBe(!NAMELESS.includes(template));
    }
    seen[name] = row;
  }
  expect(seen).toEqual(MATRIX);
  expect([...shown].toSorted()).toEqual(NAMES.toSorted());
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
