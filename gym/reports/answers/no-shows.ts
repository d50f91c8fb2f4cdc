/** The report on who booked and did not come as a body. */

import type { NoShowsReport, NoShowsRow } from '../no-shows.ts';
import type { NoShowsBody } from '../schemas/no-shows.ts';
import { figuresBody } from './attendance.ts';
import { classRowBody } from './class-row.ts';
import { rate } from './figures.ts';
import { headBody } from './head.ts';
import { trainerFigures } from './trainers.ts';

export function noShowsBody(report: NoShowsReport): NoShowsBody {
  return {
    ...headBody(report),
    from: report.from,
    to: report.to,
    completed_classes: report.heldClasses,
    ...figuresBody(report),
    classes: report.classes.map(classNoShows),
    trainers: report.trainers.map(trainerFigures),
  };
}

function classNoShows(row: NoShowsRow): NoShowsBody['classes'][number] {
  return {
    ...classRowBody(row),
    booked: row.booked,
    booked_occurrences: row.bookedOccurrences,
    no_shows: row.noShows,
    no_show_rate: rate(row.noShowRate),
    no_shows_basis: row.noShowsBasis,
    no_show_occurrences: row.noShowOccurrences,
  };
}
