/** What is or was on as a body. */

import type { ScheduleReport } from '../schedule.ts';
import type { ScheduleBody } from '../schemas/schedule.ts';
import { headBody } from './head.ts';
import { sessionBody } from './session.ts';

export function scheduleBody(report: ScheduleReport): ScheduleBody {
  return {
    ...headBody(report),
    from: report.from,
    to: report.to,
    next: report.isNext,
    known_to: report.knownTo,
    total_classes: report.totalClasses,
    classes: report.classes.map((facts) => sessionBody(facts, report.timezone)),
  };
}
