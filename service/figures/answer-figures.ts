/** Answers a query for somebody: the one way for the endpoint, the tool, the command and questions in words. */

import type { FiguresAnswer } from '../../gym/figures/answer.ts';
import { neededRange, withDefaults } from '../../gym/figures/ask/defaults.ts';
import type { QueryFault } from '../../gym/figures/ask/faults.ts';
import { type QueryRefusal, resolveNames } from '../../gym/figures/ask/resolve-names.ts';
import { cutTo } from '../../gym/figures/ask/rights.ts';
import { answerQuery } from '../../gym/figures/compute/answer-query.ts';
import type { FiguresQuery, NormalQuery } from '../../gym/figures/query.ts';
import { todayOf } from '../../gym/reports/period.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Caller } from '../callers/caller.ts';
import type { ClassesSource } from '../gyms/gym-source.ts';
import { inSlices } from '../gyms/tables/in-slices.ts';

export type FiguresOutcome =
  | { readonly kind: 'faults'; readonly faults: readonly QueryFault[] }
  | { readonly kind: 'refused'; readonly refusal: QueryRefusal }
  | { readonly kind: 'answer'; readonly answer: FiguresAnswer };

/** Answers kept for one view. Chosen here: the panels of a page. */
const MAX_KEPT = 64;
const kept = new WeakMap<GymView, Map<string, FiguresAnswer>>();

/** Rejects with `data_unusable` where the history cannot be read. The same object for the same query over the same view. */
export async function answerFigures(
  asked: FiguresQuery,
  { principal, view, trainers }: Caller,
  { classesIn }: ClassesSource,
): Promise<FiguresOutcome> {
  const today = todayOf(view);
  const whole = withDefaults(asked, today);
  if (!('measures' in whole)) return { kind: 'faults', faults: whole };
  const isTrainer = principal?.key.role === 'trainer';
  const cut = isTrainer ? cutTo(trainers[0] ?? null, whole) : whole;
  if ('code' in cut) return { kind: 'refused', refusal: cut };
  const table = await classesIn(view, neededRange(cut));
  const { rooms, nowUtcMs, gym } = view;
  const query = resolveNames(cut, { table, trainers, rooms, today, nowUtcMs });
  if ('code' in query) return { kind: 'refused', refusal: query };
  const known = knownAnswer(view, query);
  if (known !== undefined) return { kind: 'answer', answer: known };
  const source = { table, currency: gym.currency, verdicts: gym.verdicts, nowUtcMs };
  const answer = await inSlices(answerQuery(source, query));
  keep(view, query, answer);
  return { kind: 'answer', answer };
}

function knownAnswer(view: GymView, query: NormalQuery): FiguresAnswer | undefined {
  return kept.get(view)?.get(JSON.stringify(query));
}

function keep(view: GymView, query: NormalQuery, answer: FiguresAnswer): void {
  const answers = kept.get(view) ?? new Map<string, FiguresAnswer>();
  kept.set(view, answers);
  const [oldest] = answers.keys();
  if (answers.size >= MAX_KEPT && oldest !== undefined) answers.delete(oldest);
  answers.set(JSON.stringify(query), answer);
}
