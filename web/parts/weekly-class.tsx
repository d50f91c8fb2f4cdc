/** A class of the week in a list: its name, when it is, and who or where. */

import { capitalised } from '../words/format.ts';

interface WeeklyClassProps {
  readonly of: { readonly name: string; readonly weekday: string; readonly start_time: string };
  /** The trainer, the room or both; null is left out. */
  readonly who: readonly (string | null | undefined)[];
}

export function WeeklyClass({ of: { name, weekday, start_time: start }, who }: WeeklyClassProps) {
  return (
    <span class="what">
      <bdi class="name">{name}</bdi>{' '}
      <span class="slot">
        {capitalised(weekday).slice(0, 3)} {start}
      </span>{' '}
      <bdi class="who">{who.filter((part) => part != null).join(' · ')}</bdi>
    </span>
  );
}
