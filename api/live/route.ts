/** `GET /v1/live`: what happens in a gym, while it happens. */

import { Type } from 'typebox';
import { addressGroup } from '../../store/access/client-address.ts';
import { CREDENTIALS, defineRoute, type Route } from '../routes/route.ts';
import type { Live } from './live.ts';
import { EVENTS_TYPE } from './wire.ts';

const DESCRIPTION = `Server-sent events. \`hello\` comes first: \`build\`, \`gym_id\`, \`server_time\`, \`role\`, \`resumed\`, \`minutes_from\`, \`rooms\` as \`/v1/rooms\` has them, and \`running\`, the classes that run now, as \`/v1/summary\` has them. It comes again after a gap, and with \`resumed\` false the reports must be read again. \`rooms\` (\`changed\`: \`id\`, \`occupancy\`, \`state\`, \`updated_at\`) comes at most once a second. \`class\` is a class on a date with its \`kind\`: \`started\`, \`ended\`, \`estimated\`, \`corrected\`, \`changed\`. \`cameras\` (\`changed\`: \`id\`, \`state\`, \`reasons\`) comes to the key of an owner. \`tick\` comes every 15 seconds, and \`bye\` with a \`reason\` before an end. With \`Last-Event-ID\`, \`class\` events that were missed come in order, up to 4,096 of them. A client that does not read misses events, and gets a new \`hello\` when it reads again; after at most 60 seconds it is ended. A key of role \`trainer\` sees its own classes and no rooms. Nothing is charged. At most 500 streams can be open: 8 in one browser, 50 with one key, 50 from one address with keys. Without a key, and with a free one, 20 from one address and 100 in all can be open, and each ends after 10 minutes (\`bye\` with \`time_up\`); clients connect again. The last 100 places are for browsers of owners and managers. 429 says that your own streams are too many, 503 that those of everybody are.`;

export function liveRoute(live: Pick<Live, 'answer'>): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/live',
    operationId: 'watch_live',
    summary: 'What happens in a gym, while it happens: rooms, classes, cameras.',
    description: DESCRIPTION,
    access: 'figures',
    isWatched: true,
    isEvents: true,
    textTypes: [EVENTS_TYPE],
    errors: ['too_many_streams', 'too_many_own_streams'],
    parameters: {
      path: {},
      query: {},
      header: {
        ...CREDENTIALS,
        'last-event-id': Type.Optional(
          Type.String({
            maxLength: 64,
            description:
              'Id of the newest event that the client has. Browsers send it by themselves.',
          }),
        ),
      },
    },
    response: Type.Object({}),
    subject: () => ({ isOwn: true, isWall: true }),
    answer: ({ header }, caller, request) =>
      live.answer(caller, addressGroup(request?.ip ?? ''), header['last-event-id']),
  });
}
