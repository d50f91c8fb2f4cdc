/** Bookings of a class on a date, as each source says them. They are imported as every file is. */

import type { SourceBookings } from '../../../../store/history/classes/class-store.ts';
import { problem } from '../../../http/problem.ts';
import { BOOKINGS, SESSION_ID } from '../../../schemas/operator/schedule/bookings.ts';
import type { Route } from '../../route.ts';
import { operatorRoute } from '../operator-route.ts';
import { instant, type OperatorParts } from '../parts.ts';

export function bookingsRoute({ classes }: OperatorParts): Route {
  return operatorRoute({
    method: 'GET',
    path: '/operator/v1/sessions/{session_id}/bookings',
    operationId: 'get_bookings',
    summary: 'The bookings of a class on a date, by source.',
    description:
      'Booked, checked in, late cancellations and waiting list; what counts, and the numbers of each source. Import a file with these columns to change them.',
    errors: ['unknown_session'],
    parameters: { path: { session_id: SESSION_ID }, query: {} },
    response: BOOKINGS,
    answer: async ({ owner, path: { session_id: id } }) => {
      const record = await classes.record(id);
      if (record?.gymId !== owner.key.gymId) {
        return problem('unknown_session', 'The gym has no class on a date of this id.');
      }
      const { name, startsUtcMs, isCancelled } = record;
      const said = await classes.bookings(id);
      return {
        status: 200,
        value: {
          id,
          name,
          starts_at: instant(startsUtcMs),
          cancelled: isCancelled,
          ...numbersOf(record),
          sources: said.map((one) => ({
            source: one.sourceId,
            cancelled: one.isCancelled,
            ...numbersOf(one),
            no_shows: one.noShows,
          })),
        },
      };
    },
  });
}

type Numbers = Pick<
  SourceBookings,
  'capacity' | 'booked' | 'checkedIn' | 'lateCancels' | 'waitlisted'
>;

function numbersOf({ capacity, booked, checkedIn, lateCancels, waitlisted }: Numbers) {
  return { capacity, booked, checked_in: checkedIn, late_cancels: lateCancels, waitlisted };
}
