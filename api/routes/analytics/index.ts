/** The four analytics routes. */

import type { Route } from '../route.ts';
import type { AnalyticsParts } from './access.ts';
import { performanceRoute } from './performance.ts';
import { revenueRoute } from './revenue.ts';
import { summaryRoute } from './summary.ts';
import { trainerRoute } from './trainer.ts';

export type { AnalyticsParts } from './access.ts';

export function analyticsRoutes(parts: AnalyticsParts): readonly Route[] {
  return [summaryRoute, trainerRoute, performanceRoute, revenueRoute].map((make) => make(parts));
}
