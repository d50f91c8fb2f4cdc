/**
 * `npx tsx bench/chain/faults/run.ts`: a chain of real parts is hurt in every way of `faults/` while its boxes change their classes.
 * After each fault every box has the same as its head office, and the table says what that took. A name does that
 * fault alone. The exit code is 1 where a digest differs, a row is lost or doubled, or something happened that never may.
 */

import { messageOf } from '../../../errors.ts';
import { HAS_POSTGRES } from '../../../test/support/postgres.ts';
import type { Fault } from './fault.ts';
import { CLOCKS } from './faults/clocks.ts';
import { DATA } from './faults/data.ts';
import { KILLS } from './faults/kills.ts';
import { LINES } from './faults/lines.ts';
import { Chain } from './support/chain.ts';

/** In the order in which they are done. */
const FAULTS: readonly Fault[] = [...KILLS, ...LINES, ...DATA, ...CLOCKS];
const SIZE = { boxes: 3, classes: 3_000, pauseMs: 100 };
const CHANGES = 5_000;

const names = process.argv.slice(2);
const unknown = names.find((word) => !FAULTS.some(({ name }) => name === word));
if (unknown !== undefined) {
  throw new Error(`fault: expected ${FAULTS.map(({ name }) => name).join(', ')}, got ${unknown}`);
}
const wanted = FAULTS.filter(({ name }) => names.length === 0 || names.includes(name));

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
    note = await fault.run(chain, CHANGES);
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
say(`${SIZE.boxes} boxes with ${SIZE.classes} classes each`);
say(
  '| fault | changes made | sent again | doubled rows | lost rows | seconds to equal digests | |',
);
say('|---|---|---|---|---|---|---|');
const starting = Chain.start(SIZE);
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
