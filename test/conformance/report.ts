/** The outcomes as one table, and what in them is not as expected. */

import { NOT_PASSED } from './not-passed.ts';
import type { Revision } from './scenarios.ts';
import type { Outcome } from './suite.ts';

export interface Row {
  readonly revision: Revision;
  readonly scenario: string;
  readonly where: 'program' | 'fixtures';
  readonly isScored: boolean;
  /** Null where the suite did not run it. */
  readonly outcome: Outcome | null;
}

/** Something was checked and nothing failed. Warnings beside it are of what a server should, not must. */
function isPassed({ outcome }: Row): boolean {
  return outcome !== null && outcome.failed === 0 && outcome.passed > 0;
}

/** It passed, or is listed with a reason. */
export function isExpected(row: Row): boolean {
  return isPassed(row) || reasonOf(row) !== undefined;
}

/** Lines of text. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const { passed = 0, failed = 0, warned = 0 } = row.outcome ?? {};
    const counts = [passed, failed, warned].map((count) => String(count).padStart(6)).join(' ');
    const mark = isPassed(row) ? 'passed' : reasonOf(row) === undefined ? 'FAILED' : 'listed';
    const notes = row.isScored ? '' : '  not scored';
    return `${row.revision}  ${row.scenario.padEnd(46)} ${row.where.padEnd(8)} ${counts}  ${mark}${notes}`;
  });
  return [`revision    ${'scenario'.padEnd(46)} where    passed failed warned`, ...lines].join(
    '\n',
  );
}

/** Sentences: what failed and is not listed, and what is listed and passed. Empty where all is as expected. */
export function surprises(rows: readonly Row[]): readonly string[] {
  const failed = rows
    .filter((row) => !isExpected(row))
    .map((row) =>
      [
        `${row.revision} ${row.scenario} (${row.where}) did not pass`,
        ...(row.outcome?.faults ?? []),
      ].join('\n  '),
    );
  const stale = NOT_PASSED.filter((listed) => {
    const row = rows.find((one) => isSame(one, listed));
    return row === undefined || isPassed(row);
  }).map(
    ({ revision, scenario }) =>
      `${revision} ${scenario} is listed in not-passed.ts, and passed or was not run: take it out`,
  );
  return [...failed, ...stale];
}

/** Each reason with what it is the reason for. */
export function reasons(rows: readonly Row[]): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const row of rows) {
    const reason = isPassed(row) ? undefined : reasonOf(row);
    if (reason === undefined) continue;
    byReason.set(reason, [...(byReason.get(reason) ?? []), `${row.revision} ${row.scenario}`]);
  }
  return [...byReason].map(([reason, names]) => `${names.join(', ')}: ${reason}`);
}

function reasonOf(row: Row): string | undefined {
  return NOT_PASSED.find((listed) => isSame(row, listed))?.reason;
}

function isSame(
  row: Pick<Row, 'revision' | 'scenario'>,
  listed: Pick<Row, 'revision' | 'scenario'>,
): boolean {
  return row.revision === listed.revision && row.scenario === listed.scenario;
}
