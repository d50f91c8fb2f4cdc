/** The report as a person reads it: tables in Markdown. */

import type { Report, SubjectReport } from './report.ts';

/** The whole report. Deterministic for one report. */
export function tablesOf(report: Report): string {
  return [
    `${report.when}; ${report.machine}; load ${report.load.join(', ')}; ${report.pictures} pictures of ${report.groups} groups, without ${report.twinsLeftOut} that look like one that was trained on and ${report.camerasLeftOut} of cameras that were.`,
    ...report.notJudged.map(({ name, reason }) => `\`${name}\`: not applicable: ${reason}.`),
    ...report.divisions.map((division) => `### ${division}\n\n${divisionTable(report, division)}`),
    `### Milliseconds a picture\n\n${timeTable(report)}`,
    `### Unsure labels of teachers: error of the count\n\n${sensitivityTable(report)}`,
    `### Thresholds: error of the count\n\n${sweepTable(report)}`,
    `### Anchor of a zone: error of the count in a zone\n\n${anchorTable(report)}`,
  ].join('\n\n');
}

function divisionTable({ subjects }: Report, division: string): string {
  const rows = subjects.flatMap(({ name, threshold, figures }) => {
    const one = figures[division];
    if (one === undefined) return [];
    const shares = [one.ap50, one.recall, one.precision].map((share) => number(share, 3));
    const mae = `${one.mae.toFixed(2)} ± ${one.maeSe.toFixed(2)}`;
    const within = [one.withinOne, one.withinTwo].map((share) => `${Math.round(share * 100)} %`);
    const counts = [mae, signed(one.bias), ...within];
    return [[name, threshold.toFixed(2), ...shares, ...counts, `${one.pictures}`, `${one.people}`]];
  });
  return markdown(
    [
      'detector and model',
      'score',
      'AP50',
      'recall',
      'precision',
      'count error',
      'bias',
      'within one',
      'within two',
      'pictures',
      'people',
    ],
    rows,
  );
}

function timeTable({ subjects }: Report): string {
  return markdown(
    ['detector and model', 'SHA-256', 'clock, median', 'processor, median', 'pictures'],
    subjects.map(({ name, model, time }) => [
      name,
      model,
      time.wallMs.toFixed(1),
      time.cpuMs.toFixed(1),
      `${time.pictures}`,
    ]),
  );
}

function sensitivityTable({ subjects }: Report): string {
  return markdown(
    [
      'detector and model',
      'as told (under 0.38 neither)',
      'under 0.38 nobody',
      'sure from 0.25',
      'sure from 0.50',
    ],
    subjects.map(({ name, sensitivity }) => [
      name,
      ...[
        sensitivity?.asTold,
        sensitivity?.unsureAreNobody,
        sensitivity?.sureFrom25,
        sensitivity?.sureFrom50,
      ].map((value) => number(value ?? null, 2)),
    ]),
  );
}

function sweepTable({ subjects }: Report): string {
  const rows = subjects.flatMap(({ name, threshold, sweep }) =>
    Object.entries(sweep.bestBySource).map(([source, best]) => [
      name,
      source,
      threshold.toFixed(2),
      (best.mae + best.shippedCosts.mean).toFixed(2),
      best.threshold.toFixed(2),
      best.mae.toFixed(2),
      `${best.shippedCosts.mean.toFixed(2)} ± ${best.shippedCosts.se.toFixed(2)}`,
    ]),
  );
  return markdown(
    [
      'detector and model',
      'pictures',
      'shipped',
      'its error',
      'best',
      'its error',
      'shipped costs',
    ],
    rows,
  );
}

function anchorTable({ subjects }: Report): string {
  return markdown(
    ['detector and model', 'bottom centre', 'centre'],
    subjects.map(({ name, zoneErrors }: SubjectReport) => [
      name,
      number(zoneErrors['bottom_centre'] ?? null, 3),
      number(zoneErrors['centre'] ?? null, 3),
    ]),
  );
}

/** A table; cells are text. */
export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

function number(value: number | null, digits: number): string {
  return value === null ? '–' : value.toFixed(digits);
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${value.toFixed(2)}`;
}
