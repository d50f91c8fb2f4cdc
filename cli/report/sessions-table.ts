/** Classes on their dates as a table. */

import type { SummaryBody } from '../../gym/reports/summary.ts';
import { date, dateOf, number, percent, timeOf, UNKNOWN } from '../../web/words/format.ts';
import { REASONS } from '../../web/words/reasons.ts';
import { type Column, table } from '../terminal/table.ts';
import { estimate, legend, type ReportLayout } from './legend.ts';

type Session = SummaryBody['classes'][number];

/** Of a day, with who taught; of a trainer, with the dates. */
export function sessionsTable(
  sessions: readonly Session[],
  of: 'day' | 'trainer',
  layout: ReportLayout,
): string[] {
  const ofDay: readonly Column<Session>[] = [
    { head: 'TIME', cell: ({ starts_at: at }) => timeOf(at) },
    { head: 'CLASS', cell: ({ name }) => name },
    {
      head: 'TRAINER',
      cell: ({ trainer, substitute }) =>
        trainer === null ? UNKNOWN : `${trainer.name}${substitute ? ', covering' : ''}`,
      spare: 1,
    },
  ];
  const ofTrainer: readonly Column<Session>[] = [
    { head: 'TIME', cell: ({ starts_at: at }) => `${date(dateOf(at), 'short')} ${timeOf(at)}` },
    {
      head: 'CLASS',
      cell: ({ name, substitute }) => `${name}${substitute ? ', covering' : ''}`,
    },
  ];
  const note = ({ status, quality_reasons: codes }: Session) =>
    status === 'cancelled' ? '' : codes.map((code) => REASONS[code] ?? code).join('; ');
  return [
    ...table([...(of === 'day' ? ofDay : ofTrainer), ...FIGURES], sessions, { ...layout, note }),
    ...legend(['range', 'staff', 'full', 'no_shows'], layout),
  ];
}

const FIGURES: readonly Column<Session>[] = [
  { head: 'ROOM', cell: ({ room }) => room ?? UNKNOWN, spare: 4 },
  { head: 'BOOKED', cell: ({ booked }) => number(booked), spare: 2 },
  {
    head: 'CAME',
    cell: cameText,
    style: ({ status }) => (status === 'cancelled' ? 'yellow' : null),
  },
  { head: 'PLACES', cell: ({ capacity }) => number(capacity), spare: 5 },
  { head: 'FULL', cell: (session) => percent(session.fill_rate) },
  { head: 'NO-SHOWS', cell: noShowText, spare: 3 },
];

function cameText(session: Session): string {
  const { status, attended, attended_low: low, attended_high: high } = session;
  if (status === 'cancelled') return 'cancelled';
  if (status === 'scheduled') return '';
  if (status === 'in_progress') return attended === null ? 'on now' : `${attended} now`;
  return estimate(attended, low, high);
}

/** `3+`: walk-ins hide some of those that no roster tells of. */
function noShowText({ no_shows: people, no_shows_basis: basis }: Session): string {
  return people === null || people === 0 || basis === 'roster' ? number(people) : `${people}+`;
}
