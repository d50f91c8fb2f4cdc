/** A trainer's classes for a person. */

import type { TrainerBody } from '../../gym/reports/trainers/trainer.ts';
import { classes, dates, number, percent, pointsText } from './figures.ts';
import { type Layout, noteLines } from './legend.ts';
import { sessionsTable } from './sessions-table.ts';

export function trainerText(body: TrainerBody, layout: Layout): string {
  const cancelled = body.cancelled_classes === 0 ? '' : `, ${body.cancelled_classes} cancelled`;
  const counted = body.classes_taught === 0 ? '' : `, ${body.graded_classes} of them counted`;
  return [
    `${body.trainer.name}, ${dates(body)}: ${classes(body.classes_taught)} held${counted}${cancelled}`,
    fillText(body),
    ...(body.slot_index === null
      ? []
      : [
          `${Math.round(body.slot_index * 100)} % of the people who usually come to these slots, over ${classes(body.slot_classes)}`,
        ]),
    ...(body.average_attendance === null ? [] : [peopleText(body)]),
    ...noteLines(body.notes, layout.width),
    ...(body.classes.length === 0 ? [] : ['', ...sessionsTable(body.classes, 'trainer', layout)]),
  ].join('\n');
}

function fillText({ fill_rate: fill, rated_classes: rated, previous }: TrainerBody): string {
  const now = fill === null ? 'fill unknown' : `fill ${percent(fill)} over ${classes(rated)}`;
  const before = `${percent(previous.fill_rate)} on ${dates(previous)}`;
  if (previous.fill_rate === null) return now;
  return previous.change === null
    ? `${now}; it was ${before}`
    : `${now}, ${pointsText(previous.change)}: it was ${before}`;
}

function peopleText(body: TrainerBody): string {
  const noShows =
    body.no_show_rate === null
      ? ''
      : `; no-shows ${percent(body.no_show_rate)} of the bookings of ${classes(body.no_show_classes)}`;
  return `${number(body.average_attendance)} people a class${noShows}`;
}
