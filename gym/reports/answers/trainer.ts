/** The report of a trainer as a body. */

import type { ReportPeriod } from '../period.ts';
import type { TrainerBody } from '../schemas/trainer.ts';
import type { TrainerReport } from '../trainer.ts';
import { average, rate } from './figures.ts';
import { headBody } from './head.ts';
import { sessionBody } from './session.ts';

/** `period` is what was asked for; the report has its dates. */
export function trainerBody(report: TrainerReport, period: ReportPeriod): TrainerBody {
  const { previous, trainer } = report;
  return {
    ...headBody(report),
    trainer: { id: trainer.id, name: trainer.name },
    period,
    from: report.from,
    to: report.to,
    classes_taught: report.classesTaught,
    cancelled_classes: report.cancelledClasses,
    graded_classes: report.gradedClasses,
    attendance_basis: report.attendanceBasis,
    attended: report.attended,
    capacity: report.capacity,
    fill_rate: rate(report.fillRate),
    rated_classes: report.ratedClasses,
    average_attendance: average(report.averageAttendance),
    booked: report.booked,
    booked_classes: report.bookedClasses,
    no_shows: report.noShows,
    no_show_rate: rate(report.noShowRate),
    no_shows_basis: report.noShowsBasis,
    no_show_classes: report.noShowClasses,
    walk_ins: report.walkIns,
    slot_index: rate(report.slotIndex),
    slot_classes: report.slotClasses,
    previous: {
      from: previous.from,
      to: previous.to,
      fill_rate: rate(previous.fillRate),
      rated_classes: previous.ratedClasses,
      change: rate(previous.change),
    },
    classes: report.classes.map((facts) => sessionBody(facts, report.timezone)),
  };
}
