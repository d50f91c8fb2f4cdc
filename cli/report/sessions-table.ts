/** Classes on their dates as a table. */

import type { SummaryBody } from '../../api/index.ts';
import { columns } from '../columns.ts';
import { estimate, number, percent, reasons, timeOf, UNKNOWN } from './figures.ts';

type Session = SummaryBody['classes'][number];

/** Of a day, with who taught; of a trainer, with the dates. */
export function sessionsTable(sessions: readonly Session[], of: 'day' | 'trainer'): string[] {
  const rows = sessions.map((session) => [
    ...(of === 'day'
      ? [timeOf(session.starts_at), session.name, `${trainerOf(session)}${standIn(session)}`]
      : [
          `${session.starts_at.slice(0, 10)} ${timeOf(session.starts_at)}`,
          `${session.name}${standIn(session)}`,
        ]),
    session.room ?? UNKNOWN,
    number(session.booked),
    cameText(session),
    number(session.capacity),
    percent(session.fill_rate),
    number(session.no_shows),
    session.quality === 'none' ? '' : session.quality,
    session.status === 'cancelled' ? '' : reasons(session.quality_reasons),
  ]);
  const head = ['ROOM', 'BOOKED', 'CAME', 'PLACES', 'FILL', 'NO-SHOWS', 'GRADE', ''];
  return columns([['TIME', 'CLASS', ...(of === 'day' ? ['TRAINER'] : []), ...head], ...rows]);
}

function trainerOf({ trainer }: Session): string {
  return trainer === null ? UNKNOWN : trainer.name;
}

function standIn({ substitute }: Session): string {
  return substitute ? ' (substitute)' : '';
}

function cameText({ status, attended, attended_low: low, attended_high: high }: Session): string {
  if (status === 'cancelled' || status === 'scheduled') return status;
  if (status === 'in_progress' && attended === null) return 'running';
  return estimate(attended, low, high);
}
