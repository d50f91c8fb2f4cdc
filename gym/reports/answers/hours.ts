/** The report on weekdays and hours as a body. */

import type { HourCell, HoursReport } from '../hours.ts';
import { WEEKDAYS } from '../schemas/class-row.ts';
import type { HoursBody } from '../schemas/hours.ts';
import { figuresBody } from './attendance.ts';
import { headBody } from './head.ts';

export function hoursBody(report: HoursReport): HoursBody {
  return {
    ...headBody(report),
    from: report.from,
    to: report.to,
    by: report.by,
    order: report.order,
    cells: report.cells.map(cellBody),
    weekdays: report.weekdays.map(cellBody),
    hours: report.hours.map(cellBody),
  };
}

function cellBody(cell: HourCell): HoursBody['cells'][number] {
  return {
    rank: cell.rank,
    // 1 is Monday, 7 is Sunday.
    weekday: cell.weekday === null ? null : (WEEKDAYS[cell.weekday - 1] ?? null),
    hour: cell.hour,
    completed_classes: cell.heldClasses,
    ...figuresBody(cell),
  };
}
