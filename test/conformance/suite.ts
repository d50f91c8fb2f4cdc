/** Runs the official suite against an address, and reads what it found. */

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInstalled } from './installed.ts';
import type { Revision } from './scenarios.ts';

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly warned: number;
  /** What failed or was warned of, in the words of the suite. */
  readonly faults: readonly string[];
}

/** Outcomes by scenario. */
export type Outcomes = ReadonlyMap<string, Outcome>;

/** Everything that the suite lists for a revision. */
export function runAll(url: string, revision: Revision): Promise<Outcomes> {
  return run(url, ['--requirements', revision]);
}

/** One after another, so that no more is asked in a second than the program lets anybody ask. */
export async function runEach(
  url: string,
  revision: Revision,
  scenarios: readonly string[],
): Promise<Outcomes> {
  const outcomes = new Map<string, Outcome>();
  for (const scenario of scenarios) {
    const one = await run(url, ['--scenario', scenario, '--spec-version', revision]);
    for (const [name, outcome] of one) outcomes.set(name, outcome);
  }
  return outcomes;
}

/** The exit status is that of what failed, which the files tell better. */
async function run(url: string, args: readonly string[]): Promise<Outcomes> {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-conformance-'));
  try {
    const all = ['server', '--url', `${url}/mcp`, '--output-dir', folder, ...args];
    const { stdout, stderr } = await runInstalled('conformance', all);
    const outcomes = await readOutcomes(folder);
    if (outcomes.size === 0) {
      throw new Error(`the suite ran no scenario (${args.join(' ')}):\n${stdout}${stderr}`);
    }
    return outcomes;
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
  readonly details?: { readonly message?: string };
}

/** Folders are called `server-<scenario>-<time>`. */
async function readOutcomes(folder: string): Promise<Outcomes> {
  const outcomes = new Map<string, Outcome>();
  for (const name of await readdir(folder)) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name)?.[1];
    if (scenario === undefined) throw new Error(`the suite wrote ${name}: what scenario is it of?`);
    const text = await readFile(join(folder, name, 'checks.json'), 'utf8');
    outcomes.set(scenario, outcomeOf(JSON.parse(text) as Check[]));
  }
  return outcomes;
}

function outcomeOf(checks: readonly Check[]): Outcome {
  const of = (wanted: string) => checks.filter(({ status }) => status === wanted);
  const faulty = [...of('FAILURE'), ...of('WARNING')];
  return {
    passed: of('SUCCESS').length,
    failed: of('FAILURE').length,
    warned: of('WARNING').length,
    faults: faulty.map(
      ({ id, errorMessage, details }) =>
        `${id}: ${errorMessage ?? details?.message ?? 'no reason told'}`,
    ),
  };
}
