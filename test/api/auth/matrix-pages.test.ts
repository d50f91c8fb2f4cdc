/** Who may open what: every page × every role, each cell stated. A page without stated cells fails here. */

import { expect, it } from 'vitest';
import { PAGE_TEMPLATES } from '../../../api/routes/site/contents.ts';
import { OPERATOR_TEMPLATES } from '../../../api/routes/site/operator.ts';
import { OWNER_TEMPLATES } from '../../../api/routes/site/owner/owner-page.ts';
import { FORM_PATHS } from '../../../api/routes/site/sign-in/forms.ts';
import { seriesOf } from '../../../gym/figures/class-table.ts';
import { todayOf } from '../../../gym/reports/period.ts';
import { northView, type SiteWorld, startSite } from '../routes/site/sign-in/site.fixture.ts';

/** A status; or where the browser is sent. */
type Cell = 200 | 401 | 403 | 404 | string;
/** `none` shows nothing; `rival` is the owner of another gym. */
const ROLES = ['owner', 'manager', 'trainer', 'screen', 'none', 'rival'] as const;
type Row = Readonly<Record<(typeof ROLES)[number], Cell>>;

const OF_THE_GYM: Row = {
  owner: 200,
  manager: 200,
  trainer: 403,
  screen: 403,
  none: 401,
  rival: 200,
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
  '/sign-in': { owner: 200, manager: 200, trainer: 200, screen: 200, none: 200, rival: 200 },
  '/sign-out': {
    owner: '/sign-in',
    manager: '/sign-in',
    trainer: '/sign-in',
    screen: '/sign-in',
    none: '/sign-in',
    rival: '/sign-in',
  },
  '/sign-ins': { ...OF_THE_GYM, manager: 403 },
  '/cameras': { ...OF_THE_GYM, manager: 403 },
  '/cameras/{id} nothing': { ...OF_THE_GYM, owner: 404, manager: 403, rival: 404 },
  '/calibrate': { ...OF_THE_GYM, manager: 403 },
  '/audit': { ...OF_THE_GYM, manager: 403 },
  '/screen': { owner: 200, manager: 200, trainer: 200, screen: '/wall', none: 200, rival: 200 },
};

it('every page has its cells', () => {
  const stated = Object.keys(MATRIX).map((name) => name.split(' ')[0]);
  expect([...new Set(stated)].toSorted()).toEqual(
    [...PAGE_TEMPLATES, ...FORM_PATHS, ...OPERATOR_TEMPLATES, ...OWNER_TEMPLATES].toSorted(),
  );
});

async function readers(site: SiteWorld) {
  const signedIn = await Promise.all(
    ROLES.map(async (role) => {
      const browser = site.browser();
      if (role === 'none') return [role, browser] as const;
      const { secret } = role === 'rival' ? await site.key('owner', 'demo') : await site.key(role);
      await browser.signIn(secret);
      return [role, browser] as const;
    }),
  );
  return new Map(signedIn);
}

it('opens each page to whom it is for', async () => {
  const site = await startSite({
    operator: ({ access, history }) => ({
      access,
      audit: history.access,
      classes: history.classes,
      config: () => ({ gyms: [] }) as never,
      file: { revision: async () => null } as never,
    }),
  });
  const browsers = await readers(site);
  const seen: Record<string, Record<string, Cell>> = {};
  for (const name of Object.keys(MATRIX)) {
    const [template = '', id = ''] = name.split(' ');
    const row: Record<string, Cell> = {};
    for (const [role, browser] of browsers) {
      const answer = await browser.ask(template.replace('{id}', id));
      row[role] = answer.headers.get('location') ?? cellOf(answer);
      checkGym(await answer.text(), { role, name, status: answer.status });
    }
    seen[name] = row;
  }
  expect(seen).toEqual(MATRIX);
});

function cellOf({ status }: Response): Cell {
  return status === 200 || status === 401 || status === 403 || status === 404
    ? status
    : `${status}`;
}

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
  if (status === 401 || status === 403) {
    expect(text, `${name} for ${role}`).not.toMatch(/Pump|Spin|Bob|£/);
  }
}
