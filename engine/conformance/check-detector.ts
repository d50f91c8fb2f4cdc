/**
 * The conformance suite in a process of its own: a detector that hangs, spins, ends its process or crashes it fails the check
 * that it did so in, and those after it. Not all checks reported is a failure.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { childrenOf } from '../../detectors/conformance/watch.ts';
import {
  CHECK_LIMIT_MS,
  type ConformanceReport,
  type ConformanceResult,
  conformance,
  notRun,
} from '../../detectors/conformance.ts';
import { type ErrorCode, type ErrorParts, TurnoutError } from '../../errors.ts';
import { workerModule } from '../../runtime/worker-module.ts';
import { endProcessGroup } from '../pool/guard.ts';

export interface CheckedDetector extends ConformanceReport {
  readonly name: string;
  readonly version: string;
  /** What it printed, the first lines of it. */
  readonly printed: readonly string[];
}

export interface CheckOptions extends CheckSetup {
  /** Hears of each check as it ends, with the share of all that is done, 0..1. */
  readonly onResult: (result: ConformanceResult, share: number) => void;
}

const MAX_LINES = 20;
const MAX_LINE_LENGTH = 200;
/** Longer than the limit of the suite itself, which says more where it can. */
const PATIENCE = 1.2;

/** Throws what keeps the detector from being loaded, `detector_timeout` and `detector_exited` among it. */
export async function checkDetectorApart(options: CheckOptions): Promise<CheckedDetector> {
  const { onResult, ...setup } = options;
  const { limitMs = CHECK_LIMIT_MS } = setup;
  const child = startChild(setup);
  const printed = linesOf(child);
  const checks: ConformanceResult[] = [];
  let about: { name: string; version: string } | null = null;
  const end = await new Promise<string>((resolve, reject) => {
    let timer: NodeJS.Timeout;
    const wait = () => {
      clearTimeout(timer);
      const late = `no end within ${(limitMs * PATIENCE) / 1000} s`;
      timer = setTimeout(() => resolve(late), limitMs * PATIENCE);
    };
    const over = (how: string) => {
      clearTimeout(timer);
      resolve(how);
    };
    wait();
    child.on('message', (report: CheckReport) => {
      wait();
      if (report.kind === 'refused') {
        clearTimeout(timer);
        reject(new TurnoutError(report.code, report.parts));
      }
      if (report.kind === 'loaded') about = report;
      if (report.kind !== 'result') return;
      checks.push(report.result);
      onResult(report.result, checks.length / conformance.length);
      if (checks.length === conformance.length) over('all');
    });
    child.on('exit', (code, signal) =>
      over(`the end of its process: ${signal ?? `exit code ${code}`}`),
    );
    child.on('error', (error) => over(error.message));
  }).finally(() => {
    if (child.pid !== undefined) endAll(child.pid);
  });
  return reportOf(setup.detector, about, { checks, printed, end });
}

/** Ends the process with all that the detector has started, also what went into a group of its own. */
function endAll(pid: number): void {
  const children = childrenOf(pid);
  endProcessGroup(pid);
  for (const child of children) endProcessGroup(child);
}

interface Reported {
  readonly checks: readonly ConformanceResult[];
  readonly printed: readonly string[];
  /** How it ended. */
  readonly end: string;
}

function reportOf(
  detector: string,
  about: { readonly name: string; readonly version: string } | null,
  { checks, printed, end }: Reported,
): CheckedDetector {
  if (about === null) {
    const code = end.startsWith('no end') ? 'detector_timeout' : 'detector_exited';
    const where = `detector ${detector}`;
    throw new TurnoutError(code, { where, expected: 'it to be loaded', got: end });
  }
  const [at, ...others] = conformance.slice(checks.length);
  const rest: readonly ConformanceResult[] =
    at === undefined
      ? []
      : [
          { name: at.name, outcome: 'failed', fault: `got ${end}`, durationMs: 0 },
          ...others.map((check) => notRun(check, at.name)),
        ];
  const all = [...checks, ...rest];
  const passed = all.every(({ outcome }) => outcome === 'passed');
  return { name: about.name, version: about.version, passed, checks: all, printed };
}

function startChild(setup: CheckSetup): ChildProcess {
  const { url, execArgv } = workerModule('engine/conformance/child');
  return fork(fileURLToPath(url), [JSON.stringify(setup)], {
    // What the detector starts ends with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [...process.execArgv, ...execArgv],
  });
}

/** The first lines that it prints, as they come; the rest is read and forgotten. */
function linesOf({ stdout, stderr }: ChildProcess): readonly string[] {
  const lines: string[] = [];
  for (const stream of [stdout, stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      if (lines.length < MAX_LINES) lines.push(line.slice(0, MAX_LINE_LENGTH));
    });
  }
  return lines;
}

/** What crosses the border between `turnout detectors check` and the process that the detector is checked in. */

/** What the process is started with, as JSON in its arguments. */
export interface CheckSetup {
  /** Name of a detector, a package or the path of a module. */
  readonly detector: string;
  /** Folder that paths and packages are looked up from. */
  readonly fromDir: string;
  readonly modelsDir: string;
  readonly options: unknown;
  /** Longest time for loading, and for each check, ms. */
  readonly limitMs?: number;
}

export type CheckReport =
  | { readonly kind: 'loaded'; readonly name: string; readonly version: string }
  /** It could not be loaded. */
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly parts: ErrorParts }
  | { readonly kind: 'result'; readonly result: ConformanceResult };
