/**
 * Who may see what: every role × every gym × every route of the table, each cell stated. A route without stated cells
 * fails here. What a cell says holds for GET and HEAD.
 */

import { expect, it } from 'vitest';
import type { Status } from '../../../api/schemas/status.ts';
import { camera, engineStatus } from '../../support/engine-status.ts';
import { NOTHING_COUNTED } from '../../support/evidence.ts';
import { cookieOf } from '../../support/memory-access.ts';
import { routesOf, startService } from '../../support/service.ts';
import { started } from '../../support/started.ts';
import { classIdsOf, gymsOf, HEADERS, KEYS, keysOf } from './gyms.fixture.ts';

/**
 * `own` and `demo`: the figures of that gym. `sample`: those of the sandbox. `open`: the same answer for everybody. `states`:
 * what a stranger is told of the program; `rows`: beside it the cameras of the own gym, and no others. A number: refused, or not found, with that status.
 */
type Cell = 'own' | 'demo' | 'sample' | 'open' | 'states' | 'rows' | 401 | 403 | 404 | 415;

/** What `gym_id` says: nothing, the gym of the key, `demo`, a gym that is another's, one that does not exist. */
const GYMS = [undefined, 'gym', 'demo', 'rival', 'nowhere'] as const;
type Cells = readonly [left_out: Cell, own: Cell, demo: Cell, another: Cell, nowhere: Cell];

type Role = keyof typeof HEADERS;
/** Whose keys a browser signs in with. */
const SIGNED_IN = ['owner', 'manager', 'trainer', 'screen'] as const;
type Row = Readonly<Record<Role, Cells>>;

/** Whatever `gym_id` says. */
const all = (cell: Cell): Cells => [cell, cell, cell, cell, cell];

const NOBODY = { revoked: all(401), unknown: all(401) };
const everybody = (cell: Cell) =>
  Object.fromEntries(Object.keys(HEADERS).map((role) => [role, all(cell)])) as unknown as Row;
const OPEN = everybody('open');

/** Routes that know no `gym_id` do not look at it: the gym of the key answers. */
const OF_THE_GYM: Row = {
  owner: all('own'),
  manager: all('own'),
  trainer: all(403),
  free: all('demo'),
  screen: all(403),
  ...NOBODY,
  none: all(401),
  sandbox: all('sample'),
};
const WITH_TRAINERS: Row = { ...OF_THE_GYM, trainer: all('own') };

/** Of something that does not exist: to a trainer's key the same as what it may not see. */
const FORBIDDEN = { trainer: all(403), screen: all(403) };
const UNKNOWN: Row = { ...everybody(404), ...NOBODY, ...FORBIDDEN, none: all(401) };

const [ANNAS_CLASS, BENS_CLASS] = classIdsOf('gym');

/** How the program is: no `gym_id` changes whose rows there are. */
const OF_THE_PROGRAM: Row = { ...everybody('states'), owner: all('rows'), ...NOBODY };

/** By method and path; where several things can be asked for, what is asked for stands behind. */
const MATRIX: Readonly<Record<string, Row>> = {
  'GET /health': OPEN,
  'GET /v1/status': OF_THE_PROGRAM,
  'GET /metrics': OPEN,
  'GET /openapi.json': OPEN,
  'GET /get-key': OPEN,
  'POST /get-key': OPEN,
  'GET /.well-known/oauth-protected-resource': OPEN,
  'GET /.well-known/oauth-protected-resource/mcp': OPEN,
  'GET /.well-known/oauth-authorization-server': OPEN,
  'GET /oauth/authorize': OPEN,
  'POST /oauth/authorize': OPEN,
  'POST /oauth/token': OPEN,
  'POST /oauth/register': OPEN,
  'POST /oauth/revoke': OPEN,
  'GET /mcp': OPEN,
  'GET /mcp.md': OPEN,
  // What MCP gives to whom is stated in test/api/mcp/matrix.test.ts; here nothing is posted that could be read.
  'POST /mcp': { ...everybody(415), ...NOBODY, none: all(401) },
  // Nothing is asked: it says what can be.
  'GET /ask': { ...OPEN, ...NOBODY },
  'POST /ask': OPEN,
  'GET /who': { ...OPEN, ...NOBODY },
  'GET /v1/summary': {
    owner: ['own', 'own', 'demo', 403, 403],
    manager: ['own', 'own', 'demo', 403, 403],
    trainer: all(403),
    free: ['demo', 403, 'demo', 403, 403],
    screen: all(403),
    ...NOBODY,
    none: all(401),
    sandbox: ['sample', 403, 'sample', 403, 403],
  },
  'GET /v1/trainers/{trainer} anna': WITH_TRAINERS,
  'GET /v1/trainers/{trainer} Anna%20Kov%C3%A1cs': WITH_TRAINERS,
  'GET /v1/trainers/{trainer} ben': OF_THE_GYM,
  'GET /v1/trainers/{trainer} nobody': UNKNOWN,
  'GET /v1/sessions/{session_id} annas': WITH_TRAINERS,
  'GET /v1/sessions/{session_id} bens': OF_THE_GYM,
  'GET /v1/sessions/{session_id} nothing': UNKNOWN,
  [`GET /v1/classes/{class_id} ${ANNAS_CLASS}`]: WITH_TRAINERS,
  [`GET /v1/classes/{class_id} ${BENS_CLASS}`]: OF_THE_GYM,
  'GET /v1/classes/{class_id} nothing': UNKNOWN,
  'POST /v1/query {"measures":["attended"]}': WITH_TRAINERS,
  'POST /v1/query {"measures":["held"],"where":[["trainer","is",["anna"]]]}': WITH_TRAINERS,
  'POST /v1/query {"measures":["held"],"where":[["trainer","is",["ben"]]]}': OF_THE_GYM,
  'POST /v1/query {"measures":["held"],"where":[["trainer","is",["nobody"]]]}': UNKNOWN,
  'POST /v1/query {"measures":["held","revenue"]}': OF_THE_GYM,
  'POST /v1/query {"measures":["held"],"by":["verdict"]}': OF_THE_GYM,
  // Whoever has a link is who it is for; what else is shown is not looked at.
  'GET /x/{token} link': OPEN,
  'GET /x/{token} nothing': OPEN,
  'GET /v1/rooms': OF_THE_GYM,
  'GET /v1/live': { ...WITH_TRAINERS, screen: all('own') },
  'GET /v1/classes/performance': OF_THE_GYM,
  'GET /v1/revenue': OF_THE_GYM,
};

/** A camera in the gym of the keys, and one in another. */
const status = () => ({
  ...engineStatus(),
  configuration: { ...engineStatus().configuration, gymIds: ['gym', 'demo', 'rival'] },
  cameras: [camera({ id: 'hall' }), camera({ id: 'pool' })],
  cameraPlaces: new Map([
    ['hall', { gymId: 'gym', lastSampleUtcMs: null }],
    ['pool', { gymId: 'rival', lastSampleUtcMs: null }],
  ]),
});

const GYM_OF: Partial<Record<Cell, string>> = { own: 'gym', demo: 'demo', sample: 'demo' };

const access = await keysOf();
const by = access.find(KEYS.owner);
const content = { format: 'csv', query: { measures: ['attended'] } } as const;
/** The link of the owner. */
const link = by && (await access.links.make({ name: 'A', content, days: 30, by }));
const gyms = gymsOf('gym', 'demo', 'rival');
const service = started(() => startService({ gyms, access, status, evidence: NOTHING_COUNTED }));

const pathOf = (template: string, subject: string) =>
  template.replace(/\{\w+\}/, subject === 'link' ? (link ?? '') : subject);

it('every route has its cells, and every cell its route', async () => {
  const routes = (await routesOf(service)).map(({ method, path }) => `${method} ${path}`);
  const stated = Object.keys(MATRIX).map((name) => name.split(' ').slice(0, 2).join(' '));
  expect([...new Set(stated)].toSorted()).toEqual(routes.toSorted());
});

type Headers = Readonly<Record<string, string>>;

async function checkRow(name: string, expected: Cells, headers: Headers, isHeadAsked: boolean) {
  const [method = '', template = '', subject = ''] = name.split(' ');
  const path = pathOf(template, subject);
  for (const [at, gymId] of GYMS.entries()) {
    const target = gymId === undefined ? path : `${path}?gym_id=${gymId}`;
    const cell = expected[at] ?? 403;
    // A query is a body; nothing else that is posted here could be read.
    const body = template === '/v1/query' ? { body: subject } : {};
    const seen = await service.get(target, { method, headers, ...body });
    const told = await toldBy(seen, () => service.get(target, { method, ...body }), cell);
    expect(told, target).toEqual(cell);
    if (method === 'GET' && isHeadAsked) {
      const head = await service.get(target, { method: 'HEAD', headers });
      expect([head.status, await head.text()], target).toEqual([seen.status, '']);
    }
  }
}

const cells = Object.entries(MATRIX).flatMap(([name, row]) =>
  (Object.keys(HEADERS) as Role[]).map((role) => [name, role, row[role]] as const),
);

it.each(cells)('%s for %s is %j', (name, role, expected) =>
  checkRow(name, expected, HEADERS[role], true),
);

/** As their keys, but where tokens and keys alone count. */
const byCookie = Object.entries(MATRIX).flatMap(([name, row]) =>
  SIGNED_IN.map((role) => [name, role, name === 'POST /mcp' ? all(401) : row[role]] as const),
);

it.each(byCookie)('%s for a browser that %s signed in is %j', async (name, role, expected) => {
  const Cookie = await cookieOf(access, KEYS[role]);
  // Pages of our own ask; the endpoint of agents asks pages for their origin itself.
  const origin = name.endsWith(' /mcp') ? {} : { Origin: service.url };
  await checkRow(name, expected, { Cookie, ...origin }, false);
});

it('what may not be seen is refused in the same words, whether or not it exists', async () => {
  const refusal = async (target: string, key: string) => {
    const answer = await service.get(target, { headers: { 'X-Api-Key': key } });
    return [answer.status, await answer.text()];
  };
  const [status, words] = await refusal('/v1/summary?gym_id=rival', KEYS.owner);
  expect(status).toBe(403);
  expect(await refusal('/v1/summary?gym_id=nowhere', KEYS.owner)).toEqual([403, words]);
  const [, other] = await refusal('/v1/trainers/ben', KEYS.trainer);
  const others = ['trainers/nobody', 'sessions/bens', 'sessions/nothing', 'classes/nothing'];
  for (const target of others) {
    expect(await refusal(`/v1/${target}`, KEYS.trainer)).toEqual([403, other]);
  }
});

/** The cell that an answer is of; `expected` tells apart those that look alike. */
async function toldBy(
  seen: Response,
  byStranger: () => Promise<Response>,
  expected: Cell,
): Promise<unknown> {
  if (expected === 'open') {
    const { status } = await byStranger();
    return [401, 402, 403].includes(seen.status) || seen.status !== status
      ? `${seen.status}, but ${status} without a key`
      : 'open';
  }
  if (seen.status !== 200) return seen.status;
  if (expected === 'states' || expected === 'rows') return rowsIn((await seen.json()) as Status);
  const text = await seen.text();
  // Of a stream its first event.
  const [json = text] = /(?<=^data: ).*$/m.exec(text) ?? [];
  const { gym_id: gymId } = JSON.parse(json) as { gym_id: string };
  const isSample = seen.headers.get('x-sandbox') === 'true';
  return gymId === GYM_OF[expected] && isSample === (expected === 'sample')
    ? expected
    : `200 of ${gymId}${isSample ? ' in the sandbox' : ''}`;
}

function rowsIn({ scope, cameras }: Status): string {
  const ids = cameras.list.map(({ id }) => id).join();
  if (scope === 'states' && ids === '') return 'states';
  return scope === 'gym' && ids === 'hall' ? 'rows' : `${scope} with ${ids}`;
}
