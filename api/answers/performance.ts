/** The ranking of classes as a body. */

import type { PerformanceReport, PerformanceRow } from '../../engine/index.ts';
import type { PerformanceBody, RankedClassBody } from '../schemas/performance.ts';
import { classRowBody, windowBody } from './class-row.ts';
import { rate } from './figures.ts';
import { headBody } from './head.ts';

export function performanceBody(report: PerformanceReport): PerformanceBody {
  return {
    ...headBody(report),
    window: windowBody(report.window),
    limit: report.limit,
    total_classes: report.totalClasses,
    ranking: report.ranking.map(rankedClass),
    dead_classes: report.deadClasses.map(rankedClass),
    dead_count: report.deadCount,
  };
}

function rankedClass(row: PerformanceRow): RankedClassBody {
  return {
    rank: row.rank,
    ...classRowBody(row),
    capacity: row.capacity,
    attended: row.attended,
    no_show_rate: rate(row.noShowRate),
    no_shows_basis: row.noShowsBasis,
    no_show_occurrences: row.noShowOccurrences,
    trend: rate(row.trend),
  };
}
