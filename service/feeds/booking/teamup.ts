/** TeamUp, API v2: at most 100 events a page, with the fields that are asked for. */

import type { BookingSource } from './source.ts';

const PAGE = 100;
const KEEPS = [
  'id',
  'name',
  'starts_at',
  'ends_at',
  'status',
  'max_occupancy',
  'attending_count',
  'waiting_count',
  'venue',
  'venue_room',
  'instructors',
  'offering_type',
];
const iso = (utcMs: number) => new Date(utcMs).toISOString();

export const TEAMUP: BookingSource = {
  api: 'https://goteamup.com/api/v2',
  list: ({ site, account }, { window }, { pages }) => ({
    path: '/events',
    query: {
      starts_at_gte: iso(window.fromUtcMs),
      starts_at_lte: iso(window.toUtcMs),
      fields: KEEPS.join(','),
      expand: 'venue,venue_room,instructors,offering_type',
      sort: 'start',
      page: pages + 1,
      page_size: PAGE,
    },
    headers: { authorization: `Bearer ${account['token']}`, 'teamup-provider-id': site },
  }),
  items: 'results',
  total: ['count'],
  keeps: KEEPS,
};
