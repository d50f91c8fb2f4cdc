/** Data of a box that are older than they were, or there twice. */

import { copyFileSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createToken } from '../../../../hq/sync/boxes.ts';
import { readLinks, writeLink } from '../../../../service/line/link/link-file.ts';
import { type Fault, must } from '../fault.ts';
import { until } from '../support/until.ts';

const FILE = 'turnout.sqlite';

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
      const [first, second] = dirs.map((dir) => chain.makeBox(gym, line, { dir, token }));
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
      const other = chain.makeBox(box.name, line, { dir, token: null });
      await other.start();
      await other.ask({ ask: 'run', pauseMs: 50 });
      const isRefused = async () => (await other.ask({ ask: 'state' })).line?.state === 'refused';
      await until('the copy is refused', isRefused);
      const { line: refused } = await other.ask({ ask: 'state' });
      must(refused?.detail?.includes('turnout hq token') === true, `it says: ${refused?.detail}`);
      await other.kill();
      chain.mend();
      return 'the copy was refused and said what to do; the first went on';
    },
  },
  {
    name: 'moved',
    what: 'a data folder is moved to another computer',
    run: async (chain, { changes }) => {
      const { box } = chain.first;
      await chain.receiptsCame(3);
      await box.end();
      const { links } = await readLinks(box.dir);
      for (const link of links) await writeLink(box.dir, { ...link, machine: 'another' });
      await box.start();
      const { line } = await box.ask({ ask: 'state' });
      must(line?.state === 'refused', `the line is ${line?.state}`);
      must(line?.detail?.includes('turnout hq token') === true, `it says: ${line?.detail}`);
      await chain.run();
      await chain.madeMore(changes);
      const token = await createToken(chain.database, box.name, Date.now());
      await box.ask({ ask: 'join', token: token.token });
      chain.mend();
      return 'it said what to do, and joined again with a token';
    },
  },
];
