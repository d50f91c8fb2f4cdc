/** Glofox: lists of at most 100 a page, by seconds since 1970. Classes name trainers by their ids: the staff is read once. */

import type { BookingSource } from './source.ts';

const PAGE = 100;

const seconds = (utcMs: number) => Math.floor(utcMs / 1000);

export const GLOFOX: BookingSource = {
  api: 'https://gf-api.aws.glofox.com/prod',
  headers: ({ site, account }) => ({
    'x-api-key': account['key'] ?? '',
    'x-glofox-api-token': account['token'] ?? '',
    'x-glofox-branch-id': site,
  }),
  list: (_, { window }, { pages }) => ({
    path: '/2.0/events',
    query: {
      start: seconds(window.fromUtcMs),
      end: seconds(window.toUtcMs),
      filter: 'event',
      active: 'any',
      sort_by: 'time_start',
      page: pages + 1,
      limit: PAGE,
    },
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
  named: {
    key: 'trainers',
    list: (_, __, { pages }) => ({
      path: '/2.0/staff',
      query: { page: pages + 1, limit: PAGE },
    }),
    items: 'data',
    total: ['total_count'],
  },
  visits: {
    list: ({ site }, { window }, { pages }) => ({
      path: `/2.2/branches/${encodeURIComponent(site)}/bookings`,
      query: {
        time_start_start_date: seconds(window.fromUtcMs),
        time_start_end_date: seconds(window.toUtcMs),
        page: pages + 1,
        limit: PAGE,
      },
    }),
    items: 'data',
    total: ['meta', 'totalCount'],
    classKey: 'event_id',
    became: (item) => {
      if (item['attended'] === true) return 'attended';
      return item['is_late_cancellation'] === true ? 'late_cancels' : null;
    },
  },
};
