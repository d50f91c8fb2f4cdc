/** What a check of a detector has to say, in Turnout and in the package for plugin authors alike. */

import type { ConformanceResult } from '../../detectors/conformance.ts';
import type { CheckedDetector } from '../../engine/conformance/check-detector.ts';
import { messageOf, TurnoutError } from '../../errors.ts';

/** The options of `--options`. Throws `usage`. */
export function parseOptions(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    const got = messageOf(error);
    throw new TurnoutError(
      'usage',
      { where: '--options', expected: 'a JSON object', got, hint: 'quote it for your shell' },
      { cause: error },
    );
  }
}

/** Throws `detector_invalid` unless every check has passed. */
export function requirePassed(report: CheckedDetector): void {
  const failed = report.checks.filter(({ outcome }) => outcome !== 'passed');
  const [first] = failed;
  if (first === undefined) return;
  throw new TurnoutError('detector_invalid', {
    where: `detector ${report.name}`,
    expected: `all ${report.checks.length} checks to pass`,
    got: `${failed.length} that did not, first: ${first.name}`,
    ...(first.outcome === 'skipped' && { hint: first.fault ?? '' }),
  });
}

/** One check in one line. */
export function resultLine({ name, outcome, fault }: ConformanceResult): string {
  const mark = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' }[outcome];
  return fault === null ? `${mark} ${name}` : `${mark} ${name}: ${fault}`;
}

export function reportWire(report: CheckedDetector) {
  return {
    detector: report.name,
    passed: report.passed,
    checks: report.checks.map(({ name, outcome, fault, durationMs }) => ({
      name,
      outcome,
      fault,
      duration_ms: Math.round(durationMs),
    })),
    printed: report.printed,
  };
}

export function reportText(report: CheckedDetector): string {
  const lines = [...report.checks.map(resultLine), ...printedLines(report)];
  return [`${report.name} ${report.version}`, ...lines].join('\n');
}

/** What the detector printed itself, under a heading; nothing where it printed nothing. */
export function printedLines({ printed }: Pick<CheckedDetector, 'printed'>): readonly string[] {
  if (printed.length === 0) return [];
  return ['It printed, first of all:', ...printed.map((line) => `     | ${line}`)];
}
