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
  type ConformanceResult,
  conformance,
  notRun,
} from '../../detectors/conformance.ts';
import { type ErrorCode, type ErrorParts, TurnoutError } from '../../errors.ts';
import { workerModule } from '../../runtime/worker-module.ts';
import { endProcessGroup } from '../pool/guard.ts';

export type CheckedDetector = Awaited<ReturnType<typeof checkDetectorApart>>;

export interface CheckOptions extends CheckSetup {
  /** Hears of each check as it ends, with the share of all that is done, 0..1. */
  readonly onResult: (result: ConformanceResult, share: number) => void;
}

const MAX_LINES = 20;
const MAX_LINE_LENGTH = 200;
/** Longer than the limit of the suite itself, which says more where it can. */
const PATIENCE = 1.2;

/** Throws what keeps the detector from being loaded, `detector_timeout` and `detector_exited` among it. */
export async function checkDetectorApart(options: CheckOptions) {
  const { onResult, ...setup } = options;
  const limitMs = (setup.limitMs ?? CHECK_LIMIT_MS) * PATIENCE;
  const { url, execArgv } = workerModule('engine/conformance/child');
  const child = fork(fileURLToPath(url), [JSON.stringify(setup)], {
    // What the detector starts ends with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [...process.execArgv, ...execArgv],
  });
  const printed = linesOf(child);
  const checks: ConformanceResult[] = [];
  let about: LoadedDetector | null = null;
  let timer: NodeJS.Timeout | undefined;
  const end = await new Promise<string>((resolve, reject) => {
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => resolve(`no end within ${limitMs / 1000} s`), limitMs);
    };
    wait();
    child.on('message', (report: CheckReport) => {
      wait();
      if (report.kind === 'refused') reject(new TurnoutError(report.code, report.parts));
      if (report.kind === 'loaded') about = report;
      if (report.kind !== 'result') return;
      checks.push(report.result);
      onResult(report.result, checks.length / conformance.length);
      if (checks.length === conformance.length) resolve('all');
    });
    child.on('exit', (code, signal) =>
      resolve(`the end of its process: ${signal ?? `exit code ${code}`}`),
    );
    child.on('error', (error) => resolve(error.message));
  }).finally(() => {
    clearTimeout(timer);
    if (child.pid !== undefined) endAll(child.pid);
  });
  return reportOf(setup.detector, about, checks, printed, end);
}

type LoadedDetector = Extract<CheckReport, { kind: 'loaded' }>;

/** Ends the process with all that the detector has started, also what went into a group of its own. */
function endAll(pid: number): void {
  for (const each of [...childrenOf(pid), pid]) endProcessGroup(each);
}

/** @param end how it ended. */
function reportOf(
  detector: string,
  about: LoadedDetector | null,
  done: readonly ConformanceResult[],
  printed: readonly string[],
  end: string,
) {
  if (about === null) {
    const code = end.startsWith('no end') ? 'detector_timeout' : 'detector_exited';
    const where = `detector ${detector}`;
    throw new TurnoutError(code, { where, expected: 'it to be loaded', got: end });
  }
  // The check that was under way has failed, and those after it were not run.
  const [at, ...others] = conformance.slice(done.length);
  const checks = [...done];
  if (at !== undefined) {
    checks.push({ name: at.name, outcome: 'failed', fault: `got ${end}`, durationMs: 0 });
    checks.push(...others.map((check) => notRun(check, at.name)));
  }
  const passed = checks.every(({ outcome }) => outcome === 'passed');
  return { name: about.name, version: about.version, passed, checks, printed };
}

/** The first lines that it prints, as they come; the rest is read and forgotten. */
function linesOf({ stdout, stderr }: ChildProcess): readonly string[] {
  const lines: string[] = [];
  for (const input of [stdout, stderr]) {
    if (input === null) continue;
    createInterface({ input }).on('line', (line) => {
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
