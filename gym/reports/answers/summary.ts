/** The report of a gym's day as a body. */

import { formatInstant } from '../../calendar/zone.ts';
import type { SummaryBody } from '../schemas/summary.ts';
import type { SummaryReport } from '../summary.ts';
import { rate } from './figures.ts';
import { headBody } from './head.ts';
import { sessionBody } from './session.ts';

export function summaryBody(report: SummaryReport): SummaryBody {
  const { timezone } = report;
  return {
    ...headBody(report),
    date: report.date,
    total_classes: report.totalClasses,
    completed_classes: report.completedClasses,
    cancelled_classes: report.cancelledClasses,
    total_attendance: report.totalAttendance,
    attendance_basis: report.attendanceBasis,
    graded_classes: report.gradedClasses,
    total_booked: report.totalBooked,
    booked_classes: report.bookedClasses,
    total_capacity: report.totalCapacity,
    capacity_classes: report.capacityClasses,
    fill_rate: rate(report.fillRate),
    rated_classes: report.ratedClasses,
    no_shows: report.noShows,
    no_shows_basis: report.noShowsBasis,
    no_show_classes: report.noShowClasses,
    classes: report.classes.map((facts) => sessionBody(facts, timezone)),
    top_classes: report.topClasses.map((facts) => sessionBody(facts, timezone)),
    rooms: report.rooms.map(({ name, capacity, occupancy, updatedUtcMs, state }) => ({
      room: name,
      capacity,
      occupancy,
      updated_at: updatedUtcMs === null ? null : formatInstant(timezone, updatedUtcMs),
      state,
    })),
  };
}
