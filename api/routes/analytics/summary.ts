/** `GET /v1/summary`: today's classes, who came, and the best of them. */

import { Type } from 'typebox';
import { summaryReport } from '../../../engine/index.ts';
import { summaryBody } from '../../answers/summary.ts';
import { SUMMARY, type SummaryBody } from '../../schemas/summary.ts';
import { defineRoute, type Route } from '../route.ts';
import { type AnalyticsParts, accessTo, CREDENTIALS, isRefusal } from './access.ts';
import { ViewCache } from './view-cache.ts';

export function summaryRoute(parts: AnalyticsParts): Route {
  const cache = new ViewCache<SummaryBody>();
  return defineRoute({
    method: 'GET',
    path: '/v1/summary',
    operationId: 'get_summary',
    summary: "Today's classes, total attendance and the top classes of a gym.",
    description:
      'Sums are of classes that have ended, bookings and places of all classes of today; every sum stands beside the number of classes it is of. Unknown is null, never 0.',
    errors: ['forbidden'],
    parameters: {
      path: {},
      query: {
        gym_id: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 64,
            default: 'demo',
            description:
              'The gym. Left out it is the gym of the caller: `demo` in the sandbox and wherever the sample gym runs, else the first gym of the installation.',
          }),
        ),
      },
      header: CREDENTIALS,
    },
    response: SUMMARY,
    answer: ({ query, header }) => {
      const access = accessTo(parts, { gymId: query.gym_id, sandbox: header['x-sandbox'] });
      if (isRefusal(access)) return access;
      const { view, headers } = access;
      const value = cache.get(view, '', () => summaryBody(summaryReport(view)));
      return { status: 200, value, headers };
    },
  });
}
