/** The ranking of classes as a body. */

import type { PerformanceReport } from '../performance.ts';
import type { ClassExtent, PerformanceRow } from '../performance-row.ts';
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

export function rankedClass(row: PerformanceRow): RankedClassBody {
  return { rank: row.rank, ...classRowBody(row), ...extentBody(row) };
}

/** What a class of a window has besides its row. */
export function extentBody(row: ClassExtent) {
  return {
    capacity: row.capacity,
    attended: row.attended,
    no_show_rate: rate(row.noShowRate),
    no_shows_basis: row.noShowsBasis,
    no_show_occurrences: row.noShowOccurrences,
    trend: rate(row.trend),
  };
}
