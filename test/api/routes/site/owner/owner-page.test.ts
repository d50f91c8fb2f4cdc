/** Pages about counts and people: an owner sees them in names, and no one else has anything of them. */

import { expect, it } from 'vitest';
import { startSite } from '../sign-in/site.fixture.ts';

const ROOM = { id: 'hall', name: 'Hall', cameras: [{ id: 'hall' }], calibration: true };

async function site() {
  const said: unknown[] = [];
  const saying = (act: string) => async (_: string, what: object) => {
    said.push('by' in what ? [act] : [act, what]);
  };
  const findings = {
    record: async () => ({}),
    mostTaken: () => 30,
    correct: saying('correct'),
    count: saying('count'),
    uncorrect: saying('uncorrect'),
    uncount: saying('uncount'),
  } as never;
  const world = await startSite({
    operator: ({ access, history }) => ({
      access,
      audit: history.access,
      classes: history.classes,
      config: () => ({ gyms: [{ id: 'north', rooms: [ROOM] }] }) as never,
      file: { revision: async () => 'rev-1' } as never,
      findings,
    }),
  });
  const browserOf = (role: 'owner' | 'manager' | 'trainer') => world.signedIn(role);
  return { ...world, browserOf, said };
}

it('an owner corrects a class and counts it by form; no one else has the forms', async () => {
  const { browserOf, said } = await site();
  const path = '/sessions/anna-kovacs-5';
  const owner = await browserOf('owner');
  expect(await (await owner.ask(path)).text()).toContain(`method="post" action="${path}"`);
  const saved = await owner.post(path, { act: 'correct', people: '14', note: 'a pillar' });
  expect([saved.status, saved.headers.get('location')]).toEqual([303, `${path}#findings`]);
  await owner.post(path, { act: 'count', people: '12' });
  await owner.post(path, { act: 'uncorrect', people: '' });
  expect(said).toEqual([
    ['correct', { attended: 14, note: 'a pillar' }],
    ['count', { people: 12, room: null }],
    ['uncorrect'],
  ]);
  const slip = await owner.post(path, { act: 'correct', people: '140', note: 'typed' });
  const text = await slip.text();
  expect(slip.status).toBe(422);
  expect(text).toContain('far more people than spots');
  expect(text).toContain('value="typed"');
  await owner.post(path, { act: 'correct', people: '140', force: 'yes' });
  expect(said.at(-1)).toEqual(['correct', { attended: 140, note: null }]);
  const foreign = await owner.post(
    path,
    { act: 'uncount' },
    {
      Origin: 'https://rival.example',
      'Sec-Fetch-Site': 'cross-site',
    },
  );
  expect([foreign.status, said.length]).toEqual([422, 4]);
  for (const role of ['manager', 'trainer'] as const) {
    const browser = await browserOf(role);
    expect((await browser.post(path, { act: 'uncorrect' })).status).toBe(403);
    const page = await (await browser.ask(path)).text();
    expect(page).toContain('Spin');
    expect(page).not.toMatch(/findings|\/calibrate|\/audit/);
  }
  expect(said).toHaveLength(4);
});

it('the audit log has names in place of ids, and shows changes or looks alone', async () => {
  const { browserOf, access, history, clock } = await site();
  const browser = await browserOf('owner');
  const [key] = access.keys('north');
  const by = key?.id ?? '';
  const note = (kind: 'correction_made' | 'trainer_seen', subject: string) =>
    history.access.note({ atUtcMs: clock.nowUtcMs(), by, kind, gymId: 'north', subject });
  await note('correction_made', 'anna-kovacs-5');
  await note('trainer_seen', 'bob');
  await note('trainer_seen', '*');
  const rowsOf = async (path: string) => {
    const text = await (await browser.ask(path)).text();
    const [, body = ''] = /<tbody>(.*)<\/tbody>/s.exec(text) ?? [];
    return body.split('</tr>').map((row) => row.replaceAll(/<[^>]+>/g, ' '));
  };
  const all = await rowsOf('/audit');
  expect(all[0]).toContain('all trainers');
  expect(all[1]).toMatch(/owner .* looked at a trainer .* Bob/);
  expect(all[2]).toMatch(/owner .* corrected a class .* Spin/);
  expect(all.join('')).not.toContain(by);
  const looks = (await rowsOf('/audit?show=looks')).join('');
  expect(looks).toContain('looked at a trainer');
  expect(looks).not.toContain('corrected');
  const changes = (await rowsOf('/audit?show=changes')).join('');
  expect(changes).toContain('corrected a class');
  expect(changes).not.toContain('looked at');
});
