/** What a page shows to whom: nothing of others to a trainer, nothing of people to a screen, nothing from a cache that is another's. */

import { expect, it } from 'vitest';
import { firstEvent } from '../../../../support/service.ts';
import { startSite } from './site.fixture.ts';

it('a trainer sees own classes, and neither colleagues nor money nor rooms', async () => {
  const site = await startSite();
  // The whole page first: what is kept of it is nobody else's.
  expect(await (await site.signedIn('manager')).read('/')).toContain('Pump');
  const trainer = await site.signedIn('trainer');
  const own = ['/', '/sessions/anna-kovacs-5', '/trainers/anna-kovacs'];
  for (const path of [...own, '/answer?query=how+many+came+this+week']) {
    const page = await trainer.read(path);
    expect(page, path).toMatch(/Spin|came|Anna/);
    for (const other of ['Pump', 'Bob', '£', '9.51', '31.73', '12.11', 'class="rooms"']) {
      expect(page, path).not.toContain(other);
    }
    // Nothing leads to what is refused.
    const links = [...page.matchAll(/href="(\/[^"]*)"/g)].map(([, target]) => target ?? '');
    for (const target of new Set(links.filter((one) => !one.startsWith('/assets')))) {
      expect([target, (await trainer.ask(target)).status]).not.toEqual([target, 403]);
    }
  }
  const others = ['what+did+Bob+bring+in', 'revenue+this+month', 'which+classes+should+I+cut'];
  for (const asked of others) {
    const page = await trainer.read(`/answer?query=${asked}`);
    expect(page, asked).not.toMatch(/Pump|£|9\.51|\b11 /);
  }
});

it('a screen sees rooms and classes of the wall, live too, and no person', async () => {
  const site = await startSite();
  const screen = await site.signedIn('screen');
  const wall = await screen.read('/wall');
  expect(wall).toContain('Hall');
  expect(wall).not.toMatch(/Anna|Bob|£/);
  const hello = await firstEvent(await screen.ask('/v1/live'));
  expect(hello).toContain('"role":"screen"');
  expect(hello).toContain('"rooms":[{');
  expect(hello).not.toMatch(/Anna|Bob|booked|attended/);
  expect((await screen.ask('/ask?query=how+many+came')).status).toBe(403);
  expect((await screen.ask('/', { headers: { Accept: 'application/json' } })).status).toBe(200);
  expect(site.access.signIns.list('north')).toHaveLength(1);
});
