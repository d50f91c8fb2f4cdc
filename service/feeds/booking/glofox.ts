/** Glofox: events by seconds since 1970, at most 100 a page. They name trainers by their ids: the staff is read once. */

import type { Account, BookingSource } from './source.ts';

const PAGE = 100;

const headers = ({ site, account }: Account) => ({
  'x-api-key': account['key'] ?? '',
  'x-glofox-api-token': account['token'] ?? '',
  'x-glofox-branch-id': site,
});

export const GLOFOX: BookingSource = {
  api: 'https://gf-api.aws.glofox.com/prod',
  list: (who, { window }, { pages }) => ({
    path: '/2.0/events',
    query: {
      start: Math.floor(window.fromUtcMs / 1000),
      end: Math.floor(window.toUtcMs / 1000),
      filter: 'event',
      active: 'any',
      sort_by: 'time_start',
      page: pages + 1,
      limit: PAGE,
    },
    headers: headers(who),
  }),
  items: 'data',
  total: ['total_count'],
  keeps: [
    '_id',
    'name',
    'time_start',
    'duration',
    'size',
    'booked',
    'waiting',
    'facility',
    'trainers',
    'active',
  ],
  named: { key: 'trainers', list: (who) => ({ path: '/2.0/staff', headers: headers(who) }) },
};
