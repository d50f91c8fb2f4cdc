/** The report on one class as a body. */

import type { ClassReport } from '../class.ts';
import type { ClassSeriesBody } from '../schemas/class-series.ts';
import { classesBody } from './attendance.ts';
import { classRowBody } from './class-row.ts';
import { rate } from './figures.ts';
import { headBody } from './head.ts';
import { extentBody } from './performance.ts';
import { sessionBody } from './session.ts';

export function classSeriesBody(report: ClassReport): ClassSeriesBody {
  return {
    ...headBody(report),
    from: report.from,
    to: report.to,
    name: report.name,
    class_id: report.classId,
    ...classesBody(report),
    trend: rate(report.trend),
    currency: report.currency,
    money: report.money,
    weeks: report.weeks.map((week) => ({ from: week.from, to: week.to, ...classesBody(week) })),
    series: report.series.map((row) => {
      // The first property by name: begun with a spread, each row would get a shape of its own, at 45 us.
      const { class_id, ...rest } = classRowBody(row);
      return { class_id, ...rest, ...extentBody(row), ...row.money };
    }),
    occurrences: report.occurrences.map((facts) => sessionBody(facts, report.timezone)),
  };
}
