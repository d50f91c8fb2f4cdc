/** `GET /v1/summary`: today's classes, who came, and the best of them. */

import { Type } from 'typebox';
import { SUMMARY, type SummaryBody, summaryReport } from '../../../gym/reports/summary.ts';
import { defineRoute, type Route } from '../route.ts';
import { CREDENTIALS } from './credentials.ts';
import { ViewCache } from './view-cache.ts';

export function summaryRoute(): Route {
  const cache = new ViewCache<SummaryBody>();
  return defineRoute({
    method: 'GET',
    path: '/v1/summary',
    operationId: 'get_summary',
    summary: "Today's classes, total attendance and the top classes of a gym.",
    description:
      'Sums cover classes that have ended; bookings and places cover all classes of today. Every sum comes with its number of classes. Unknown is null, never 0.',
    access: 'figures',
    errors: [],
    parameters: {
      path: {},
      query: {
        gym_id: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 64,
            default: 'demo',
            description:
              'The gym: that of the key, or `demo`. Default: the gym of the key, which is `demo` for free keys and in the sandbox.',
          }),
        ),
      },
      header: CREDENTIALS,
    },
    response: SUMMARY,
    subject: ({ query }) => ({ gymId: query.gym_id }),
    answer: (_, { view }) => {
      const value = cache.get(view, '', () => summaryReport(view));
      return { status: 200, value };
    },
  });
}
