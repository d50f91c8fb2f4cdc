/**
 * Runs every bench, each in a fresh process, and prints its figures beside their limits.
 *
 * `npm run bench` runs all; `npm run bench -- counts pool` those whose path holds one of the words. A bench prints any
 * text it likes and, as its last line, one JSON object: `bench/support/report.ts`. The exit code is 1 when a figure
 * misses its limit or a bench fails.
 */

import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { isQuick } from './support/quick.ts';
import { type BenchReport, type Figure, keepsLimit } from './support/report.ts';

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const jsonFile = process.argv.find((word) => word.startsWith('--json='))?.slice('--json='.length);

const files = readdirSync('bench', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.bench.ts'))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .toSorted();

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'} × ${cpus().length}, Node ${process.version}\n`,
);
const reports: BenchReport[] = [];
let hasFailed = false;
for (const file of files) {
  const report = await runOne(`bench/${file}`);
  if (report === null) {
    hasFailed = true;
    continue;
  }
  reports.push(report);
  for (const figure of report.figures) console.log(lineOf(figure));
  console.log();
  // The figures of a quick run are worth nothing: it only shows that the benches run.
  hasFailed ||= !isQuick && !report.figures.every(keepsLimit);
}
if (jsonFile !== undefined) writeFileSync(jsonFile, `${JSON.stringify(reports, null, 2)}\n`);
process.exitCode = hasFailed ? 1 : 0;

async function runOne(file: string): Promise<BenchReport | null> {
  console.log(file);
  const args = ['--expose-gc', '--import', 'tsx', file];
  const env = { ...process.env, UV_THREADPOOL_SIZE: '256' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  const last = output.trimEnd().split('\n').at(-1) ?? '';
  if (code === 0 && last.startsWith('{')) return JSON.parse(last) as BenchReport;
  console.log(`${output}\n  FAILED with exit code ${String(code)}\n`);
  return null;
}

function lineOf(figure: Figure): string {
  const { name, value, unit, limit, direction, note } = figure;
  const told = value === null ? 'not measured' : `${Number(value.toPrecision(4))} ${unit}`;
  const sign = direction === 'max' ? '≤' : '≥';
  const bound = limit === null ? '' : `${sign} ${limit} ${unit}`;
  const mark = keepsLimit(figure) ? ' ' : '✗';
  return `  ${mark} ${name.padEnd(66)} ${told.padStart(16)}   ${bound}${note === undefined ? '' : `   (${note})`}`;
}
