/** Every way to the figures of trainers leaves its line in the audit log; other figures leave none. */

import { expect, it, test } from 'vitest';
import type { Role } from '../../../store/access/key.ts';
import { message } from '../mcp/mcp-service.fixture.ts';
import { type SiteWorld, startSite } from '../routes/site/sign-in/site.fixture.ts';

const QUERY = { measures: ['fill_rate'] };

/** Subjects of the lines, the oldest first. */
async function seen({ access, history }: SiteWorld): Promise<readonly string[]> {
  await access.looks.settled();
  const lines = await history.access.audit({ limit: 1_000 });
  const found = lines.filter(({ kind, gymId }) => kind === 'trainer_seen' && gymId === 'north');
  return found.map(({ subject }) => subject).reverse();
}

type Ask = (world: SiteWorld, key: string) => Promise<Response>;

const get =
  (path: string, headers: Record<string, string> = {}): Ask =>
  ({ server }, key) =>
    fetch(`${server.url}${path}`, { headers: { 'x-api-key': key, ...headers } });
const post =
  (query: object): Ask =>
  ({ server }, key) => {
    const body = JSON.stringify({ ...QUERY, ...query });
    return fetch(`${server.url}/v1/query`, { method: 'POST', headers: { 'x-api-key': key }, body });
  };
const page =
  (path: string): Ask =>
  async ({ browser }, key) => {
    const someone = browser();
    await someone.signIn(key);
    return someone.ask(path);
  };
const tool =
  (name: string, args: object): Ask =>
  ({ server }, key) => {
    const call = message('tools/call', { name, arguments: args }, { 'x-api-key': key });
    return fetch(`${server.url}/mcp`, call);
  };

/** What is answered, 200 where it is not said, and to whom: a manager where it is not said. */
const WAYS: [way: string, ask: Ask, subjects: string[], status?: number, role?: Role][] = [
  ['GET /v1/trainers/{trainer}', get('/v1/trainers/Bob'), ['bob']],
  ['a query by trainer', post({ by: ['trainer'] }), ['*']],
  ['a query by session', post({ by: ['session'] }), ['*']],
  ['a query of one trainer', post({ where: [['trainer', 'is', ['Bob']]] }), ['bob']],
  ['a question', get('/ask?query=how%20full%20were%20the%20classes%20of%20Bob'), ['bob']],
  ['the tool get_trainer', tool('get_trainer', { trainer: 'bob' }), ['bob']],
  ['the tool query_figures', tool('query_figures', { ...QUERY, by: ['trainer'] }), ['*']],
  ['the page of a trainer', page('/trainers/bob'), ['bob']],
  ['the page of all trainers', page('/trainers'), ['*']],
  ['the report of the week', page('/report/week'), ['*']],
  ['the box for questions', page('/answer?query=how+full+were+the+classes+of+Bob'), ['bob']],
  ['the day', get('/v1/summary'), []],
  ['the ranking', get('/v1/classes/performance'), []],
  ['a query by week', post({ by: ['week'] }), []],
  ['the page of the day', page('/'), []],
  ['the sandbox', get('/v1/trainers/Bob', { 'x-sandbox': 'true' }), [], 404],
  ['nobody of this name', get('/v1/trainers/nobody-of-this-name'), [], 404],
  ['the page of nobody', page('/trainers/nobody-of-this-name'), [], 404],
  ['another, to a trainer', get('/v1/trainers/bob'), [], 403, 'trainer'],
  ['the page of another, to a trainer', page('/trainers/bob'), [], 403, 'trainer'],
  ['their own figures', get('/v1/trainers/anna-kovacs'), [], 200, 'trainer'],
  ['their own page', page('/trainers/anna-kovacs'), [], 200, 'trainer'],
  ['their own query', post({ by: ['trainer'] }), [], 200, 'trainer'],
];

test.each(WAYS)('%s', async (_, ask, subjects, status = 200, role = 'manager') => {
  const world = await startSite();
  const answer = await ask(world, (await world.key(role)).secret);
  await answer.text();
  expect(answer.status).toBe(status);
  expect(await seen(world)).toEqual(subjects);
});

it('names the browser, and says once a day who looked, from the store of pages too', async () => {
  const world = await startSite();
  const someone = await world.signedIn('owner');
  for (let look = 0; look < 3; look += 1) await someone.read('/trainers/bob');
  const other = world.browser();
  await other.signIn(someone.key.secret);
  await other.read('/trainers/bob');
  await world.access.looks.settled();
  const lines = await world.history.access.audit({ limit: 100 });
  const looks = lines.filter(({ kind }) => kind === 'trainer_seen');
  const browsers = lines.filter(({ kind }) => kind === 'signed_in').map(({ subject }) => subject);
  expect(looks.map(({ by }) => by)).toEqual(browsers);
  expect(looks).toHaveLength(2);
});
