/** Classes on their dates as a table. */

import type { SummaryBody } from '../../api/index.ts';
import { columns } from '../columns.ts';
import { estimate, number, percent, reasons, timeOf, UNKNOWN } from './figures.ts';

type Session = SummaryBody['classes'][number];

export function sessionsTable(
  sessions: readonly Session[],
  options: { readonly isDated: boolean },
): string[] {
  const rows = sessions.map((session) => [
    options.isDated
      ? `${session.starts_at.slice(0, 10)} ${timeOf(session.starts_at)}`
      : timeOf(session.starts_at),
    session.name,
    session.trainer === null
      ? UNKNOWN
      : `${session.trainer.name}${session.substitute ? ' (substitute)' : ''}`,
    session.room ?? UNKNOWN,
    number(session.booked),
    session.status === 'cancelled' || session.status === 'scheduled'
      ? session.status
      : estimate(session.attended, session.attended_low, session.attended_high),
    number(session.capacity),
    percent(session.fill_rate),
    number(session.no_shows),
    session.quality === 'none' ? '' : session.quality,
    session.status === 'cancelled' ? '' : reasons(session.quality_reasons),
  ]);
  const head = ['TIME', 'CLASS', 'TRAINER', 'ROOM', 'BOOKED', 'CAME', 'PLACES', 'FILL', 'NO-SHOWS'];
  return columns([[...head, 'GRADE', ''], ...rows]);
}
