/**
 * The conformance suite for detectors: what an author of a plugin runs before anyone counts with it. Needs no test
 * framework; `turnout detectors check PATH` runs it too.
 *
 * @example
 * import { runConformance } from 'turnout/detector/conformance';
 * import { detector } from './my-detector.mjs';
 *
 * const report = await runConformance({ definition: detector });
 * for (const { name, fault } of report.checks) console.log(fault ?? 'ok', name);
 *
 * @example Each check as a test of its own, in any framework:
 * for (const check of conformance) it(check.name, () => check.run({ definition: detector }));
 */

import { isTurnoutError } from '../errors.ts';
import { conformance } from './conformance/checks.ts';
import type { ConformanceCheck, ConformanceSubject } from './conformance/frames.ts';
import { thrownText } from './faults.ts';

export { type ConformanceCheck, type ConformanceSubject, conformance };

/** How one check went. */
export interface ConformanceResult {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it failed or was skipped, in one sentence; null where it passed. */
  readonly fault: string | null;
  readonly durationMs: number;
}

/** How all of them went. */
export interface ConformanceReport {
  /** No check failed and none was skipped. */
  readonly passed: boolean;
  readonly checks: readonly ConformanceResult[];
}

/** Longest time for one check, ms. Chosen here: the slowest detector that ships takes a sixth of it on a busy machine. */
export const CHECK_LIMIT_MS = 60_000;

/**
 * Runs every check, one after another, and never throws: a fault is a line of the report. A check whose model file is
 * not on this computer is skipped and says so. After one that never ends the others are not run. What spins, ends its
 * process or crashes it needs a process of its own: that is what `turnout detectors check` gives it.
 *
 * @param onResult hears of each check as it ends, with the share of all that is done, 0..1.
 */
export async function runConformance(
  subject: ConformanceSubject,
  onResult: (result: ConformanceResult, share: number) => void = () => undefined,
  limitMs: number = CHECK_LIMIT_MS,
): Promise<ConformanceReport> {
  const checks: ConformanceResult[] = [];
  let stuck: string | null = null;
  for (const check of conformance) {
    const result = stuck === null ? await resultOf(check, subject, limitMs) : notRun(check, stuck);
    if (result.outcome === 'failed' && result.durationMs >= limitMs) stuck = check.name;
    checks.push(result);
    onResult(result, checks.length / conformance.length);
  }
  return { passed: checks.every(({ outcome }) => outcome === 'passed'), checks };
}

const NOT_RUN = 'not run, after: ';

/** The result of a check that was not run, since an earlier one never ended. */
export function notRun({ name }: { readonly name: string }, stuck: string): ConformanceResult {
  return { name, outcome: 'failed', fault: `${NOT_RUN}${stuck}`, durationMs: 0 };
}

/** Whether it is the result of such a check. */
export function isNotRun({ fault }: ConformanceResult): boolean {
  return fault?.startsWith(NOT_RUN) === true;
}

async function resultOf(
  check: ConformanceCheck,
  subject: ConformanceSubject,
  limitMs: number,
): Promise<ConformanceResult> {
  const startMs = performance.now();
  const done = (outcome: ConformanceResult['outcome'], fault: string | null) => ({
    name: check.name,
    outcome,
    fault,
    durationMs: performance.now() - startMs,
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const fault = new Error(`expected its end within ${limitMs / 1000} s, got none`);
    timer = setTimeout(() => reject(fault), limitMs);
  });
  try {
    await Promise.race([check.run(subject), late]);
    return done('passed', null);
  } catch (error) {
    const isSkipped = isTurnoutError(error, 'model_missing');
    return done(isSkipped ? 'skipped' : 'failed', thrownText(error));
  } finally {
    clearTimeout(timer);
  }
}
