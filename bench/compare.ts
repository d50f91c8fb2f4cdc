/**
 * Measures two revisions on this machine, in turns, and tells which figures differ by more than the noise of the run.
 *
 * `npx tsx bench/compare.ts main~5 . pool counts` compares the revision `main~5` with the working tree by the benches
 * whose path holds one of the words. `--rounds=3` measures each side three times (2 without it): the same code against
 * itself is the noise floor that stands beside each ratio. The benches are those of the working tree on both sides; a
 * figure that an older revision cannot give is told as missing there.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Checkout, checkOut } from './compare/checkout.ts';
import { lineOfComparison } from './compare/line.ts';
import { compare, type Measured } from './compare/verdict.ts';
import { machine } from './support/machine.ts';
import { findBenches, runBench } from './support/run-bench.ts';

const ROUNDS = 2;

const options = process.argv.slice(2);
const [base, changed, ...words] = options.filter((word) => !word.startsWith('--'));
const asked = options.find((option) => option.startsWith('--rounds='))?.slice('--rounds='.length);
const rounds = Number(asked ?? ROUNDS);
if (base === undefined || changed === undefined || !Number.isInteger(rounds) || rounds < 2) {
  throw new Error(
    'Expected two revisions (`.` is the working tree), words that choose benches, and `--rounds=N` with N of at least 2, as in: npx tsx bench/compare.ts main~5 . pool',
  );
}

const home = mkdtempSync(join(tmpdir(), 'turnout-compare-'));
const sides: { readonly name: string; readonly tree: Checkout; readonly taken: Measured[] }[] = [];
try {
  for (const [at, name] of [base, changed].entries()) {
    sides.push({ name, tree: checkOut(name, join(home, String(at))), taken: [] });
  }
  const { processor, cores, node, load } = machine();
  console.log(`${processor} × ${cores}, Node ${node}, load ${load}; ${base} → ${changed}\n`);
  for (const file of findBenches(words)) {
    console.log(file);
    // There and back again, so that a machine that gets slower or faster meanwhile favours neither side.
    for (let round = 0; round < rounds; round += 1) {
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) await take(side, file);
    }
  }
  const [before, after] = sides.map(({ taken }) => taken);
  for (const one of compare(before ?? [], after ?? [])) console.log(lineOfComparison(one));
} finally {
  for (const { tree } of sides) tree.remove();
  rmSync(home, { recursive: true, force: true });
}

async function take({ name, tree, taken }: (typeof sides)[number], file: string): Promise<void> {
  const report = await runBench(file, tree.root);
  if (typeof report === 'string') {
    console.log(`  not measured at ${name}: ${report.trim().split('\n').at(-1)}`);
    return;
  }
  taken.push(...report.figures.map((figure) => ({ bench: report.bench, figure })));
}
