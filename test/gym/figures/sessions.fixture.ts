/** Generated class sessions and queries for tests of figures: the same for the same seed. */

import { answerAtOnce } from '../../../gym/figures/answer-query.ts';
import { onSameDays, withDefaults } from '../../../gym/figures/ask/normal-query.ts';
import { resolveNames } from '../../../gym/figures/ask/resolve-names.ts';
import { tableOf } from '../../../gym/figures/class-table.ts';
import type { FiguresAnswer, FiguresQuery, NormalQuery } from '../../../gym/figures/query.ts';
import { todayOf } from '../../../gym/reports/period.ts';
import type { GymView } from '../../../gym/sessions/view.ts';

/** The query with its defaults, names resolved; throws where it cannot be meant. */
export function normal(view: GymView, asked: FiguresQuery): NormalQuery {
  const today = todayOf(view);
  const whole = withDefaults(asked, today);
  if (!('measures' in whole)) throw new Error(JSON.stringify(whole));
  const { trainers, rooms } = view;
  const table = tableOf(view);
  const resolved = resolveNames(onSameDays(whole, view), { table, trainers, rooms });
  if ('code' in resolved) throw new Error(resolved.detail);
  return resolved.query;
}

/** The answer over all classes of the view. */
export function answered(view: GymView, asked: FiguresQuery): FiguresAnswer {
  return answerAtOnce(view, tableOf(view), normal(view, asked));
}
