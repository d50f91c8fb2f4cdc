/** All figures of one run, as they are kept: the JSON for programs, the page for people. */

import { toldLimit, toldValue } from './figure-line.ts';
import type { Machine } from './machine.ts';
import { type BenchReport, keepsLimit } from './report.ts';

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
export function renewed(kept: Results, { machine, reports }: Results): Results {
  const { when, revision, load } = machine;
  const apart = `run apart: ${when.slice(0, 10)}, revision ${revision ?? 'unknown'}, load ${load} before the run`;
  const fresh = reports.map((report) => ({ ...report, apart }));
  const known = new Set(kept.reports.map(({ bench }) => bench));
  return {
    ...kept,
    reports: [
      ...kept.reports.map((old) => fresh.find(({ bench }) => bench === old.bench) ?? old),
      ...fresh.filter(({ bench }) => !known.has(bench)),
    ],
  };
}

/** Markdown: the machine, then a table a bench. */
export function resultsPage({ machine, reports }: Results): string {
  const { processor, cores, memoryGb, node, packages, when, load, revision } = machine;
  const versions = Object.entries(packages).map(([name, version]) => `${name} ${version}`);
  const head = [
    '# Results',
    '',
    'Written by `npm run bench -- --keep`; what the figures mean is told in [`README.md`](README.md).',
    '',
    `${when.slice(0, 10)}, revision ${revision ?? 'unknown'}, ${processor} × ${cores}, ${memoryGb} GB, Node ${node},`,
    `${versions.join(', ')}; load ${load} before the run.`,
  ];
  const tables = reports.map(tableOf);
  return `${[...head, ...tables.flat()].join('\n')}\n`;
}

function tableOf({ bench, figures, apart }: KeptReport): string[] {
  const rows = figures.map((figure) => {
    const mark = keepsLimit(figure) ? '' : ' **missed**';
    const { name, note = '' } = figure;
    return `| ${[name, `${toldValue(figure)}${mark}`, toldLimit(figure), note].map(cell).join(' | ')} |`;
  });
  const told = apart === undefined ? [] : ['', `(${apart})`];
  return [
    '',
    `## ${bench}`,
    ...told,
    '',
    '| figure | value | limit | |',
    '|---|---|---|---|',
    ...rows,
  ];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
