/** The day of a gym for a person. */

import type { SummaryBody } from '../../gym/reports/summary.ts';
import { classes, count, percent } from './figures.ts';
import type { Layout } from './legend.ts';
import { sessionsTable } from './sessions-table.ts';

export function dayText(body: SummaryBody, layout: Layout): string {
  const head = `${body.gym_id}, ${body.date} (${body.timezone})`;
  if (body.classes.length === 0) {
    const why = body.covered === null ? ' are known' : '';
    return `${head}: no classes${why}\nClasses come in with: turnout schedule import`;
  }
  const cancelled = body.cancelled_classes === 0 ? '' : `, ${body.cancelled_classes} cancelled`;
  return [
    `${head}: ${classes(body.total_classes)}, ${body.completed_classes} held${cancelled}`,
    totals(body),
    '',
    ...sessionsTable(body.classes, 'day', layout),
  ].join('\n');
}

/** What is known of the classes that were held. */
function totals(body: SummaryBody): string {
  if (body.completed_classes === 0) return 'none has ended yet';
  const known: string[] = [];
  if (body.total_attendance !== null) {
    const did = body.attendance_basis === 'checked_in' ? 'checked in' : 'came';
    const of =
      body.graded_classes === body.completed_classes
        ? ''
        : ` to the ${classes(body.graded_classes)} that ${body.graded_classes === 1 ? 'was' : 'were'} counted`;
    known.push(`${count(body.total_attendance, 'person', 'people')} ${did}${of}`);
  }
  if (body.fill_rate !== null) {
    known.push(`fill ${percent(body.fill_rate)} over ${classes(body.rated_classes)}`);
  }
  if (body.no_shows !== null) {
    // Walk-ins hide some of those that no roster tells of.
    const atLeast = body.no_shows_basis === 'roster' ? '' : 'at least ';
    const noShows = count(body.no_shows, 'no-show', 'no-shows');
    known.push(`${atLeast}${noShows} over ${classes(body.no_show_classes)}`);
  }
  return known.length === 0 ? 'no head counts' : known.join(', ');
}
