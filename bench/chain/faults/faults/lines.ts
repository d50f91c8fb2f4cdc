/** Lines that are cut for a week, that lead nowhere, and that are as slow as a line can be. */

import { delay } from '../../../../runtime/timers.ts';
import { type Fault, must } from '../fault.ts';
import { until } from '../support/chain.ts';

/** How soon a box leaves a line that leads nowhere, s: an answer may take 30 s. Source: docs/chain.md#the-box. */
const NOTICED_S = 45;
const SLOW_S = 120;
const MB = 1024 * 1024;

export const LINES: readonly Fault[] = [
  {
    name: 'week',
    what: 'the line of a box is cut for a week of changes',
    run: async (chain) => {
      const { box, line } = chain.first;
      await chain.receiptsCame(3);
      await box.ask('rest');
      line.cut();
      const before = box.made();
      for (let day = 0; day < 7; day += 1) await box.ask('day');
      const changes = box.made() - before;
      const { waiting } = await box.ask('state');
      const { rows } = await box.ask('rows');
      must(waiting <= rows.length, `${waiting} changes wait of ${rows.length} rows`);
      chain.mend();
      line.open();
      await box.ask('add', 1);
      await until('all was sent', async () => (await box.ask('state')).waiting === 0);
      const { maxChanges } = chain.tap.crossed();
      must(maxChanges <= 200, `a batch of ${maxChanges} changes`);
      return `${changes} changes, ${waiting} waited; batches of ${maxChanges} at most`;
    },
  },
  {
    name: 'half-open',
    what: 'the line of a box leads nowhere, and is not closed',
    run: async (chain) => {
      const { line } = chain.first;
      await chain.receiptsCame(3);
      const taken = line.taken();
      line.freeze();
      chain.mend();
      const startMs = performance.now();
      await until('another connection', () => line.taken() > taken);
      const noticedS = (performance.now() - startMs) / 1_000;
      must(noticedS <= NOTICED_S, `noticed after ${noticedS.toFixed(0)} s`);
      return `connected again after ${noticedS.toFixed(0)} s`;
    },
  },
  {
    name: 'slow',
    what: 'the line of a box passes one byte a second',
    run: async (chain) => {
      const { box, line } = chain.first;
      await chain.receiptsCame(3);
      const before = await box.ask('state');
      const made = box.made();
      line.slow(1);
      let worst = { rssBytes: 0, delayMs: 0 };
      for (let second = 0; second < SLOW_S; second += 1) {
        await delay(1_000);
        const { rssBytes, delayMs } = await box.ask('state');
        worst = {
          rssBytes: Math.max(worst.rssBytes, rssBytes),
          delayMs: Math.max(worst.delayMs, delayMs),
        };
      }
      const more = box.made() - made;
      must(more > SLOW_S, `only ${more} changes were made meanwhile`);
      const grownMb = (worst.rssBytes - before.rssBytes) / MB;
      must(grownMb < 100, `${grownMb.toFixed(0)} MB more memory`);
      chain.mend();
      line.open();
      return `${SLOW_S} s; ${more} changes meanwhile, memory ${grownMb < 0 ? '' : '+'}${grownMb.toFixed(0)} MB, event loop late by ${worst.delayMs} ms (p99 of the worst second)`;
    },
  },
];
