/** What a question narrows a report to, and where a report cannot be narrowed so. */

import type { QueryOf } from '../../query.ts';
import type { Request, Stop } from '../request.ts';

export type Filters = Pick<
  QueryOf<'attendance'>,
  'class' | 'weekday' | 'from_hour' | 'to_hour' | 'room' | 'trainer'
>;

export function filtersOf({ classes, rooms, trainers, weekday, hours }: Request): Filters {
  const [{ id: name } = { id: undefined }] = classes;
  const [{ id: room } = { id: undefined }] = rooms;
  const [{ id: trainer } = { id: undefined }] = trainers;
  return {
    ...(name === undefined ? {} : { class: name }),
    ...(weekday === undefined ? {} : { weekday }),
    // From midnight on is 0; the wire's hours are 0..23 and 1..24.
    ...(hours === undefined ? {} : { from_hour: Math.min(hours.from, 23), to_hour: hours.to }),
    ...(room === undefined ? {} : { room }),
    ...(trainer === undefined ? {} : { trainer }),
  };
}

/** Stops where a filter was named that the report cannot keep to: an answer about everything would be another one. */
export function unable(
  request: Request,
  kept: readonly (keyof Filters)[],
  what: string,
): Stop | null {
  const names = {
    class: 'class',
    weekday: 'weekday',
    from_hour: 'time of day',
    to_hour: '',
    room: 'room',
    trainer: 'trainer',
  };
  const given = Object.keys(filtersOf(request)) as (keyof Filters)[];
  const lost = given.filter((one) => !kept.includes(one) && one !== 'to_hour');
  if (lost.length === 0) return null;
  return {
    stop: 'not_known_here',
    message: `${what} cannot be shown by ${lost.map((one) => names[one]).join(' and ')}.`,
  };
}

/** Two of a kind where a report takes one. */
export function several({ trainers, classes, rooms }: Request): Stop | null {
  const tooMany = [trainers, classes, rooms].find(({ length }) => length > 1);
  if (tooMany === undefined) return null;
  const names = tooMany.map(({ name }) => name).join(' and ');
  return {
    stop: 'not_understood',
    message: `This can be shown for one at a time, not for ${names} together.`,
  };
}
