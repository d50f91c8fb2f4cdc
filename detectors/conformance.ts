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

import { messageOf } from '../errors.ts';
import { type ConformanceCheck, conformance } from './conformance/checks.ts';
import { type ConformanceSubject, isMissing } from './conformance/subject.ts';

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

/**
 * Runs every check, one after another, and never throws: a fault is a line of the report. A check whose model file is
 * not on this computer is skipped and says so.
 *
 * @param onResult hears of each check as it ends, with the share of all that is done, 0..1.
 */
export async function runConformance(
  subject: ConformanceSubject,
  onResult: (result: ConformanceResult, share: number) => void = () => undefined,
): Promise<ConformanceReport> {
  const checks: ConformanceResult[] = [];
  for (const check of conformance) {
    const result = await resultOf(check, subject);
    checks.push(result);
    onResult(result, checks.length / conformance.length);
  }
  return { passed: checks.every(({ outcome }) => outcome === 'passed'), checks };
}

async function resultOf(
  check: ConformanceCheck,
  subject: ConformanceSubject,
): Promise<ConformanceResult> {
  const startMs = performance.now();
  const done = (outcome: ConformanceResult['outcome'], fault: string | null) => ({
    name: check.name,
    outcome,
    fault,
    durationMs: performance.now() - startMs,
  });
  try {
    await check.run(subject);
    return done('passed', null);
  } catch (error) {
    return done(isMissing(error) ? 'skipped' : 'failed', messageOf(error));
  }
}
