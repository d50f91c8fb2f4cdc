/** Momence `GET /api/v2/host/sessions`. */

import type { JsonShape } from './shape.ts';
import { idOf, nameOf, pick } from './value.ts';

export const MOMENCE: JsonShape = {
  name: 'momence',
  recognises: (item) =>
    Object.hasOwn(item, 'startsAt') &&
    ['teacher', 'teachers', 'bookingCount', 'inPersonLocation'].some((key) =>
      Object.hasOwn(item, key),
    ),
  valuesOf(item) {
    const teacher = pick(item, 'teacher', 'teachers');
    const original = pick(item, 'originalTeacher');
    return {
      id: pick(item, 'id'),
      name: nameOf(pick(item, 'name', 'title')) ?? nameOf(pick(item, 'type')),
      trainer: nameOf(teacher),
      trainer_id: idOf(teacher),
      substitute: original !== undefined && idOf(original) !== idOf(teacher),
      room: nameOf(pick(item, 'room', 'inPersonLocation', 'location')),
      start: pick(item, 'startsAt'),
      end: pick(item, 'endsAt'),
      duration: pick(item, 'durationInMinutes'),
      status: pick(item, 'isCancelled', 'cancelled'),
      capacity: pick(item, 'capacity'),
      booked: pick(item, 'bookingCount', 'bookings'),
      attended: pick(item, 'checkedInCount', 'checkInCount'),
      waitlisted: pick(item, 'waitlistBookingCount', 'waitlistCount'),
    };
  },
};
