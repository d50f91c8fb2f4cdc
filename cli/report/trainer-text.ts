/** A trainer's classes for a person. */

import type { TrainerBody } from '../../api/index.ts';
import { number, percent, points } from './figures.ts';
import { sessionsTable } from './sessions-table.ts';

export function trainerText(body: TrainerBody): string {
  const { previous, trainer } = body;
  const index =
    body.slot_index === null
      ? ''
      : `; ${Math.round(body.slot_index * 100)} % of what is usual in the same slots (${body.slot_classes} classes)`;
  return [
    `${trainer.name}, ${body.from} to ${body.to}: ${body.classes_taught} classes, ${body.graded_classes} of them counted`,
    `fill ${percent(body.fill_rate)} over ${body.rated_classes} classes, ${points(previous.change)} points against ${previous.from} to ${previous.to}${index}`,
    `${number(body.average_attendance)} people a class; no-shows ${percent(body.no_show_rate)} over ${body.no_show_classes} classes`,
    '',
    ...sessionsTable(body.classes, { isDated: true }),
  ].join('\n');
}
