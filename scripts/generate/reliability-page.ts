/** What is promised when things go wrong, and what the last run of each part of the torture bench found. */

import { readFileSync } from 'node:fs';
import { toldLimit, toldValue } from '../../bench/support/figure-line.ts';
import { keepsLimit } from '../../bench/support/report.ts';
import { PARTS } from '../../bench/torture/parts.ts';
import { holds, type PartRun, type TortureResults } from '../../bench/torture/results.ts';
import { GENERATED_NOTE, table } from './table.ts';

const RESULTS = new URL('../../bench/torture/results.json', import.meta.url);

/** What a user may rely on, by the part that tests it. */
const PROMISES: Readonly<Record<string, string>> = {
  kill: 'The process may be killed at any moment, and starts again in the same folder. The database stays whole. An import is stored completely or not at all. No lookup is given twice; a kill costs a key at most five. Counts are on the disk within a second.',
  'malformed-http':
    'Whatever bytes arrive over HTTP, the process lives, nothing inside a refused request is executed, and the memory comes back.',
  'camera-faults':
    'A camera that fails loses only its own samples, and counts within 30 s of its recovery.',
  'corrupted-keyframes': 'A damaged picture loses its own sample.',
  'bad-plugins':
    'A detector plugin that throws, hangs, leaks or crashes costs only the cameras that use it. The others keep 95% of their samples.',
  environment:
    'A full or read-only disk, a missing data folder, too few descriptors, a clock that steps and a log that nobody reads are reported within 5 s. The program recovers by itself.',
  soak: 'After warming up, memory, descriptors and threads do not grow.',
};

/** `docs/reliability.md`. */
export function reliabilityPage(): string {
  const { runs } = JSON.parse(readFileSync(RESULTS, 'utf8')) as TortureResults;
  const rows = PARTS.map(({ name }) => {
    const promise = PROMISES[name];
    if (promise === undefined) throw new Error(`${name}: no promise for docs/reliability.md`);
    const run = runs.find(({ part }) => part === name);
    return [promise, `\`${name}\``, run === undefined ? 'no long run yet' : foundBy(run)];
  });
  return `${GENERATED_NOTE}

# Reliability

For technicians: what holds when the process is killed, a camera fails or the disk is full.

${table(['promise', 'part', 'last long run'], rows)}

Turnout is one process on one computer, without a standby: let the service manager restart it. On SIGTERM it ends within 5 s.

\`npx tsx bench/torture/run.ts\` causes these faults to the built program, drawn from a seed: \`npx tsx bench/torture/run.ts kill --seed 7\`. 
\`.ci/nightly\` runs all of them. Every figure is in \`bench/torture/results.json\`.
`;
}

function foundBy(run: PartRun): string {
  const { amount, unit, when, revision, figures, fault } = run;
  const what = `${amount.toLocaleString('en')} ${unit}, ${when.slice(0, 10)}, ${revision ?? 'unknown'}`;
  const skipped = figures.filter(({ value }) => value === null).length;
  if (holds(run)) return `${what}: all goals hold${skipped > 0 ? `, ${skipped} not measured` : ''}`;
  const missed = figures
    .filter((figure) => !keepsLimit(figure))
    .map((figure) => `${figure.name} ${toldValue(figure)}, goal ${toldLimit(figure)}`);
  return `${what}: **missed**: ${fault ?? missed.join('; ')}`;
}
