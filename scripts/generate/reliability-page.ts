/** What is promised when things go wrong, how it is tested, and the last figures: from the torture bench. */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toldLimit, toldValue } from '../../bench/support/figure-line.ts';
import { keepsLimit } from '../../bench/support/report.ts';
import type { Goal, TorturePart } from '../../bench/torture/part.ts';
import { PARTS } from '../../bench/torture/parts.ts';
import { runLines, type TortureResults } from '../../bench/torture/results.ts';
import { GENERATED_NOTE, table } from './table.ts';

const RESULTS = fileURLToPath(new URL('../../bench/torture/results.json', import.meta.url));

/** What a user may rely on, by the part that tests it. */
const PROMISES: Readonly<Record<string, string>> = {
  kill: 'The process may be killed at any moment, and starts again in the same folder. The database stays whole. An import is stored completely or not at all. A lookup is never given twice, and a kill costs a key at most five. Counts are on the disk within a second.',
  'malformed-http':
    'Whatever bytes arrive over HTTP, the process lives. They cause no answer of 500 or 502 to 504, nothing inside a refused request is executed, and the memory they took comes back.',
  'camera-faults':
    'A camera that fails loses only its own samples. It is tried again, counts within 30 s of its recovery, and leaves neither a connection nor memory behind.',
  'corrupted-keyframes': 'A damaged picture loses its own sample.',
  'bad-plugins':
    'A detector plugin that throws, hangs, leaks or exits costs the cameras that use it. The others keep 95 % of their samples. A crash in native code ends the process of the plugin alone; the plugin is still named after a restart.',
  environment:
    'A full or read-only disk, a data folder that disappears, too few descriptors, a clock that steps and a log that is not read are reported within 5 s. The program recovers by itself once the cause is gone.',
  soak: 'Once the work of the program is routine, its memory, descriptors and threads do not grow.',
};

/** `docs/reliability.md`. */
export function reliabilityPage(): string {
  const promises = PARTS.map((part) => [promiseOf(part), `[${part.name}](#${part.name})`]);
  return `${GENERATED_NOTE}

# Reliability

## What is promised

${table(['promise', 'tested by'], promises)}

Turnout is one process on one computer. It does not restart itself and has no standby: let the service manager of the
system restart it. On SIGTERM it ends within 5 s.

## How it is tested

\`npm run torture\` runs the built program as a child process, with a data folder of its own, and causes every fault
below. Faults are drawn from a seed, so a run can be repeated: \`npm run torture -- kill --seed 7\`. Each part names its
goals before it runs. A goal that is missed makes the run fail, and is listed here like any other figure.

CI runs \`npm run torture -- --short\` with every change, two minutes at most. It shows that each part still works and
meets its goals on a small scale. The figures below come from long runs.

## What misses its goal

${missed()}

## Last figures

${PARTS.map((part) => partSection(part)).join('\n\n')}
`;
}

function promiseOf({ name }: TorturePart): string {
  const promise = PROMISES[name];
  if (promise === undefined) throw new Error(`${name}: no promise for docs/reliability.md`);
  return promise;
}

function kept(): TortureResults['runs'] {
  if (!existsSync(RESULTS)) return [];
  return (JSON.parse(readFileSync(RESULTS, 'utf8')) as TortureResults).runs;
}

function missed(): string {
  const lines = kept().flatMap(({ part, figures, fault }) => {
    if (fault !== null) return [`- **${part}** failed: ${fault}`];
    return figures
      .filter((figure) => !keepsLimit(figure))
      .map((figure) => {
        const note = figure.note === undefined ? '' : ` (${figure.note})`;
        return `- **${part}**, ${figure.name}: ${toldValue(figure)}, goal ${toldLimit(figure)}${note}`;
      });
  });
  return lines.length === 0 ? 'Nothing in the runs below.' : lines.join('\n');
}

function partSection(part: TorturePart): string {
  const run = kept().find((one) => one.part === part.name);
  const heading = `### ${part.name}`;
  const { long, unit } = part.amount;
  if (run !== undefined) {
    const [what = '', ...lines] = runLines(run);
    const whole =
      run.amount < long
        ? ` This run was a part of it: a long one does ${long.toLocaleString('en')} ${unit}.`
        : '';
    return [heading, '', `${what}${whole}`, ...lines].join('\n');
  }
  const goals = part.goals.filter(({ limit }) => limit !== null).map(goalRow);
  return [
    heading,
    '',
    `${part.what}. A long run does ${long.toLocaleString('en')} ${unit}; no run is stored yet.`,
    '',
    table(['figure', 'goal'], goals),
  ].join('\n');
}

function goalRow({ figure, ...goal }: Goal): string[] {
  return [figure, toldLimit({ name: figure, value: null, ...goal })];
}
