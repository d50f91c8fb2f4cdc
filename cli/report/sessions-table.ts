/** Classes on their dates as a table. */

import type { SummaryBody } from '../../gym/reports/summary.ts';
import { type Column, table } from '../terminal/table.ts';
import { estimate, number, percent, reasons, timeOf, UNKNOWN } from './figures.ts';
import { type Layout, legend } from './legend.ts';

type Session = SummaryBody['classes'][number];

/** Of a day, with who taught; of a trainer, with the dates. */
export function sessionsTable(
  sessions: readonly Session[],
  of: 'day' | 'trainer',
  layout: Layout,
): string[] {
  const first: readonly Column<Session>[] =
    of === 'day'
      ? [
          { head: 'TIME', cell: (session) => timeOf(session.starts_at) },
          { head: 'CLASS', cell: ({ name }) => name },
          {
            head: 'TRAINER',
            cell: (session) => `${trainerOf(session)}${standIn(session)}`,
            spare: 1,
          },
        ]
      : [
          { head: 'TIME', cell: ({ starts_at: at }) => `${at.slice(0, 10)} ${timeOf(at)}` },
          { head: 'CLASS', cell: (session) => `${session.name}${standIn(session)}` },
        ];
  return [
    ...table([...first, ...FIGURES], sessions, {
      ...layout,
      note: ({ status, quality_reasons: codes }) => (status === 'cancelled' ? '' : reasons(codes)),
    }),
    ...legend(['range', 'staff', 'fill', 'no_shows', 'grade'], layout),
  ];
}

const FIGURES: readonly Column<Session>[] = [
  { head: 'ROOM', cell: ({ room }) => room ?? UNKNOWN, spare: 4 },
  { head: 'BOOKED', cell: ({ booked }) => number(booked), spare: 2 },
  { head: 'CAME', cell: cameText },
  { head: 'PLACES', cell: ({ capacity }) => number(capacity), spare: 3 },
  { head: 'FILL', cell: (session) => percent(session.fill_rate) },
  { head: 'NO-SHOWS', cell: (session) => number(session.no_shows), spare: 5 },
  { head: 'GRADE', cell: ({ quality }) => (quality === 'none' ? '' : quality) },
];

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
