/** The ranking of classes by what was asked as a body. */

import type { RankingReport } from '../ranking.ts';
import type { RankingBody } from '../schemas/ranking.ts';
import { headBody } from './head.ts';
import { rankedClass } from './performance.ts';

export function rankingBody(report: RankingReport): RankingBody {
  return {
    ...headBody(report),
    from: report.window.from,
    to: report.window.to,
    by: report.by,
    order: report.order,
    limit: report.limit,
    total_classes: report.totalClasses,
    ranked_classes: report.rankedClasses,
    ranking: report.ranking.map(rankedClass),
  };
}
