/** TeamUp `GET /events`. */

import type { JsonShape } from './shape.ts';
import { idOf, nameOf, pick } from './value.ts';

export const TEAM_UP: JsonShape = {
  name: 'teamup',
  recognises: (item) =>
    Object.hasOwn(item, 'starts_at') &&
    ['offering_type', 'attending_count', 'occupancy', 'instructors'].some((key) =>
      Object.hasOwn(item, key),
    ),
  valuesOf(item) {
    const instructors = pick(item, 'instructors', 'instructor');
    return {
      id: pick(item, 'id'),
      name: nameOf(pick(item, 'name')) ?? nameOf(pick(item, 'offering_type')),
      trainer: nameOf(instructors),
      trainer_id: idOf(instructors),
      room: nameOf(pick(item, 'room', 'venue')),
      start: pick(item, 'starts_at'),
      end: pick(item, 'ends_at'),
      status: pick(item, 'status'),
      capacity: pick(item, 'max_capacity', 'capacity'),
      booked: pick(item, 'attending_count', 'attending'),
      waitlisted: pick(item, 'waiting_count', 'waitlist_count', 'waitlist'),
    };
  },
};
