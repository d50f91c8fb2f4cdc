/** Words that the reports of imports share. */

import type { ImportPlan } from '../../store/history/classes/class-store.ts';

export const KINDS = {
  add: 'new',
  change: 'changed',
  move: 'moved',
  cancel: 'cancelled',
  remove: 'removed',
  unchanged: 'as before',
} as const;

/** `4 new, 1 cancelled`; empty where nothing changes. */
export function countsText(counts: ImportPlan['counts']): string {
  return Object.entries(KINDS)
    .map(([name, word]) => [counts[name as keyof typeof KINDS], word] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}

export function times(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
