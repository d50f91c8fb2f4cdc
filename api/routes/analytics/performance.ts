/** `GET /v1/classes/performance`: classes ranked by fill, to see which are dead. */

import { Type } from 'typebox';
import {
  PERFORMANCE,
  type PerformanceBody,
  performanceReport,
} from '../../../gym/reports/performance.ts';
import { CHART, CREDENTIALS, defineRoute, type Route, reportOf } from '../route.ts';
import { SHORT_RANKING, shortRanking } from './short-ranking.ts';

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
    tool: {
      when: 'For which classes are full, weak, dead, unprofitable or changing over six weeks, in short rows. For their money: get_revenue. For another time or only some classes: ask.',
      input: {
        details: Type.Optional(
          Type.Boolean({
            default: false,
            description:
              'The whole objects of the API instead of rows: five times as long, with rooms and every n.',
          }),
        ),
        chart: CHART,
      },
      output: SHORT_RANKING,
      shape: (body, { details }) =>
        details === true ? body : shortRanking(body as PerformanceBody),
    },
    subject: () => ({}),
    answer: ({ query: { limit } }, { view }) => {
      const value = reportOf(view, `performance ${limit}`, () => performanceReport(view, limit));
      return { status: 200, value };
    },
  });
}
