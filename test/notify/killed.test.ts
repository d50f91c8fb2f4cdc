import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { EMPTY } from '../../notify/message.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { openHistory } from '../../store/history/history.ts';
import { compiledFile } from '../support/compiled.ts';
import { testFolder } from '../support/folder.ts';
import { receiver, SECRET } from './gym.fixture.ts';

/** The promise is of 100, which .ci/nightly tries; a few are enough to see a change break it. */
const KILLS = Number(process.env['KILLS'] ?? 3);

it(
  `a program over a webhook gets everything over ${KILLS} times kill -9, and a kill repeats one id at most`,
  async () => {
    const { url, received } = await receiver();
    const channel = `id: one, webhook: "${url}", secret: "${SECRET}", send: [classes]`;
    /** Of all that came, repeats too. */
    const ids = () => received.map(({ headers }) => String(headers['webhook-id']));
    const dir = testFolder();
    const wanted = KILLS * 4;
    const history = await openHistory({ dir, clock: systemClock, log: silentLog });
    const add = Array.from({ length: wanted }, (_, n) => ({
      channel: 'one',
      about: `class.finished/${n}`,
      kind: 'class.finished',
      body: { ...EMPTY, title: `Class ${n}`, path: '/' },
    }));
    await history.deliveries.write('gym', { add }, Date.now());
    await history.close();
    const main = compiledFile(new URL('./killed-main.fixture.ts', import.meta.url));
    const repeats = () => ids().length - new Set(ids()).size;
    /** Sends until it is killed after some messages, wherever it is then. */
    const run = async (until: () => boolean) => {
      const child = spawn(process.execPath, [main, dir, channel], { stdio: 'ignore' });
      const exited = once(child, 'exit');
      await expect.poll(until, { timeout: 60_000 + KILLS * 1_000, interval: 1 }).toBe(true);
      child.kill('SIGKILL');
      await exited;
    };
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const enough = Math.min(ids().length + 2, wanted);
      await run(() => ids().length >= enough);
      expect(repeats()).toBeLessThan(kill);
    }
    await run(() => new Set(ids()).size === wanted);
    expect(repeats()).toBeLessThanOrEqual(KILLS);
  },
  KILLS * 20_000 + 60_000,
);
