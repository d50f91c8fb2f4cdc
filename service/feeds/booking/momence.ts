/** Momence, API v2: pages from 0, at most 200 sessions each. Check-ins are of each booking alone, with its member: they are not read. */

import { instant } from '../../../runtime/wire.ts';
import type { BookingSource } from './source.ts';

const PAGE = 200;

export const MOMENCE: BookingSource = {
  api: 'https://api.momence.com',
  headers: ({ token }) => ({ authorization: `Bearer ${token}` }),
  signIn: ({ site, account }) => ({
    path: '/api/v2/auth/token',
    headers: {
      authorization: `Basic ${Buffer.from(`${site}:${account['secret']}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      grant_type: 'password',
      username: account['user'] ?? '',
      password: account['password'] ?? '',
    }).toString(),
  }),
  tokenKey: 'access_token',
  list: (_, { window }, { pages }) => ({
    path: '/api/v2/host/sessions',
    query: {
      page: pages,
      pageSize: PAGE,
      startAfter: instant(window.fromUtcMs),
      startBefore: instant(window.toUtcMs),
      includeCancelled: 'true',
      sortBy: 'startsAt',
      sortOrder: 'ASC',
    },
  }),
  items: 'payload',
  total: ['pagination', 'totalCount'],
  keeps: [
    'id',
    'name',
    'startsAt',
    'endsAt',
    'capacity',
    'bookingCount',
    'waitlistBookingCount',
    'teacher',
    'originalTeacher',
    'inPersonLocation',
    'isCancelled',
  ],
  isDraft: (item) => item['isDraft'] === true,
};
