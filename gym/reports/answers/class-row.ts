/** A class over a window as the rows of both class reports have it. */

import type { ClassRow, ReportWindow } from '../class-row.ts';
import { type ClassRowBody, WEEKDAYS, type WindowBody } from '../schemas/class-row.ts';
import { average, rate } from './figures.ts';

export function windowBody({ from, to, days }: ReportWindow): WindowBody {
  return { from, to, days };
}

export function classRowBody(row: ClassRow): ClassRowBody {
  return {
    class_id: row.classId,
    name: row.name,
    // 1 is Monday, 7 is Sunday.
    weekday: WEEKDAYS[row.weekday - 1] ?? WEEKDAYS[6],
    start_time: row.startTime,
    room: row.room,
    trainers: row.trainers.map(({ id, name }) => ({ id, name })),
    occurrences: row.occurrences,
    cancelled_occurrences: row.cancelledOccurrences,
    attendance_basis: row.attendanceBasis,
    average_attendance: average(row.averageAttendance),
    graded_occurrences: row.gradedOccurrences,
    fill_rate: rate(row.fillRate),
    rated_occurrences: row.ratedOccurrences,
    verdict: row.verdict,
    verdict_reasons: [...row.verdictReasons],
  };
}
