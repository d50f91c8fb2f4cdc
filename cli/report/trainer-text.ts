/** A trainer's classes for a person. */

import type { TrainerBody } from '../../gym/reports/trainer.ts';
import { average, classes, dates, percent, points } from '../../web/words/format.ts';
import { noteLines, type ReportLayout } from './legend.ts';
import { sessionsTable } from './sessions-table.ts';

export function trainerText(body: TrainerBody, layout: ReportLayout): string {
  const cancelled = body.cancelled_classes === 0 ? '' : `, ${body.cancelled_classes} cancelled`;
  const counted = body.classes_taught === 0 ? '' : `, ${body.graded_classes} counted`;
  return [
    `${body.trainer.name}, ${dates(body.from, body.to)}: ${classes(body.classes_taught)}${counted}${cancelled}.`,
    fullText(body),
    ...(body.slot_index === null
      ? []
      : [`${percent(body.slot_index)} of the people who usually come at these times.`]),
    ...(body.average_attendance === null ? [] : [peopleText(body)]),
    ...noteLines(body.notes, layout),
    ...(body.classes.length === 0 ? [] : ['', ...sessionsTable(body.classes, 'trainer', layout)]),
  ].join('\n');
}

function fullText({ fill_rate: fill, previous }: TrainerBody): string {
  const now = fill === null ? 'No count yet.' : `${percent(fill)} full.`;
  if (previous.fill_rate === null) return now;
  const before = `${percent(previous.fill_rate)} on ${dates(previous.from, previous.to)}`;
  return previous.change === null
    ? `${now} Before: ${before}.`
    : `${now} ${points(previous.change)} against ${before}.`;
}

function peopleText(body: TrainerBody): string {
  const noShows =
    body.no_show_rate === null ? '' : ` ${percent(body.no_show_rate)} of bookings are no-shows.`;
  return `${average(body.average_attendance)} people per class.${noShows}`;
}
