/** A class on one date, as the summary and the trainer's report list it. */

import { type Static, Type } from 'typebox';
import { QUALITY_REASONS } from '../../sessions/session.ts';
import {
  closed,
  count,
  instant,
  noShowsBasis,
  nullable,
  people,
  rate,
  reasons,
  TRAINER,
  words,
} from './field.ts';

export const SESSION = Type.Object(
  {
    id: Type.String({ description: 'Stable over imports of the schedule.' }),
    name: Type.String(),
    trainer: nullable(TRAINER),
    substitute: Type.Boolean({ description: 'Whether the trainer substitutes for another.' }),
    room: nullable(Type.String({ description: 'Name of the room.' })),
    starts_at: instant('Start.'),
    ends_at: instant('End.'),
    status: words(
      ['scheduled', 'in_progress', 'completed', 'cancelled'],
      'State of the class at `generated_at`.',
    ),
    capacity: people('Places: of the class, or else of the room.'),
    booked: people('Bookings at the start, without late cancels.'),
    attended: people('People present, without staff. So far, while the class runs.'),
    attended_low: people('Lower end of the range that should contain the truth.'),
    attended_high: people('Upper end of the range that should contain the truth.'),
    fill_rate: rate('Attended over capacity.'),
    no_shows: people('Who booked and did not come. Known once the class has ended.'),
    no_shows_basis: noShowsBasis,
    walk_ins: people('People present beyond the bookings. Known once the class has ended.'),
    occupancy_now: people('In the room now, while the class runs.'),
    quality: words(
      ['A', 'B', 'C', 'none'],
      'How far `attended` can be trusted, best first; `none` is no count at all.',
    ),
    quality_reasons: reasons(
      QUALITY_REASONS,
      'Codes of what lowered the quality or is worth knowing',
    ),
    source: nullable(
      words(
        ['camera', 'manual', 'import'],
        'Where `attended` comes from: head counts, a person, or check-ins.',
      ),
    ),
  },
  { ...closed, title: 'ClassSession', description: 'A class on one date.' },
);

export type SessionBody = Static<typeof SESSION>;

/** Most sessions that an answer lists. The report of the engine ends its lists there. */
export const sessions = (description: string) =>
  Type.Array(SESSION, { maxItems: 500, description });

export const gradedClasses = count('Classes whose attendance has a grade of A, B or C.');
