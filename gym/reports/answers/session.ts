/** A class on one date as a body. */

import { formatInstant } from '../../calendar/zone.ts';
import type { SessionBody } from '../schemas/session.ts';
import type { SessionFacts } from '../session-facts.ts';
import { rate } from './figures.ts';

/** `timezone` is that of the gym. */
export function sessionBody(facts: SessionFacts, timezone: string): SessionBody {
  const { session } = facts;
  const { attendance, trainer } = session;
  return {
    id: session.id,
    name: session.name,
    trainer: trainer && { id: trainer.id, name: trainer.name },
    substitute: session.isSubstitute,
    room: session.roomName,
    starts_at: formatInstant(timezone, session.startsUtcMs),
    ends_at: formatInstant(timezone, session.endsUtcMs),
    status: facts.status,
    capacity: session.capacity,
    booked: session.booked,
    attended: attendance?.attended ?? null,
    attended_low: attendance?.low ?? null,
    attended_high: attendance?.high ?? null,
    fill_rate: rate(facts.fillRate),
    no_shows: facts.noShows,
    no_shows_basis: facts.noShowsBasis,
    walk_ins: facts.walkIns,
    occupancy_now: facts.occupancyNow,
    quality: attendance?.quality ?? 'none',
    quality_reasons: [...(attendance?.reasons ?? [])],
    source: attendance?.source ?? null,
  };
}
