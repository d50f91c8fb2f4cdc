import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { openHistory } from '../../store/history/history.ts';
import { createFolder } from '../store/history/folder.fixture.ts';
import { compiledFile } from '../support/compiled.ts';
import { receiver } from './gym.fixture.ts';

/** `KILLS=100` is what is promised; a few are enough to see a change break it. */
const KILLS = Number(process.env['KILLS'] ?? 3);

it(
  `kill -9 between queue and receiver, ${KILLS} times: nothing is lost, and a kill repeats one id at most`,
  async () => {
    const dir = await createFolder();
    const open = () => openHistory({ dir, clock: systemClock, log: silentLog });
    const wanted = KILLS * 20;
    const history = await open();
    const add = Array.from({ length: wanted }, (_, n) => ({
      channel: 'erp',
      about: `class.finished/${n}`,
      kind: 'class.finished',
      body: { n },
    }));
    await history.deliveries.write('gym', { add }, Date.now());
    await history.close();
    const main = compiledFile(new URL('./killed-main.fixture.ts', import.meta.url));
    const { url, received } = await receiver();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const before = received.length;
      const child = spawn(process.execPath, [main, dir, url], { stdio: 'ignore' });
      const exited = once(child, 'exit');
      await expect
        .poll(() => received.length, { timeout: 20_000, interval: 1 })
        .toBeGreaterThan(Math.min(before + 3, wanted - 1));
      child.kill('SIGKILL');
      await exited;
    }
    const child = spawn(process.execPath, [main, dir, url], { stdio: 'ignore' });
    const ids = () => new Set(received.map(({ headers }) => headers['webhook-id']));
    await expect.poll(() => ids().size, { timeout: 60_000 }).toBe(wanted);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(received.length - wanted).toBeLessThanOrEqual(KILLS);
  },
  KILLS * 20_000 + 60_000,
);
