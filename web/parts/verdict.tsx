/** What a report calls a class: an icon, a word and a colour, so that none of them is needed. */

import { EN } from '../words/en.ts';
import { Icon, type IconName } from './icon.tsx';

const ICONS: Readonly<Record<string, IconName>> = {
  full: 'full',
  healthy: 'good',
  fair: 'fair',
  weak: 'weak',
  dead: 'dead',
  unprofitable: 'losing',
  insufficient_data: 'unknown',
};

const TONES: Readonly<Record<string, string>> = {
  full: 'good',
  healthy: 'good',
  fair: 'fair',
  weak: 'weak',
  dead: 'dead',
  unprofitable: 'dead',
};

interface VerdictProps {
  readonly verdict: string;
  readonly reasons: readonly string[];
}

/** A class that is full but loses money is not called dead: the word says what is wrong. */
export function verdictOf({ verdict, reasons }: VerdictProps): string {
  return verdict === 'dead' && reasons.includes('loses_money') && !reasons.includes('low_fill')
    ? 'unprofitable'
    : verdict;
}

export function Verdict(props: VerdictProps) {
  const verdict = verdictOf(props);
  return (
    <span class={`verdict ${TONES[verdict] ?? 'unjudged'}`}>
      <Icon name={ICONS[verdict] ?? 'unknown'} size={16} />
      {EN.verdicts[verdict] ?? verdict.replaceAll('_', ' ')}
    </span>
  );
}
