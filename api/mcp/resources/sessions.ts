/** `turnout://sessions/{session_id}`: one class on one date, with what its attendance was made of. Today's are listed. */

import { timeAt } from '../../../gym/calendar/zone.ts';
import { sessionsIn, todayOf } from '../../../gym/reports/period.ts';
import type { Log } from '../../../runtime/log/log.ts';
import type { RouteFigures } from '../../routes/route.ts';
import { charged, isProblem } from '../charged.ts';
import type { McpTurn } from '../server/turn.ts';
import type { Listed, ResourceFamily } from './resource.ts';

/** Most values of a completion. Source: the protocol, `completion/complete`. */
const MAX_LISTED = 100;

/** @param session The figures of the route of a session. */
export function sessionResources(session: RouteFigures, log: Log): ResourceFamily {
  return {
    template: 'turnout://sessions/{session_id}',
    variable: 'session_id',
    name: 'session',
    title: 'A class on one date',
    description:
      'One class on one date: its figures, how the room filled minute by minute, every estimate and correction. Ids are `classes[].id` of get_summary and get_trainer.',
    list: today,
    complete: async (text, turn) =>
      (await today(turn)).map(({ value }) => value).filter((value) => value.startsWith(text)),
    read: async (sessionId, turn) => {
      const parameters = { path: { session_id: sessionId }, query: {} };
      const reading = await charged(turn, log, session.subject(parameters), (caller) =>
        session.respond(parameters, caller),
      );
      return !reading.isOk && reading.problem.code === 'unknown_session' ? null : reading;
    },
  };
}

async function today(turn: McpTurn): Promise<readonly Listed[]> {
  const caller = (await turn.visitor()).see({});
  if (isProblem(caller)) return [];
  const { view } = caller;
  const date = todayOf(view);
  return sessionsIn(view, { from: date, to: date })
    .slice(0, MAX_LISTED)
    .map(({ id, name, startsUtcMs }) => ({
      value: id,
      title: `${name}, today ${timeAt(view.gym.timezone, startsUtcMs)}`,
    }));
}
