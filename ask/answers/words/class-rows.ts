/** Classes of the week, such as "HIIT 45 on Mondays at 17:30", in words and as findings. */

import type { ClassRowBody } from '../../../gym/reports/schemas/class-row.ts';
import type { RankedClassBody } from '../../../gym/reports/schemas/performance.ts';
import type { Unscored } from '../report-answer.ts';
import { classes, full, percent, plain, points, sentence } from './wording.ts';

export type RankedBy = 'fill_rate' | 'attended' | 'average_attendance' | 'no_show_rate' | 'trend';

/** `HIIT 45, Mon 17:30, Studio`. */
export function classTitle({ name, weekday, start_time, room }: ClassRowBody): string {
  const day = sentence(weekday).slice(0, 3);
  return `${name}, ${day} ${start_time}${room === null ? '' : `, ${room}`}`;
}

/** `HIIT 45 (Mon 17:30)`. */
export function classShort({ name, weekday, start_time }: ClassRowBody): string {
  return `${name} (${sentence(weekday).slice(0, 3)} ${start_time})`;
}

/** Of a ranking, or of the report on one class: both rows have these figures. */
export function rankedItem(row: ClassFigures): Unscored {
  return { '@type': 'Class', name: classTitle(row), description: rankedText(row), figures: row };
}

type ClassFigures = Omit<RankedClassBody, 'rank'>;

function rankedText(row: ClassFigures): string {
  const stay = row.no_show_rate === null ? 'no-shows unknown' : noShowText(row);
  const trend = row.trend === null ? '' : `; fill ${points(row.trend)} in the second half`;
  return `${classTitle(row)}: ${fillText(row)}, ${meanText(row)}; ${stay}${trend}. Verdict: ${verdictText(row)}.`;
}

function fillText({ fill_rate, rated_occurrences: n }: ClassRowBody): string {
  return fill_rate === null ? 'how full is unknown' : `${full(fill_rate)} (${classes(n)})`;
}

function meanText({ average_attendance: mean, graded_occurrences: n }: ClassRowBody): string {
  return mean === null
    ? 'who came is unknown'
    : `${plain(mean, 1)} people on average (${classes(n)})`;
}

type NoShows = Pick<RankedClassBody, 'no_show_rate' | 'no_shows_basis' | 'no_show_occurrences'>;

export function noShowText({
  no_show_rate,
  no_shows_basis,
  no_show_occurrences: n,
}: NoShows): string {
  if (no_show_rate === 0 && no_shows_basis === 'net')
    return `never fewer people than bookings (${classes(n)})`;
  const atLeast = no_shows_basis === 'net' ? 'at least ' : '';
  return `${atLeast}${percent(no_show_rate)} of the bookings did not come (${classes(n)})`;
}

/** `dead (low fill, loses money)`, `weak`. */
export function verdictText({ verdict, verdict_reasons: codes }: ClassRowBody): string {
  const word = verdict === 'insufficient_data' ? 'too little data' : verdict;
  const reasons = codes.flatMap((code) => REASONS[code] ?? []);
  return reasons.length === 0 ? word : `${word} (${reasons.join(', ')})`;
}

/** Reasons that say more than their verdict does; the codes are in the figures. */
const REASONS: Readonly<Record<string, string>> = {
  too_few_graded: 'too few counts',
  capacity_unknown: 'places unknown',
  low_fill: 'low fill',
  loses_money: 'loses money',
  waitlist: 'waiting list',
  no_show_alert: 'many no-shows',
  checked_in_only: 'check-ins only',
};

/** What a class is ranked by, with its n. */
export function rankedValue(row: RankedClassBody, by: RankedBy): string {
  switch (by) {
    case 'fill_rate':
      return fillText(row);
    case 'attended':
      return `${plain(row.attended ?? 0, 0)} people (${classes(row.graded_occurrences)})`;
    case 'average_attendance':
      return meanText(row);
    case 'no_show_rate':
      return noShowText(row);
    case 'trend':
      return `fill ${points(row.trend ?? 0)} (${classes(row.rated_occurrences)})`;
  }
}

/** The n of what classes are ranked by. */
export const RANKED_N = {
  fill_rate: 'rated_occurrences',
  attended: 'graded_occurrences',
  average_attendance: 'graded_occurrences',
  no_show_rate: 'no_show_occurrences',
  trend: 'rated_occurrences',
} as const satisfies Record<RankedBy, keyof RankedClassBody>;
