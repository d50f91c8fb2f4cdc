/** `turnout://today`: the answer of the summary, under an address. */

import type { Log } from '../../../runtime/log/log.ts';
import type { RouteFigures } from '../../routes/route.ts';
import { charged } from '../charged.ts';
import type { Resource } from './resource.ts';

/** @param summary The figures of the summary's route. */
export function todayResource(summary: RouteFigures, log: Log): Resource {
  const nothing = { path: {}, query: {} };
  return {
    uri: 'turnout://today',
    name: 'today',
    title: 'Today',
    description:
      'Today’s classes with who came so far, the best of them, and who is in each room now.',
    read: (turn) =>
      charged(turn, log, summary.subject(nothing), (caller) => summary.respond(nothing, caller)),
  };
}
