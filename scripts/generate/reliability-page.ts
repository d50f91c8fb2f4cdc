/** What is promised when things go wrong, and what the last run of each part of the torture bench found. */

import { readFileSync } from 'node:fs';
import { toldLimit, toldValue } from '../../bench/support/figure-line.ts';
import { keepsLimit } from '../../bench/support/report.ts';
import { holds, type PartRun, type TortureResults } from '../../bench/torture/part.ts';
import { GENERATED_NOTE, table } from './table.ts';

const RESULTS = new URL('../../bench/torture/results.json', import.meta.url);

/** What a user may rely on, and which part of the torture bench or which tests hurt the program to see it. */
const PROMISES: readonly (readonly [promise: string, shownBy: string])[] = [
  [
    'The process may be killed at any moment, and starts again in the same folder. The database stays whole. An import is stored completely or not at all. No lookup is given twice; a kill costs a key at most the requests under way. Counts are on the disk within a second.',
    'kill',
  ],
  [
    'A camera that fails loses only its own samples, and counts within 30 s of its recovery.',
    'camera-faults',
  ],
  ['After warming up, memory, descriptors and threads do not grow.', 'soak'],
  [
    'Whatever bytes arrive over HTTP, the process lives, and nothing inside a refused request is executed.',
    'test/contract/http-framing.suite.ts',
  ],
  ['A damaged picture loses its own sample.', 'test/engine/pool/corrupted.test.ts'],
  [
    'A detector plugin that throws, hangs, leaks or crashes costs only the cameras that use it.',
    'test/engine/pool/lanes.test.ts',
  ],
  [
    'A full disk, a missing data folder, too few descriptors and a clock that steps are reported within seconds. The program recovers by itself.',
    'test/integration/full-disk.test.ts',
  ],
];

/** `docs/reliability.md`. */
export function reliabilityPage(): string {
  const { runs } = JSON.parse(readFileSync(RESULTS, 'utf8')) as TortureResults;
  const rows = PROMISES.map(([promise, shownBy]) => {
    const run = runs.find(({ part }) => part === shownBy);
    return [promise, `\`${shownBy}\``, run === undefined ? 'at every change' : foundBy(run)];
  });
  return `${GENERATED_NOTE}

# Reliability

For technicians: what holds when the process is killed, a camera fails or the disk is full.

${table(['promise', 'part or test', 'last run'], rows)}

Turnout is one process on one computer, without a standby: let the service manager restart it. On SIGTERM it ends within 5 s.

\`npx tsx bench/torture/run.ts\` does what the parts say to the built program, drawn from a seed: \`npx tsx bench/torture/run.ts kill --seed 7\`.
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
