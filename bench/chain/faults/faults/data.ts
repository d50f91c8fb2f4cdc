/** Data of a box that are older than they were, or there twice. */

import { copyFileSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Fault, must } from '../fault.ts';
import { until } from '../support/chain.ts';

const FILE = 'turnout.sqlite';

export const DATA: readonly Fault[] = [
  {
    name: 'backup',
    what: 'an old backup is put back on a box',
    run: async (chain, changes) => {
      const { box } = chain.first;
      await box.end();
      copyFileSync(join(box.dir, FILE), join(box.dir, 'copy'));
      await box.start();
      await box.ask('add', 40);
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
    name: 'copied',
    what: 'two boxes run over copies of one data folder',
    run: async (chain, changes) => {
      const { box, line } = chain.first;
      await box.end();
      const dir = chain.newFolder('copied');
      cpSync(box.dir, dir, { recursive: true });
      await box.start();
      await chain.run();
      await chain.madeMore(changes);
      const other = chain.makeBox(box.name, line, { dir, token: null });
      await other.start();
      await other.ask('run', 50);
      const isRefused = async () => (await other.ask('state')).line?.state === 'refused';
      await until('the copy is refused', isRefused);
      const { line: refused } = await other.ask('state');
      must(refused?.detail?.includes('turnout hq token') === true, `it says: ${refused?.detail}`);
      await other.kill();
      chain.mend();
      return 'the copy was refused and said what to do; the first went on';
    },
  },
];
