/** A class on one date as a row of a list: when, what and who, a bar, and one figure. */

import type { SessionBody } from '../../gym/reports/session-row.ts';
import { ClassBar } from '../charts/class-bar.tsx';
import { date, dateOf, timeOf } from '../words/format.ts';
import { attendanceWords, bookingWords, trustWords, whoWhere } from '../words/sentences.ts';

interface RowProps {
  readonly session: SessionBody;
  /** Whether the date stands above the time. */
  readonly isDated?: boolean;
  /** Whether the list is of one class, whose name stands above it. */
  readonly isNamed?: boolean;
}

export function SessionRow({ session, isDated = false, isNamed = true }: RowProps) {
  const { id, name, status, starts_at } = session;
  const trust = trustWords(session);
  const bookings = bookingWords(session);
  return (
    <li class={`session is-${status}`} data-key={id}>
      <a href={`/sessions/${encodeURIComponent(id)}`}>
        <span class="when">
          {isDated && <span class="date">{date(dateOf(starts_at), 'short')} </span>}
          <time dateTime={starts_at}>{timeOf(starts_at)}</time>
        </span>
        <span class="what">
          {isNamed && <bdi class="name">{name}</bdi>} <bdi class="who">{whoWhere(session)}</bdi>
        </span>
        <ClassBar {...session} />
        <span class="how">
          <strong>
            {status === 'in_progress' && <span class="dot" aria-hidden="true" />}
            {attendanceWords(session)}
          </strong>{' '}
          {trust !== null && <span class="trust">{trust}</span>}{' '}
          {bookings !== null && <span class="bookings">{bookings}</span>}
        </span>
      </a>
    </li>
  );
}
