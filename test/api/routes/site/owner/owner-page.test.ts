/** What an owner reads in names. */

import { expect, it } from 'vitest';
import { operatorOf, startSite } from '../sign-in/site.fixture.ts';

it('the audit log has names in place of ids, and shows changes or looks alone', async () => {
  const operator = operatorOf(() => ({ gyms: [{ id: 'north', rooms: [] }] }));
  const { signedIn, access, history, clock } = await startSite({ operator });
  const browser = await signedIn('owner');
  const [key] = access.keys('north');
  const by = key?.id ?? '';
  const note = (kind: 'correction_made' | 'trainer_seen', subject: string) =>
    history.access.note({ atUtcMs: clock.nowUtcMs(), by, kind, gymId: 'north', subject });
  await note('correction_made', 'anna-kovacs-5');
  await note('trainer_seen', 'bob');
  await note('trainer_seen', '*');
  const rowsOf = async (path: string) => {
    const text = await browser.read(path);
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
