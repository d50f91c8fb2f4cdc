/** What a check of a detector has to say, in Turnout and in the package for plugin authors alike. */

import { isNotRun } from '../detectors/conformance.ts';
import type { CheckedDetector } from '../engine/conformance/check-detector.ts';
import { TurnoutError } from '../errors.ts';
import { parsedJson } from '../runtime/wire.ts';
import { counted } from '../web/words/format.ts';

/** The options of `--options`. Throws `usage`. */
export function parseOptions(json: string): object {
  const options = parsedJson(json);
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return options;
  const hint = 'quote it for your shell';
  throw new TurnoutError('usage', {
    where: '--options',
    expected: 'a JSON object',
    got: json,
    hint,
  });
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

const MARKS = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' } as const;

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

/** One line a check, but each fault once: what a detector gets wrong, it gets wrong in most checks. */
export function reportText({ name, version, checks, printed }: CheckedDetector): string {
  const lines = checks.flatMap((check) => {
    const mark = MARKS[check.outcome];
    if (check.fault === null) return [`${mark} ${check.name}`];
    const [first, ...others] = checks.filter(({ fault }) => fault === check.fault);
    if (first !== check) return [];
    if (isNotRun(check)) return [`${mark} ${counted(others.length + 1, 'check')} ${check.fault}`];
    const more = `${mark} ${counted(others.length, 'more check')} with the same fault as: ${check.name}`;
    return [`${mark} ${check.name}: ${check.fault}`, ...(others.length === 0 ? [] : [more])];
  });
  const output = printed.map((line) => `     | ${line}`);
  const heading = output.length === 0 ? [] : ['It printed, first of all:'];
  return [`${name} ${version}`, ...lines, ...heading, ...output].join('\n');
}
