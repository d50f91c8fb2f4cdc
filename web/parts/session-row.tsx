/** A class on one date as a row of a list: when, what, who and where, how many, and how sure. */

import type { SessionBody } from '../../gym/reports/sessions/session-row.ts';
import { ClassBar } from '../charts/class-bar.tsx';
import { date, dateOf, timeOf } from '../words/format.ts';
import { attendanceWords, bookingWords, trustWords, whoWhere } from '../words/sentences.ts';

interface LineProps {
  readonly session: SessionBody;
  /** Whether the date stands in place of the time. */
  readonly isDated?: boolean;
  /** Whether the list is of one class, whose name stands above it. */
  readonly isNamed?: boolean;
}

interface RowProps extends LineProps {
  /** Whether a class that runs is drawn again when the stream tells of it. */
  readonly isFollowed?: boolean;
}

export function SessionRow({ isFollowed = false, ...line }: RowProps) {
  const { id, status } = line.session;
  const isLive = isFollowed && status === 'in_progress';
  return (
    <li
      class={`session is-${status}`}
      data-key={id}
      data-live={isLive ? 'session' : undefined}
      data-id={isLive ? id : undefined}
    >
      <SessionLine {...line} />
    </li>
  );
}

export function SessionLine({ session, isDated = false, isNamed = true }: LineProps) {
  const { id, name, status, starts_at } = session;
  const trust = trustWords(session);
  const bookings = bookingWords(session);
  return (
    <a href={`/sessions/${encodeURIComponent(id)}`}>
      <span class="when">
        {isDated && <span class="date">{date(dateOf(starts_at), 'short')} </span>}
        <time dateTime={starts_at}>{timeOf(starts_at)}</time>
      </span>
      <span class="what">
        {isNamed && <bdi class="name">{name}</bdi>} <bdi class="who">{whoWhere(session)}</bdi>
      </span>
      <span class="how">
        <strong>
          {status === 'in_progress' && <span class="dot" aria-hidden="true" />}
          {attendanceWords(session)}
        </strong>{' '}
        {trust !== null && <span class="trust">{trust}</span>}{' '}
        {bookings !== null && <span class="bookings">{bookings}</span>}
      </span>
      <ClassBar {...session} />
    </a>
  );
}
