/** The four analytics routes. */

import type { Route } from '../route.ts';
import { performanceRoute } from './performance.ts';
import { revenueRoute } from './revenue.ts';
import { summaryRoute } from './summary.ts';
import { trainerRoute } from './trainer.ts';

export function analyticsRoutes(): readonly Route[] {
  return [summaryRoute(), trainerRoute(), performanceRoute(), revenueRoute()];
}
