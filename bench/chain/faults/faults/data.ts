/** Data of a box that are older than they were, or there twice. */

import { copyFileSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Fault, must } from '../fault.ts';
import { until } from '../support/until.ts';

const FILE = 'turnout.sqlite';
/** More than a box may be silent before another takes its place, ms. */
const SILENT_MS = 16 * 60_000;

export const DATA: readonly Fault[] = [
  {
    name: 'backup',
    what: 'an old backup is put back on a box',
    run: async (chain, { changes }) => {
      const { box } = chain.first;
      await box.end();
      copyFileSync(join(box.dir, FILE), join(box.dir, 'copy'));
      await box.start();
      await box.ask({ ask: 'add', classes: 40 });
      await chain.run();
      await chain.madeMore(changes);
      await chain.receiptsCame(3);
      await box.kill();
      copyFileSync(join(box.dir, 'copy'), join(box.dir, FILE));
      for (const end of ['-wal', '-shm']) rmSync(join(box.dir, `${FILE}${end}`), { force: true });
      chain.mend();
      await box.start();
      await chain.run();
      return '40 classes are lost at the box, and gone at the head office too';
    },
  },
  {
    name: 'one-token',
    what: 'two boxes join with one token',
    isLong: true,
    run: async (chain) => {
      const { line } = chain.first;
      const gym = `shared-${chain.tap.crossed().batches}`;
      const token = await chain.addGym(gym);
      const dirs = [chain.newFolder('first'), chain.newFolder('second')];
      const [first, second] = dirs.map((dir) => chain.makeBox(gym, '', line, { dir, token }));
      const codes = [await first?.start(), await second?.start()];
      await first?.kill();
      must(codes[0] === null && codes[1] === 'hq_refused', `the boxes got ${codes.join(' and ')}`);
      chain.mend();
      return 'the second was refused';
    },
  },
  {
    name: 'copied',
    what: 'two boxes run over copies of one data folder',
    run: async (chain, { changes }) => {
      const { box, line } = chain.first;
      await box.end();
      const dir = chain.newFolder('copied');
      cpSync(box.dir, dir, { recursive: true });
      await box.start();
      await chain.run();
      await chain.madeMore(changes);
      const other = chain.makeBox(box.name, box.uid, line, { dir, token: null });
      await other.start();
      await other.ask({ ask: 'run', pauseMs: 50 });
      const superseded = async () =>
        (await box.ask({ ask: 'state' })).line?.state === 'superseded' && box;
      await until('the first box knows that it was replaced', superseded);
      const compared = await chain.equal(other);
      must(compared.isEqual && compared.lost === 0, 'the copy differs from the head office');
      await other.kill();
      // A quarter of an hour in which the copy is silent.
      await chain.database.query(
        'UPDATE gym_cursor SET heard_utc_ms = heard_utc_ms - $1 FROM gym WHERE gym.key = gym_cursor.gym AND uid = $2',
        [SILENT_MS, box.uid],
      );
      await box.kill();
      chain.mend();
      await box.start();
      await chain.run();
      return 'the copy had the place and was equal; the first took it again';
    },
  },
];
