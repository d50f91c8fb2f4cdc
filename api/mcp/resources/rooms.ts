/** `turnout://rooms`: the answer of the route, under an address. */

import type { Log } from '../../../runtime/log/log.ts';
import type { RouteFigures } from '../../routes/route.ts';
import { charged } from '../charged.ts';
import type { Resource } from './resource.ts';

/** @param rooms The figures of the route of the rooms. */
export function roomsResource(rooms: RouteFigures, log: Log): Resource {
  const nothing = { path: {}, query: {} };
  return {
    uri: 'turnout://rooms',
    name: 'rooms',
    title: 'Rooms',
    description:
      'Who is in each room now, its places and state, and its last sixty minutes one by one.',
    read: (turn) =>
      charged(turn, log, rooms.subject(nothing), (caller) => rooms.respond(nothing, caller)),
  };
}
