/** TeamUp, API v2: lists of at most 100 a page, with the fields that are asked for. */

import { instant } from '../../../runtime/wire.ts';
import type { BookingSource, Visit } from './source.ts';

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
const BECAME: Readonly<Record<string, Visit>> = {
  attended: 'attended',
  no_show: 'no_shows',
  late_cancelled: 'late_cancels',
};

export const TEAMUP: BookingSource = {
  api: 'https://goteamup.com/api/v2',
  headers: ({ site, account }) => ({
    authorization: `Bearer ${account['token']}`,
    'teamup-provider-id': site,
  }),
  list: (_, { window }, { pages }) => ({
    path: '/events',
    query: {
      starts_at_gte: instant(window.fromUtcMs),
      starts_at_lte: instant(window.toUtcMs),
      fields: KEEPS.join(','),
      expand: 'venue,venue_room,instructors,offering_type',
      sort: 'start',
      page: pages + 1,
      page_size: PAGE,
    },
  }),
  items: 'results',
  total: ['count'],
  keeps: KEEPS,
  visits: {
    list: (_, { window }, { pages }) => ({
      path: '/attendances',
      query: {
        event_starts_at_gte: instant(window.fromUtcMs),
        event_starts_at_lte: instant(window.toUtcMs),
        status: Object.keys(BECAME).join(','),
        fields: 'id,event,status',
        sort: 'event_starts_at',
        page: pages + 1,
        page_size: PAGE,
      },
    }),
    items: 'results',
    total: ['count'],
    classKey: 'event',
    became: (item) => BECAME[String(item['status'])] ?? null,
  },
};
