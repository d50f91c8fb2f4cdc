/** Mindbody, Public API v6: dates without times, in the time of the site; at most 200 classes a page. */

import { dateAt } from '../../../gym/calendar/zone.ts';
import type { BookingSource } from './source.ts';

const PAGE = 200;

export const MINDBODY: BookingSource = {
  api: 'https://api.mindbodyonline.com/public/v6',
  headers: ({ site, account, token }) => ({
    'api-key': account['key'] ?? '',
    siteid: site,
    ...(token === '' ? {} : { authorization: token }),
  }),
  signIn: ({ account }) => ({
    path: '/usertoken/issue',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Username: account['user'], Password: account['password'] }),
  }),
  tokenKey: 'AccessToken',
  list: (_, { timezone, window }, { items }) => ({
    path: '/class/classes',
    query: {
      'request.startDateTime': dateAt(timezone, window.fromUtcMs),
      'request.endDateTime': dateAt(timezone, window.toUtcMs),
      'request.limit': PAGE,
      'request.offset': items,
    },
  }),
  items: 'Classes',
  total: ['PaginationResponse', 'TotalResults'],
  signedIn: 'TotalSignedIn',
  keeps: [
    'Id',
    'ClassScheduleId',
    'StartDateTime',
    'EndDateTime',
    'ClassDescription',
    'Staff',
    'Substitute',
    'Location',
    'Resource',
    'MaxCapacity',
    'TotalBooked',
    'TotalSignedIn',
    'TotalBookedWaitlist',
    'IsCanceled',
  ],
};
