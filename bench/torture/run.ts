/**
 * The torture bench: hurts the real program, and holds what it finds to its goals.
 *
 * `npx tsx bench/torture/run.ts` runs all parts, `npx tsx bench/torture/run.ts kill soak` those that are named. `--short` takes less than a
 * minute and shows only that the parts work: it fails for what must never happen, not for times and shares. `--seed N`
 * chooses other faults; `--amount 50` does so much of one part, in its own unit. `--keep` writes `results.json`, where a
 * part replaces its own figures alone; `npm run generate` then renews `docs/reliability.md`. The exit code is 1 when a goal
 * is missed or a part fails.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { messageOf } from '../../errors.ts';
import { lineOf } from '../support/figure-line.ts';
import { machine } from '../support/machine.ts';
import { type Figure, keepsLimit } from '../support/report.ts';
import { holds, type PartRun, type TorturePart, type TortureResults } from './part.ts';
import { cameraFaults } from './parts/camera-faults/camera-faults.ts';
import { kill } from './parts/kill/kill.ts';
import { soak } from './parts/soak/soak.ts';

const PARTS: readonly TorturePart[] = [kill, cameraFaults, soak];
const RESULTS = new URL('results.json', import.meta.url);
const SHORT_MS = 17_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    amount: { type: 'string' },
  },
});
const { short: isShort, keep: isKept } = values;
const unknown = positionals.find((word) => !PARTS.some(({ name }) => name === word));
if (unknown !== undefined) {
  throw new Error(`part: expected ${PARTS.map(({ name }) => name).join(', ')}, got ${unknown}`);
}
const parts = PARTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const seed = Number(values.seed);
const amount = values.amount === undefined ? null : Number(values.amount);
if (!(seed > 0)) throw new Error(`--seed: expected a number above 0, got ${values.seed}`);
if (amount !== null && (!(amount > 0) || parts.length > 1)) {
  throw new Error(`--amount: expected one part and a number above 0, got ${values.amount}`);
}
if (isShort && isKept) throw new Error('--keep: a short run shows only that the parts work');
if (!existsSync('dist/cli/index.js')) throw new Error('the program is not built: npm run build');

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    console.log(`\n${signal}: ends after what is under way; nothing of this part is kept`);
    stopping.abort();
  });
}
// The revision is the one that was loaded: the tree may change in the hours that a run takes.
const { revision } = machine();
const failed: string[] = [];
for (const part of parts) {
  const run = await runPart(part);
  for (const figure of run.figures) console.log(lineOf(figure));
  if (run.fault !== null) console.log(`  ✗ failed: ${run.fault}`);
  // A short run says nothing about times and shares; what must never happen fails it all the same.
  const never = run.figures.filter(({ limit }) => limit === 0);
  if (!holds(isShort ? { ...run, figures: never } : run)) failed.push(`${part.name}: ${why(run)}`);
  // After each, since a run takes hours and may be ended before. What the user ended is not a run.
  if (isKept && !stopping.signal.aborted) keep(run);
  if (stopping.signal.aborted) break;
}
console.log(
  [...failed, `${parts.length - failed.length} of ${parts.length} parts hold`].join('\n'),
);
process.exitCode = failed.length > 0 || stopping.signal.aborted ? 1 : 0;

/** Never rejects: what a part throws is the fault in its run. */
async function runPart({ name: part, what, amount: usual, run }: TorturePart): Promise<PartRun> {
  const { unit } = usual;
  const wanted = amount ?? (isShort ? usual.short : usual.long);
  console.log(`\n${part}: ${what} (${wanted.toLocaleString('en')} ${unit})`);
  const { when, node, load } = machine();
  const beganMs = performance.now();
  const signals = isShort ? [AbortSignal.timeout(SHORT_MS)] : [];
  const signal = AbortSignal.any([stopping.signal, ...signals]);
  const progress = (text: string) => console.log(`  … ${text}`);
  let figures: readonly Figure[] = [];
  let fault: string | null = null;
  try {
    figures = await run({ seed, isShort, amount: wanted, signal, progress });
  } catch (error) {
    fault = messageOf(error);
  }
  const durationS = Math.round((performance.now() - beganMs) / 1000);
  const about = { part, when, revision, node, load, seeds: [seed], amount: wanted, unit };
  return { ...about, durationS, figures, fault };
}

function why({ fault, figures }: PartRun): string {
  const missed = figures.filter((figure) => !keepsLimit(figure)).map(({ name }) => name);
  return fault ?? `missed: ${missed.join('; ')}`;
}

function keep(run: PartRun): void {
  const stored = JSON.parse(readFileSync(RESULTS, 'utf8')) as TortureResults;
  const all = PARTS.flatMap(({ name }) =>
    name === run.part ? run : (stored.runs.find(({ part }) => part === name) ?? []),
  );
  const { processor, cores, memoryGb, packages } = machine();
  const results = { machine: { processor, cores, memoryGb, packages }, runs: all };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}
