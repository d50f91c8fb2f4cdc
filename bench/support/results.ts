/** All figures of one run, as they are kept. */

import type { Machine } from './machine.ts';
import type { BenchReport } from './report.ts';

export interface Results {
  readonly machine: Machine;
  /** Whether the run only proved that the benches run. */
  readonly isQuick: boolean;
  readonly reports: KeptReport[];
}

export interface KeptReport extends BenchReport {
  /** When and on what it was run, where not with the others. */
  readonly apart?: string;
}

/** What was kept, with the reports of a later run of some benches in the place of theirs. */
export function renewed(stored: Results, { machine, reports }: Results): Results {
  const { when, revision, load } = machine;
  const apart = `run apart: ${when.slice(0, 10)}, revision ${revision ?? 'unknown'}, load ${load} before the run`;
  const fresh = reports.map((report) => ({ ...report, apart }));
  const known = new Set(stored.reports.map(({ bench }) => bench));
  return {
    ...stored,
    reports: [
      ...stored.reports.map((old) => fresh.find(({ bench }) => bench === old.bench) ?? old),
      ...fresh.filter(({ bench }) => !known.has(bench)),
    ],
  };
}
