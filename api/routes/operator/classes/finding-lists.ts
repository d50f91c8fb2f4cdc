/** All corrections and true counts of a gym, for the operator API. */

import { CORRECTION_LIST, LISTED, TRUE_COUNT_LIST } from '../../../schemas/operator/findings.ts';
import type { Route } from '../../route.ts';
import { operatorRoute } from '../operator-route.ts';
import { instant, instantOrNull, type OperatorParts } from '../parts.ts';

const NEWEST = { path: {}, query: { limit: LISTED } };

export function findingLists({ classes }: OperatorParts): readonly Route[] {
  return [
    operatorRoute({
      method: 'GET',
      path: '/operator/v1/corrections',
      operationId: 'list_corrections',
      summary: 'The corrections of the gym.',
      description: 'Withdrawn ones too, newest first.',
      errors: [],
      parameters: NEWEST,
      response: CORRECTION_LIST,
      answer: async ({ owner, query: { limit } }) => {
        const rows = await classes.correctionsOf(owner.key.gymId, limit);
        const corrections = rows.map((row) => ({
          session_id: row.classId,
          name: row.name,
          starts_at: instant(row.startsUtcMs),
          attended: row.attended,
          note: row.note,
          by: row.by,
          made_at: instant(row.madeUtcMs),
          withdrawn_at: instantOrNull(row.withdrawnUtcMs),
          withdrawn_by: row.withdrawnBy,
        }));
        return { status: 200, value: { corrections } };
      },
    }),
    operatorRoute({
      method: 'GET',
      path: '/operator/v1/true-counts',
      operationId: 'list_true_counts',
      summary: 'The true counts of the gym.',
      description: 'Those of the newest classes first.',
      errors: [],
      parameters: NEWEST,
      response: TRUE_COUNT_LIST,
      answer: async ({ owner, query: { limit } }) => {
        const rows = await classes.trueCounts(owner.key.gymId);
        const counts = rows.slice(-limit).reverse();
        return {
          status: 200,
          value: {
            true_counts: counts.map(
              ({ classId, name, startsUtcMs, people, roomId, madeUtcMs }) => ({
                session_id: classId,
                name,
                starts_at: instant(startsUtcMs),
                people,
                room: roomId,
                made_at: instant(madeUtcMs),
              }),
            ),
          },
        };
      },
    }),
  ];
}
