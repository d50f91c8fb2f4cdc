/** A class on one date, as the reports list it. */

import { type Static, Type } from 'typebox';
import { formatInstant } from '../calendar/zone.ts';
import {
  type ClassSession,
  noShowsOf,
  QUALITIES,
  QUALITY_REASONS,
  SOURCES,
  STATUSES,
  sessionFill,
  statusAt,
  walkIns,
} from '../sessions/session.ts';
import type { GymView } from '../sessions/view.ts';
import {
  flag,
  instant,
  list,
  nullable,
  object,
  people,
  rate,
  reasons,
  roundedRate,
  TRAINER,
  text,
  words,
} from './field.ts';

export const SESSION = object('ClassSession', 'A class on one date.', {
  id: text('Stable over imports of the schedule.'),
  name: Type.String(),
  trainer: nullable(TRAINER),
  substitute: flag('Whether the trainer substitutes for another.'),
  room: nullable(text('Name of the room.')),
  starts_at: instant('Start.'),
  ends_at: instant('End.'),
  status: words(STATUSES, 'State of the class at `generated_at`.'),
  capacity: people('Places: of the class, or else of the room.'),
  booked: people('Bookings at the start, without late cancels.'),
  attended: people('People present, without staff. So far, while the class runs.'),
  attended_low: people('Lower end of the range that should contain the truth.'),
  attended_high: people('Upper end of the range that should contain the truth.'),
  fill_rate: rate('Attended over capacity.'),
  no_shows: people('Who booked and did not come. Known once the class has ended.'),
  no_shows_basis: nullable(
    words(
      ['roster', 'net'],
      'How they were found: `roster` is bookings without a check-in; `net` is bookings minus people present: a lower bound, because walk-ins hide some.',
    ),
  ),
  walk_ins: people('People present beyond the bookings. Known once the class has ended.'),
  occupancy_now: people('In the room now, while the class runs.'),
  quality: words(
    QUALITIES,
    'How far `attended` can be trusted, best first; `none` is no count at all.',
  ),
  quality_reasons: reasons(
    QUALITY_REASONS,
    'Codes of what lowered the quality or is worth knowing',
  ),
  source: nullable(
    words(SOURCES, 'Where `attended` comes from: head counts, a person, or check-ins.'),
  ),
});

export type SessionBody = Static<typeof SESSION>;

/** Most sessions that a report lists. Chosen here: a gym of 2,000 classes a week has some 290 a day. */
export const MAX_SESSIONS = 500;

export const sessions = (description: string) => list(SESSION, MAX_SESSIONS, description);

/** A class at the instant of the view. */
export function sessionBody(session: ClassSession, view: GymView): SessionBody {
  const { timezone } = view.gym;
  const { attendance, trainer } = session;
  const status = statusAt(session, view.nowUtcMs);
  const isOver = status === 'completed';
  const absent = isOver ? noShowsOf(session) : null;
  return {
    id: session.id,
    name: session.name,
    trainer: trainer && { id: trainer.id, name: trainer.name },
    substitute: session.isSubstitute,
    room: session.roomName,
    starts_at: formatInstant(timezone, session.startsUtcMs),
    ends_at: formatInstant(timezone, session.endsUtcMs),
    status,
    capacity: session.capacity,
    booked: session.booked,
    attended: attendance?.attended ?? null,
    attended_low: attendance?.low ?? null,
    attended_high: attendance?.high ?? null,
    fill_rate: roundedRate(sessionFill(session)),
    no_shows: absent?.people ?? null,
    no_shows_basis: absent?.basis ?? null,
    walk_ins: isOver ? walkIns(session) : null,
    occupancy_now: status === 'in_progress' ? occupancyOf(session, view) : null,
    quality: attendance?.quality ?? 'none',
    quality_reasons: [...(attendance?.reasons ?? [])],
    source: attendance?.source ?? null,
  };
}

/** People in the room of a class, where its cameras are live. */
const occupancyOf = ({ roomId }: ClassSession, { rooms }: GymView) =>
  rooms.find(({ id, state }) => id === roomId && state === 'live')?.occupancy ?? null;
