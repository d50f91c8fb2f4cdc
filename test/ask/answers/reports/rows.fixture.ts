/** The sample gym of a Wednesday, and its last six weeks. */

import { answerQuery } from '../../../../ask/answers/answer-query.ts';
import type { Query } from '../../../../ask/query.ts';
import type { GymView } from '../../../../gym/sessions/view.ts';
import { sandboxView } from '../../../../service/demo/sandbox.ts';

export const sample = sandboxView(Date.UTC(2026, 10, 18, 12));
export const weeks = { from: '2026-10-08', to: '2026-11-18' } as const;

/** Answers without a history behind the view. */
export function answered(query: Query, view: GymView = sample) {
  return answerQuery(query, view, { asOf: () => Promise.resolve(null) });
}
