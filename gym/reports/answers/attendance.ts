/** Figures over classes, and the report of a range of dates, as bodies. */

import type { AttendanceReport, ClassCounts } from '../attendance.ts';
import type { AttendanceFigures } from '../figures.ts';
import type { AttendanceBody, ClassesBody, FiguresBody } from '../schemas/attendance.ts';
import { average, rate } from './figures.ts';
import { headBody } from './head.ts';

export function attendanceBody(report: AttendanceReport): AttendanceBody {
  return {
    ...headBody(report),
    from: report.from,
    to: report.to,
    ...classesBody(report),
    days: report.days.map((day) => ({ date: day.date, ...classesBody(day) })),
  };
}

/** Classes and the figures of those that took place. */
export function classesBody(report: AttendanceFigures & ClassCounts): ClassesBody {
  return {
    total_classes: report.totalClasses,
    completed_classes: report.heldClasses,
    cancelled_classes: report.cancelledClasses,
    ...figuresBody(report),
  };
}

export function figuresBody(figures: Omit<AttendanceFigures, 'heldClasses'>): FiguresBody {
  return {
    attendance_basis: figures.attendanceBasis,
    graded_classes: figures.gradedClasses,
    attended: figures.attended,
    average_attendance: average(figures.averageAttendance),
    capacity: figures.capacity,
    fill_rate: rate(figures.fillRate),
    rated_classes: figures.ratedClasses,
    booked: figures.booked,
    booked_classes: figures.bookedClasses,
    no_shows: figures.noShows,
    no_show_rate: rate(figures.noShowRate),
    no_shows_basis: figures.noShowsBasis,
    no_show_classes: figures.noShowClasses,
    walk_ins: figures.walkIns,
  };
}
