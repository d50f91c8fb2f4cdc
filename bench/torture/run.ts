/**
 * The torture bench: hurts the real program in every way of `parts.ts`, and holds what it finds to its goals.
 *
 * `npx tsx bench/torture/run.ts` runs all parts, `npx tsx bench/torture/run.ts kill soak` those that are named. `--short` takes less than two
 * minutes and shows only that the parts work: it fails for what must never happen, not for times and shares. `--seed N`
 * chooses other faults; `--scale 0.1` does a tenth, `--amount 50` so much of one part, in its own unit. `--keep` writes
 * `results.json`, where a part replaces its own figures alone; with `--add` it adds to them, so that a
 * long part can be run in pieces, each with a seed of its own. `npm run generate` then renews `docs/reliability.md`. The
 * exit code is 1 when a goal is missed or a part fails.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lineOf } from '../support/figure-line.ts';
import { machine } from '../support/machine.ts';
import { keepsLimit } from '../support/report.ts';
import { readCommandLine } from './command-line.ts';
import { PARTS } from './parts.ts';
import { addRun, holds, type PartRun, replaceRuns, type TortureResults } from './results.ts';
import { runPart } from './run-part.ts';

const RESULTS = fileURLToPath(new URL('results.json', import.meta.url));

const asked = readCommandLine(process.argv.slice(2), PARTS);
if (!existsSync('dist/cli/index.js')) throw new Error('the program is not built: npm run build');
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    console.log(`\n${signal}: ends after what is under way; nothing of this part is kept`);
    stopping.abort();
  });
}

const facts = machine();
const { processor, cores, memoryGb, packages, node, load, revision } = facts;
console.log(
  `${processor} × ${cores}, Node ${node}, load ${load}, revision ${revision}, seed ${asked.seed}`,
);
const runs: PartRun[] = [];
for (const part of asked.parts) {
  if (stopping.signal.aborted) break;
  const amount = asked.amountOf(part);
  console.log(`\n${part.name}: ${part.what} (${amount.toLocaleString('en')} ${part.amount.unit})`);
  const { seed, isShort } = asked;
  const { signal } = stopping;
  // The revision is the one that was loaded: the tree may change in the hours that a run takes.
  const now = { ...machine(), revision };
  const run = await runPart(part, { seed, isShort, amount, signal, progress, machine: now });
  show(run);
  runs.push(run);
  // After each, since a run takes hours and may be ended before. What the user ended is not a run.
  if (asked.isKept && !stopping.signal.aborted) keep(run);
}

const failed = runs.filter((run) => !(asked.isShort ? holdsBriefly(run) : holds(run)));
console.log();
for (const { part, figures, fault } of failed) {
  const missed = figures.filter((figure) => !keepsLimit(figure)).map(({ name }) => name);
  console.log(`${part}: ${fault ?? `missed: ${missed.join('; ')}`}`);
}
console.log(`${runs.length - failed.length} of ${asked.parts.length} parts hold all their goals`);
process.exitCode = failed.length > 0 || runs.length < asked.parts.length ? 1 : 0;

/** A run of seconds says nothing about times and shares; what must never happen fails it all the same. */
function holdsBriefly({ figures, fault }: PartRun): boolean {
  const never = figures.filter(({ limit }) => limit === 0);
  return fault === null && never.every((figure) => keepsLimit(figure));
}

/** Replaced in place on a terminal; a log gets each line. */
function progress(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[2K  … ${text}`);
  else console.log(`  … ${text}`);
}

function show({ figures, fault, durationS }: PartRun): void {
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[2K');
  for (const figure of figures) console.log(lineOf(figure));
  if (fault !== null) console.log(`  ✗ failed: ${fault}`);
  console.log(`    ${durationS} s`);
}

function keep(run: PartRun): void {
  const kept = readKept();
  const goals = PARTS.find(({ name }) => name === run.part)?.goals ?? [];
  const earlier = asked.isAdded ? kept.find(({ part }) => part === run.part) : undefined;
  const next = earlier === undefined ? run : addRun(earlier, run, goals);
  const results: TortureResults = {
    machine: { processor, cores, memoryGb, packages },
    runs: replaceRuns(kept, [next], PARTS),
  };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}

function readKept(): readonly PartRun[] {
  if (!existsSync(RESULTS)) return [];
  return (JSON.parse(readFileSync(RESULTS, 'utf8')) as TortureResults).runs;
}
