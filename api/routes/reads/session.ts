/** `GET /v1/sessions/{session_id}`: one class on one date, with the curve and the estimates behind its attendance. */

import { Type } from 'typebox';
import { SESSION_REPORT, sessionReport } from '../../../gym/reads/session-read.ts';
import type { GymEvidence } from '../../../service/evidence/evidence.ts';
import { problem } from '../../http/message.ts';
import { CREDENTIALS, defineRoute, type Route } from '../route.ts';
import { notYours, ownTrainerId } from './own.ts';

export function sessionRoute({ session }: Pick<GymEvidence, 'session'>): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/sessions/{session_id}',
    operationId: 'get_session',
    summary: 'One class on one date: its figures, and what its attendance was made of.',
    description:
      'The curve has one entry a minute: the people that the cameras of the room counted, staff included, or null with the reason. `attended` is the estimate over the core window, without staff. A key of role `trainer` sees the classes of its own trainer.',
    access: 'figures',
    errors: ['unknown_session'],
    parameters: {
      path: {
        session_id: Type.String({
          maxLength: 128,
          description: 'Id of the class on its date, as in `classes[].id` of the other answers.',
        }),
      },
      query: {},
      header: CREDENTIALS,
    },
    response: SESSION_REPORT,
    resource: {
      uri: 'turnout://sessions/{session_id}',
      name: 'session',
      title: 'A class on one date',
      description:
        'One class on one date: its figures, how the room filled minute by minute, every estimate and correction. Ids are `classes[].id` of get_summary and get_trainer.',
    },
    subject: () => ({ isOwn: true }),
    answer: async ({ path }, caller) => {
      const evidence = await session(caller.view, path.session_id);
      const own = ownTrainerId(caller);
      if (own !== null && evidence?.session.trainer?.id !== own) return notYours();
      if (evidence !== null) return { status: 200, value: sessionReport(caller.view, evidence) };
      const id = JSON.stringify(path.session_id);
      return problem('unknown_session', `No class on a date has the id ${id} in this gym.`);
    },
  });
}
