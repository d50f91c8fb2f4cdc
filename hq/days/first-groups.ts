/** The first of many groups in an order, without holding the thread for long. */

import { Stretch } from '../../runtime/timers.ts';

/** Groups that are sorted at once. Chosen here: in 1 ms. */
const RUN = 500;
/** Groups between two looks at the time. */
const LOOKED_AT = 64;

type IsBefore = (one: number, other: number) => boolean;

/**
 * Sorts runs, and merges them two by two: of each no more than is wanted.
 *
 * @param groups Their numbers; the list is not changed.
 * @param isBefore Whether one comes before another; of two groups exactly one does.
 * @returns numbers of the groups from `offset` on, `limit` at most, in their order.
 */
export async function firstGroups(
  groups: readonly number[],
  isBefore: IsBefore,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<number[]> {
  const stretch = new Stretch();
  let runs: number[][] = [];
  for (let from = 0; from < groups.length; from += RUN) {
    const run = groups.slice(from, from + RUN);
    runs.push(run.sort((one, other) => (isBefore(one, other) ? -1 : 1)));
    if (stretch.isOver()) await stretch.pause();
  }
  while (runs.length > 1) {
    const merged: number[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const pair = [runs[at] ?? [], runs[at + 1] ?? []] as const;
      merged.push(await mergedOf(pair, isBefore, offset + limit, stretch));
    }
    runs = merged;
  }
  return (runs[0] ?? []).slice(offset, offset + limit);
}

async function mergedOf(
  [one, other]: readonly [readonly number[], readonly number[]],
  isBefore: IsBefore,
  wanted: number,
  stretch: Stretch,
): Promise<number[]> {
  const merged: number[] = [];
  let at = 0;
  while (merged.length < Math.min(wanted, one.length + other.length)) {
    const [mine, others] = [one[at], other[merged.length - at]];
    const isMine = others === undefined || (mine !== undefined && isBefore(mine, others));
    merged.push((isMine ? mine : others) ?? 0);
    if (isMine) at += 1;
    if (merged.length % LOOKED_AT === 0 && stretch.isOver()) await stretch.pause();
  }
  return merged;
}
