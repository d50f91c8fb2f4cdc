/** Pages about counts and people: an owner sees them in names, and no one else has anything of them. */

import { expect, it } from 'vitest';
import { AUDIT } from '../../../../../web/words/owner/audit.ts';
import { CALIBRATE } from '../../../../../web/words/owner/calibration.ts';
import { startSite } from '../sign-in/site.fixture.ts';

const ROOM = { id: 'hall', name: 'Hall', cameras: [{ id: 'hall' }], calibration: true };

async function site() {
  const world = await startSite({
    operator: ({ access, history }) => ({
      access,
      audit: history.access,
      classes: history.classes,
      config: () => ({ gyms: [{ id: 'north', rooms: [ROOM] }] }) as never,
      file: { revision: async () => 'rev-1' } as never,
    }),
  });
  const browserOf = async (role: 'owner' | 'manager' | 'trainer') => {
    const browser = world.browser();
    await browser.signIn((await world.key(role)).secret);
    return browser;
  };
  return { ...world, browserOf };
}

it('a class has forms for its owner, and nothing of them for anyone else', async () => {
  const { browserOf } = await site();
  const textOf = async (role: 'owner' | 'manager' | 'trainer', path: string) =>
    (await (await browserOf(role)).ask(path)).text();
  const path = '/sessions/anna-kovacs-5';
  const owner = await textOf('owner', path);
  expect(owner).toContain('data-drawn="true" data-id="anna-kovacs-5"');
  expect(owner).toMatch(/operator-\w+\.js/);
  for (const role of ['manager', 'trainer'] as const) {
    const text = await textOf(role, path);
    expect(text).toContain('Spin');
    expect(text).not.toMatch(/findings|operator-\w+\.js|\/calibrate|\/audit/);
  }
});

it('rooms that no one counted in say so, with where to begin', async () => {
  const { browserOf } = await site();
  const text = await (await (await browserOf('owner')).ask('/calibrate')).text();
  expect(text).toContain(CALIBRATE.first);
  expect(text).toContain('<bdi>Hall</bdi>');
  expect(text).not.toContain('data-send');
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
  expect(all[0]).toContain(AUDIT.everyone);
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
