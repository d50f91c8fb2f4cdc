/**
 * Runs every bench, each in a fresh process, and prints its figures beside their limits.
 *
 * `npm run bench` runs all; `npm run bench -- counts pool` those whose path holds one of the words. A bench prints any text
 * it likes and, as its last line, one JSON object: `bench/support/report.ts`. The exit code is 1 when a
 * figure misses its limit or a bench fails. All figures are kept as JSON under `.bench/`; `--keep` writes them to
 * `bench/results.json` too, which is committed, and draws `bench/results.svg`; of a run of some benches, theirs alone.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { lineOf } from './support/figure-line.ts';
import { machine } from './support/machine.ts';
import { picture } from './support/picture.ts';
import { isQuick } from './support/quick.ts';
import { keepsLimit } from './support/report.ts';
import { type Results, renewed } from './support/results.ts';
import { findBenches, runBench } from './support/run-bench.ts';

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isKept = process.argv.includes('--keep');
if (isKept && isQuick) throw new Error('The figures of a quick run are worth nothing: none kept.');
const files = findBenches(words);
if (files.length === 0) throw new Error(`No bench has one of these words in its path: ${words}`);

const RESULTS = 'bench/results.json';
const PICTURE = 'bench/results.svg';
const before = JSON.parse(readFileSync(RESULTS, 'utf8')) as Results;
const facts = machine();
console.log(`${facts.processor} × ${facts.cores}, Node ${facts.node}, load ${facts.load}\n`);
const results: Results = { machine: facts, isQuick, reports: [] };
const failed: string[] = [];
const home = `.bench/${facts.when.replaceAll(':', '-')}.json`;
const kept = isKept ? [home, RESULTS] : [home];
for (const file of files) {
  console.log(file);
  const report = await runBench(file);
  if (typeof report === 'string') {
    console.log(`${report}\n`);
    failed.push(file);
    continue;
  }
  results.reports.push(report);
  for (const figure of report.figures) console.log(lineOf(figure));
  console.log();
  // After each, since a run takes a quarter of an hour and may be ended before.
  keep();
}

const missed = results.reports.flatMap(({ figures }) => figures.filter((one) => !keepsLimit(one)));
for (const file of kept) console.log(`kept in ${file}`);
if (isQuick)
  console.log('a quick run: it shows that the benches run, its figures are worth nothing');
else for (const figure of missed) console.log(`missed: ${lineOf(figure).trim()}`);
for (const file of failed) console.log(`failed: ${file}`);
// A quick run only shows that the benches run.
process.exitCode = failed.length > 0 || (!isQuick && missed.length > 0) ? 1 : 0;

function keep(): void {
  mkdirSync('.bench', { recursive: true });
  writeFileSync(home, `${JSON.stringify(results, null, 2)}\n`);
  if (!isKept) return;
  const all = words.length === 0 ? results : renewed(before, results);
  writeFileSync(RESULTS, `${JSON.stringify(all, null, 2)}\n`);
  const svg = picture(results.reports, facts);
  if (svg !== null) writeFileSync(PICTURE, svg);
}
