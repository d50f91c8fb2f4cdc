/** `GET /v1/revenue`: the most profitable classes, and those that are dead or unprofitable. */

import { REVENUE, revenueReport } from '../../../gym/reports/revenue.ts';
import { CREDENTIALS, defineRoute, type Route, reportOf } from '../route.ts';

export function revenueRoute(): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/revenue',
    operationId: 'get_revenue',
    summary: 'The most profitable classes versus those that are dead or unprofitable.',
    description:
      'Over the 42 days that end today. Revenue is imported, or else people × revenue per visit. Amounts that are not configured are unknown, and null. `verdict` tells dead classes, to which few come, from unprofitable ones, whose price, places or pay are the matter.',
    access: 'figures',
    errors: [],
    parameters: { path: {}, query: {}, header: CREDENTIALS },
    response: REVENUE,
    tool: {
      when: 'For what earns and what loses money over six weeks, with break-even. For one class or another time: ask.',
    },
    subject: () => ({}),
    answer: (_, { view }) => {
      const value = reportOf(view, 'revenue', () => revenueReport(view));
      return { status: 200, value };
    },
  });
}
