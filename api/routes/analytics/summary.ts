/** `GET /v1/summary`: today's classes, who came, and the best of them. */

import { Type } from 'typebox';
import { SUMMARY, summaryReport } from '../../../gym/reports/summary.ts';
import { CREDENTIALS, defineRoute, type Route, reportOf } from '../route.ts';

export function summaryRoute(): Route {
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
    tool: { when: 'For today and right now, also for who is in a room. For other days: ask.' },
    resource: {
      uri: 'turnout://today',
      name: 'today',
      title: 'Today',
      description:
        'Today’s classes with who came so far, the best of them, and who is in each room now.',
    },
    subject: ({ query }) => ({ gymId: query.gym_id }),
    answer: (_, { view }) => {
      const value = reportOf(view, 'summary', () => summaryReport(view));
      return { status: 200, value };
    },
  });
}
