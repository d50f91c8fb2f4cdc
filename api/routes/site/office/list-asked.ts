/** What an address asks of the list of gyms; what it asks wrongly is as if it were not asked. */

import { GYM_SORTS, type GymSort, type GymsAsked } from '../../../../web/office-data.ts';

const MAX_SEARCH = 100;
const MAX_PAGE = 1_000;

export function listAsked(query: ReadonlyMap<string, string>): GymsAsked {
  const sort = (Object.keys(GYM_SORTS) as GymSort[]).find((one) => one === query.get('sort'));
  const direction = query.get('direction');
  const page = Number(query.get('page') ?? '1');
  return {
    sort: sort ?? 'name',
    direction: direction === 'asc' || direction === 'desc' ? direction : GYM_SORTS[sort ?? 'name'],
    group: query.get('group') || null,
    search: (query.get('search') ?? '').trim().slice(0, MAX_SEARCH),
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
  };
}
