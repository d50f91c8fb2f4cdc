/** `GET /v1/rooms`: who is in the rooms now, and was in the last hour. */

import { ROOMS_REPORT, roomsReport } from '../../../gym/reports/rooms.ts';
import type { GymEvidence } from '../../../service/evidence/evidence.ts';
import { CREDENTIALS, defineRoute, type Route } from '../route.ts';

export function roomsRoute({ lastHour }: Pick<GymEvidence, 'lastHour'>): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/rooms',
    operationId: 'get_rooms',
    summary: 'The rooms of a gym: people now, places, state, and the last sixty minutes.',
    description:
      'Counts are without staff. A minute without a count is null, never 0. Rooms are never added up: people move between them.',
    access: 'figures',
    errors: [],
    parameters: { path: {}, query: {}, header: CREDENTIALS },
    response: ROOMS_REPORT,
    resource: {
      uri: 'turnout://rooms',
      name: 'rooms',
      title: 'Rooms',
      description:
        'Who is in each room now, its places and state, and its last sixty minutes one by one.',
    },
    subject: () => ({}),
    answer: async (_, { view }) => ({
      status: 200,
      value: roomsReport(view, await lastHour(view)),
    }),
  });
}
