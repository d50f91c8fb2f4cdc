/** The day of a gym for a person. */

import type { SummaryBody } from '../../api/index.ts';
import { number, percent } from './figures.ts';
import { sessionsTable } from './sessions-table.ts';

export function dayText(body: SummaryBody): string {
  const { classes } = body;
  const head = `${body.gym_id}, ${body.date} (${body.timezone})`;
  if (classes.length === 0) {
    return `${head}: no classes\nBring in the schedule with: turnout schedule import`;
  }
  const cancelled = body.cancelled_classes === 0 ? '' : `, ${body.cancelled_classes} cancelled`;
  return [
    `${head}: ${body.total_classes} classes, ${body.completed_classes} held${cancelled}`,
    `${number(body.total_attendance)} people came, fill ${percent(body.fill_rate)} over ${body.rated_classes} classes, ` +
      `${number(body.no_shows)} no-shows over ${body.no_show_classes}`,
    '',
    ...sessionsTable(classes, { isDated: false }),
  ].join('\n');
}
