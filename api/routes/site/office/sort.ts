/** Rows of the list of gyms in the order that was asked for: what is unknown comes last either way, what is equal by its name. */

import type { GymRow, GymsAsked } from '../../../../web/office-data.ts';

/** @param rows By their names. */
export function sortedRows(
  rows: readonly GymRow[],
  { sort, direction }: Pick<GymsAsked, 'sort' | 'direction'>,
): readonly GymRow[] {
  if (sort === 'name') return direction === 'asc' ? rows : rows.toReversed();
  const value = ({ line, figures }: GymRow) =>
    (sort === 'line' ? line.ageS : figures?.[sort]) ?? null;
  const sign = direction === 'asc' ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [mine, theirs] = [value(one), value(other)];
    if (mine === null || theirs === null) {
      return mine === theirs ? 0 : mine === null ? 1 : -1;
    }
    return sign * (mine - theirs);
  });
}
