/** Mindbody, Public API v6: dates without times, in the time of the site; at most 200 classes a page. */

import { dateAt } from '../../../gym/calendar/zone.ts';
import type { Account, BookingSource } from './source.ts';

const PAGE = 200;

const headers = ({ site, account, token }: Account) => ({
  'api-key': account['key'] ?? '',
  siteid: site,
  ...(token === '' ? {} : { authorization: token }),
});

export const MINDBODY: BookingSource = {
  api: 'https://api.mindbodyonline.com/public/v6',
  signIn: (who) => ({
    path: '/usertoken/issue',
    headers: { ...headers(who), 'content-type': 'application/json' },
    body: JSON.stringify({ Username: who.account['user'], Password: who.account['password'] }),
  }),
  tokenKey: 'AccessToken',
  list: (who, { timezone, window }, { items }) => ({
    path: '/class/classes',
    query: {
      'request.startDateTime': dateAt(timezone, window.fromUtcMs),
      'request.endDateTime': dateAt(timezone, window.toUtcMs),
      'request.limit': PAGE,
      'request.offset': items,
    },
    headers: headers(who),
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
