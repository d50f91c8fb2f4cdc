/** All figures of one run, as they are kept: the JSON for programs, the page for people. */

import { toldLimit, toldValue } from './figure-line.ts';
import type { Machine } from './machine.ts';
import { type BenchReport, type Figure, keepsLimit } from './report.ts';

export interface Results {
  readonly machine: Machine;
  /** Whether the run only proved that the benches run. */
  readonly isQuick: boolean;
  readonly reports: BenchReport[];
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
  const tables = reports.map(({ bench, figures }) => tableOf(bench, figures));
  return `${[...head, ...tables.flat()].join('\n')}\n`;
}

function tableOf(bench: string, figures: readonly Figure[]): string[] {
  const rows = figures.map((figure) => {
    const mark = keepsLimit(figure) ? '' : ' **missed**';
    const { name, note = '' } = figure;
    return `| ${[name, `${toldValue(figure)}${mark}`, toldLimit(figure), note].map(cell).join(' | ')} |`;
  });
  return ['', `## ${bench}`, '', '| figure | value | limit | |', '|---|---|---|---|', ...rows];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
