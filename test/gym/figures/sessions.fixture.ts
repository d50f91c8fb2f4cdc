/** Generated class sessions and queries for tests of figures: the same for the same seed. */

import type { FiguresAnswer } from '../../../gym/figures/answer.ts';
import { withDefaults } from '../../../gym/figures/ask/defaults.ts';
import { resolveNames } from '../../../gym/figures/ask/resolve-names.ts';
import { answerQuery, runAtOnce } from '../../../gym/figures/compute/answer-query.ts';
import type { FiguresQuery, NormalQuery } from '../../../gym/figures/query.ts';
import { tableOf } from '../../../gym/figures/table/table-of.ts';
import { todayOf } from '../../../gym/reports/period.ts';
import type { GymView } from '../../../gym/sessions/view.ts';

/** The query with its defaults, names resolved; throws where it cannot be meant. */
export function normal(view: GymView, asked: FiguresQuery): NormalQuery {
  const today = todayOf(view);
  const whole = withDefaults(asked, today);
  if (!('measures' in whole)) throw new Error(JSON.stringify(whole));
  const { trainers, rooms, nowUtcMs } = view;
  const query = resolveNames(whole, { table: tableOf(view), trainers, rooms, today, nowUtcMs });
  if ('code' in query) throw new Error(query.detail);
  return query;
}

/** The answer over all classes of the view. */
export function answered(view: GymView, asked: FiguresQuery): FiguresAnswer {
  const { currency, verdicts } = view.gym;
  const source = { table: tableOf(view), currency, verdicts, nowUtcMs: view.nowUtcMs };
  return runAtOnce(answerQuery(source, normal(view, asked)));
}
