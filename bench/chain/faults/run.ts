/**
 * `npx tsx bench/chain/faults/run.ts`: a chain of real parts is hurt in every way of `faults.ts` while its boxes change their classes.
 * After each fault every box has the same as its head office, and the table says what that took. `--short` has smaller gyms
 * and fewer changes, and leaves out what takes long; a name does that fault alone, also in a short run. The exit code is 1 where
 * a digest differs, a row is lost or doubled, or something happened that never may.
 */

import { parseArgs } from 'node:util';
import { messageOf } from '../../../errors.ts';
import { HAS_POSTGRES } from '../../../test/support/postgres.ts';
import type { Fault } from './fault.ts';
import { FAULTS } from './faults.ts';
import { Chain } from './support/chain.ts';

const LONG = { boxes: 3, classes: 3_000, pauseMs: 100, changes: 5_000 };
const SHORT = { boxes: 2, classes: 400, pauseMs: 50, changes: 200 };

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  options: { short: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const isShort = values.short;
const unknown = positionals.find((word) => !FAULTS.some(({ name }) => name === word));
if (unknown !== undefined) {
  const names = FAULTS.map(({ name }) => name).join(', ');
  throw new Error(`fault: expected ${names}, got ${unknown}`);
}
const wanted = FAULTS.filter(({ name, isLong }) =>
  positionals.length > 0 ? positionals.includes(name) : !(isShort && isLong === true),
);
const options = isShort ? SHORT : LONG;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** @returns whether it holds. */
async function torture(chain: Chain, fault: Fault): Promise<boolean> {
  const reason = fault.missing?.() ?? null;
  if (reason !== null) {
    say(`| ${fault.what} | skipped: ${reason} | | | | | |`);
    return true;
  }
  chain.tap.forget();
  const before = chain.made();
  chain.mend();
  await chain.run();
  let note = '';
  let isFaulty = false;
  try {
    note = await fault.run(chain, { changes: options.changes, isShort });
  } catch (error) {
    note = `✗ ${messageOf(error)}`;
    isFaulty = true;
  }
  const { seconds, compared } = await chain.settle();
  const { again } = chain.tap.crossed();
  const sum = (of: (one: (typeof compared)[number]) => number) =>
    compared.reduce((total, one) => total + of(one), 0);
  const [doubled, lost] = [sum((one) => one.doubled), sum((one) => one.lost)];
  const isEqual = compared.every((one) => one.isEqual);
  const time = isEqual ? seconds.toFixed(1) : 'never';
  const made = (chain.made() - before).toLocaleString('en');
  const row = [fault.what, made, again.toLocaleString('en'), doubled, lost, time, note];
  say(`| ${row.join(' | ')} |`);
  return isEqual && doubled === 0 && lost === 0 && !isFaulty;
}

if (!HAS_POSTGRES) process.exit(0);
const startMs = performance.now();
say(`${options.boxes} boxes with ${options.classes} classes each`);
say(
  '| fault | changes made | sent again | doubled rows | lost rows | seconds to equal digests | |',
);
say('|---|---|---|---|---|---|---|');
const starting = Chain.start(options);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await (await starting).close();
    process.exit(1);
  });
}
const chain = await starting;
const failed: string[] = [];
try {
  for (const fault of wanted) if (!(await torture(chain, fault))) failed.push(fault.name);
} finally {
  await chain.close();
}
const seconds = ((performance.now() - startMs) / 1_000).toFixed(0);
say(
  failed.length === 0
    ? `all ${wanted.length} faults: every box has the same as its head office (${seconds} s)`
    : `${failed.length} of ${wanted.length} faults failed: ${failed.join(', ')} (${seconds} s)`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
