/** What a check of a detector has to say, in Turnout and in the package for plugin authors alike. */

import { type ConformanceResult, isNotRun } from '../detectors/conformance.ts';
import type { CheckedDetector } from '../engine/conformance/check-detector.ts';
import { messageOf, TurnoutError } from '../errors.ts';
import { counted } from '../web/words/format.ts';

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

const MARKS = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' } as const;

/** One line a check, but each fault once: what a detector gets wrong, it gets wrong in most checks. */
export class ResultLines {
  /** By fault, in the order in which they came. */
  readonly #faults = new Map<string, { readonly first: ConformanceResult; checks: number }>();

  /** Null for a check whose fault was shown before, and for one that was not run. */
  lineOf(result: ConformanceResult): string | null {
    const { name, outcome, fault } = result;
    if (fault === null) return `${MARKS[outcome]} ${name}`;
    const known = this.#faults.get(fault);
    if (known !== undefined) known.checks += 1;
    else this.#faults.set(fault, { first: result, checks: 1 });
    return known !== undefined || isNotRun(result) ? null : `${MARKS[outcome]} ${name}: ${fault}`;
  }

  /** After the last check: how many others each fault was found in. */
  rest(): readonly string[] {
    return [...this.#faults].flatMap(([fault, { first, checks }]) => {
      const mark = MARKS[first.outcome];
      if (isNotRun(first)) return [`${mark} ${counted(checks, 'check')} ${fault}`];
      if (checks === 1) return [];
      return [`${mark} ${counted(checks - 1, 'more check')} with the same fault as: ${first.name}`];
    });
  }
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
  const results = new ResultLines();
  const lines = report.checks.flatMap((result) => results.lineOf(result) ?? []);
  const all = [...lines, ...results.rest(), ...printedLines(report)];
  return [`${report.name} ${report.version}`, ...all].join('\n');
}

/** What the detector printed itself, under a heading; nothing where it printed nothing. */
export function printedLines({ printed }: Pick<CheckedDetector, 'printed'>): readonly string[] {
  if (printed.length === 0) return [];
  return ['It printed, first of all:', ...printed.map((line) => `     | ${line}`)];
}
