/** Bookings of a class on a date, as each source says them, for the operator API. */

import { Type } from 'typebox';
import { closed, nullable, people } from '../../../../gym/reports/fields/field.ts';

const SAID = {
  cancelled: nullable(Type.Boolean({ description: 'Null is unknown.' })),
  capacity: people('Places.'),
  booked: people('Booked.'),
  checked_in: people('Checked in.'),
  late_cancels: people('Cancelled too late.'),
  waitlisted: people('On the waiting list.'),
};

export const SESSION_ID = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Id of the class on its date.',
});

export const BOOKINGS = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    starts_at: Type.String({ format: 'date-time', description: 'In UTC.' }),
    ...SAID,
    sources: Type.Array(
      Type.Object(
        { source: Type.String(), ...SAID, no_shows: people('Booked and not there.') },
        { ...closed, title: 'SourceBookings', description: 'The numbers of one source.' },
      ),
      { description: 'The source that was first comes first.' },
    ),
  },
  {
    ...closed,
    title: 'Bookings',
    description:
      'Bookings of a class on a date. Of two sources the one is believed that said something new last.',
  },
);
