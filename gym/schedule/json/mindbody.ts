/** Mindbody API v6, `GET /class/classes`. Times are on the wall of the site, without an offset. */

import type { JsonShape } from './shape.ts';
import { idOf, isObject, type JsonObject, nameOf, objectAt, pick } from './value.ts';

export const MINDBODY: JsonShape = {
  name: 'mindbody',
  recognises: (item) =>
    Object.hasOwn(item, 'StartDateTime') &&
    (Object.hasOwn(item, 'ClassDescription') || Object.hasOwn(item, 'ClassScheduleId')),
  valuesOf(item) {
    const visits = visitsOf(item);
    return {
      id: pick(item, 'Id'),
      name: nameOf(pick(item, 'ClassDescription', 'Name')),
      trainer: nameOf(pick(item, 'Staff')),
      trainer_id: idOf(pick(item, 'Staff')),
      substitute: pick(item, 'Substitute'),
      room: nameOf(pick(item, 'Resource')) ?? nameOf(objectAt(item, 'Location')),
      start: pick(item, 'StartDateTime'),
      end: pick(item, 'EndDateTime'),
      status: pick(item, 'IsCanceled'),
      capacity: pick(item, 'MaxCapacity'),
      booked: pick(item, 'TotalBooked'),
      attended: pick(item, 'TotalSignedIn') ?? countOf(visits, 'SignedIn'),
      late_cancels: countOf(visits, 'LateCancelled'),
      waitlisted: pick(item, 'TotalBookedWaitlist'),
    };
  },
};

/** Null where the list was not asked for: it is empty then. */
function visitsOf(item: JsonObject): readonly JsonObject[] | null {
  const visits = pick(item, 'Visits');
  return Array.isArray(visits) && visits.length > 0 ? visits.filter(isObject) : null;
}

function countOf(visits: readonly JsonObject[] | null, key: string): number | null {
  return visits === null ? null : visits.filter((visit) => visit[key] === true).length;
}
