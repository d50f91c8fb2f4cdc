/** `GET /v1/classes/performance`: classes ranked by fill, to see which are dead. */

import { Type } from 'typebox';
import { PERFORMANCE, performanceReport } from '../../../gym/reports/classes/performance.ts';
import { CREDENTIALS, defineRoute, type Route, reportOf } from '../route.ts';

export function performanceRoute(): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/classes/performance',
    operationId: 'rank_classes',
    summary: 'Classes ranked by fill rate, to spot dead classes.',
    description:
      'A class is a name, a weekday, a start time and a room, over the 42 days that end today. With fewer than 4 graded occurrences the verdict is `insufficient_data`.',
    access: 'figures',
    errors: [],
    parameters: {
      path: {},
      query: {
        limit: Type.Integer({
          minimum: 1,
          maximum: 100,
          default: 8,
          description: 'How many ranked classes are returned. Dead classes are always listed.',
        }),
      },
      header: CREDENTIALS,
    },
    response: PERFORMANCE,
    subject: () => ({}),
    answer: ({ query: { limit } }, { view }) => {
      const value = reportOf(view, `performance ${limit}`, () => performanceReport(view, limit));
      return { status: 200, value };
    },
  });
}
