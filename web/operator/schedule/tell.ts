/** Figures and times of imports in words. */

import { SCHEDULE } from '../../words/schedule.ts';
import type { Counts, OddOne } from '../wire.ts';

const KINDS = Object.keys(SCHEDULE.kinds) as (keyof Counts)[];

/** `4 new, 1 cancelled`; empty where nothing changes. */
export function countsText(counts: Counts): string {
  return KINDS.filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${SCHEDULE.kinds[kind]}`)
    .join(', ');
}

/** In the zone of the gym, wherever the browser is. */
export function when(instant: string, timeZone: string): string {
  return new Date(instant).toLocaleString('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
}

export function oddText(one: OddOne, timeZone: string): string {
  const at = 'starts_at' in one ? `${when(one.starts_at, timeZone)}: ` : '';
  switch (one.kind) {
    case 'once':
      return `${at}${one.name} is there once only, and no series`;
    case 'two_titles':
      return `${at}two titles at one time, “${one.names?.[0]}” and “${one.names?.[1]}”`;
    case 'turned':
      return `The trainer “${one.name}” is ${one.near}`;
    case 'trainer':
      return `The trainer “${one.name}” is new, and there is ${one.near}`;
    case 'room':
      return `The room “${one.name}” is not configured${one.near == null ? '' : `; nearest: ${one.near}`}`;
  }
}
