/** The address of the list of gyms: all that was asked for is in it, and nothing that goes without saying. */

import { GYM_SORTS, type GymsAsked } from '../../office-data.ts';

/** @param other what is different from `asked`. */
export function listAddress(asked: GymsAsked, other: Partial<GymsAsked>): string {
  const { sort, direction, group, search, page } = { ...asked, ...other };
  const said: readonly (readonly [string, string])[] = [
    ...(search === '' ? [] : [['search', search] as const]),
    ...(group === null ? [] : [['group', group] as const]),
    ...(sort === 'name' ? [] : [['sort', sort] as const]),
    ...(direction === GYM_SORTS[sort] ? [] : [['direction', direction] as const]),
    ...(page === 1 ? [] : [['page', String(page)] as const]),
  ];
  const query = said.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return query === '' ? '/gyms' : `/gyms?${query}`;
}
