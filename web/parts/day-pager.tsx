/** The ways to the day before and the day after. The arrow keys take them too. */

import type { DaysAround } from '../data.ts';
import { date } from '../words/format.ts';
import { Icon } from './icon.tsx';

/** @param today The page of it is the first one. */
export function DayPager({ before, after, today }: DaysAround & { readonly today: string }) {
  const pathOf = (day: string) => (day === today ? '/' : `/day/${day}`);
  return (
    <p class="pager">
      {before !== null && (
        <a href={pathOf(before)} rel="prev">
          <Icon name="before" /> <span>{date(before, 'short')}</span>
        </a>
      )}
      {after !== null && (
        <a href={pathOf(after)} rel="next">
          <span>{date(after, 'short')}</span> <Icon name="next" />
        </a>
      )}
    </p>
  );
}
