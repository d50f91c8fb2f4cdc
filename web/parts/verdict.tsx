/** What a report calls a class: an icon, a word and a colour, so that none of them is needed. */

import type { ClassReportBody } from '../../gym/reports/class-report.ts';
import { list } from '../words/format.ts';
import { Icon, type IconName } from './icon.tsx';

const VERDICTS: Readonly<Record<string, readonly [word: string, icon: IconName, tone: string]>> = {
  full: ['Full', 'full', 'good'],
  healthy: ['Healthy', 'good', 'good'],
  fair: ['OK', 'fair', 'fair'],
  weak: ['Quiet', 'weak', 'weak'],
  dead: ['Nearly empty', 'dead', 'dead'],
  unprofitable: ['Loses money', 'losing', 'dead'],
  insufficient_data: ['Too early to tell', 'unknown', 'unjudged'],
};

const REASONS: Readonly<Record<string, string>> = {
  too_few_graded: 'needs more counted dates',
  capacity_unknown: 'add the number of spots',
  loses_money: 'usually costs more than it earns',
  waitlist: 'a waiting list most weeks',
  no_show_alert: 'many no-shows',
  checked_in_only: 'based on check-ins, not head counts',
  source_changed: 'a change between check-ins and head counts may explain part of the trend',
};

const BREAKEVEN: Readonly<Record<string, string>> = {
  no_margin: 'cannot break even at this price',
  revenue_per_visit_unknown: 'add a price to see the break-even',
  cost_unknown: 'add costs to see the break-even',
  above_capacity: 'more than it has spots for',
};

export function verdictName(verdict: string): string {
  return VERDICTS[verdict]?.[0] ?? verdict;
}

type Row = ClassReportBody['series'][number];

/** The verdict, and why. */
export function verdictOn(row: Pick<Row, 'verdict' | 'verdict_reasons'>) {
  const { verdict, verdict_reasons: reasons } = row;
  const [word, icon, tone] = VERDICTS[verdict ?? ''] ?? [verdict, 'unknown', ''];
  return (
    <>
      <strong class={`verdict ${tone}`}>
        <Icon name={icon} size={16} />
        {word}
      </strong>{' '}
      <span class="note">{verdictWords(reasons)}</span>
    </>
  );
}

/** Reasons of a verdict as one clause. Its limits of fill are the gym's own, and the fill stands next to it. */
export function verdictWords(reasons: readonly string[]): string {
  const others = reasons.filter((code) => !/^(?:low_fill|fill_)/.test(code));
  return list(others.map((code) => REASONS[code] ?? code.replaceAll('_', ' ')));
}

/** Why there is no break-even, or why it cannot be reached; null where it can. */
export function breakevenWords(reason: string | null): string | null {
  return reason === null ? null : (BREAKEVEN[reason] ?? null);
}
