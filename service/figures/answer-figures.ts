/** Answers a query for a caller: the one way for the endpoint, the tool, the command and questions in words. */

import { addDays, type CalendarDate } from '../../gym/calendar/zone.ts';
import { answerAtOnce, answerQuery } from '../../gym/figures/answer-query.ts';
import type { QueryFault } from '../../gym/figures/ask/faults.ts';
import {
  cutTo,
  neededRange,
  onSameDays,
  withDefaults,
} from '../../gym/figures/ask/normal-query.ts';
import {
  type QueryRefusal,
  resolveNames,
  type Timetable,
} from '../../gym/figures/ask/resolve-names.ts';
import { ClassTable, publishedTable, tableOf } from '../../gym/figures/class-table.ts';
import { shownDimensions } from '../../gym/figures/dimensions.ts';
import type { FiguresAnswer, FiguresQuery, NormalQuery } from '../../gym/figures/query.ts';
import { type DateRange, todayOf } from '../../gym/reports/period.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import { inSlices } from '../../runtime/timers.ts';
import { ALL_TRAINERS, type Caller } from '../callers/caller.ts';
import { viewCache } from '../gyms/gym-classes.ts';
import type { ClassesSource } from '../gyms/gym-source.ts';

export type FiguresOutcome =
  | { readonly kind: 'faults'; readonly faults: readonly QueryFault[] }
  | { readonly kind: 'refused'; readonly refusal: QueryRefusal }
  | { readonly kind: 'answer'; readonly answer: FiguresAnswer };

/** A file that is asked for without a limit is not cut: nobody would see it. */
const EVERY_ROW = Number.MAX_SAFE_INTEGER;
/** Chosen here: the panels of a page. */
const cache = viewCache<Promise<FiguresOutcome>>(64);

/**
 * Rejects with `data_unusable` where the history cannot be read. The same object for the same query over the same view.
 *
 * @param isFile Whether the answer becomes a file: small counts are hidden in it where the configuration says so.
 */
export async function answerFigures(
  request: FiguresQuery,
  caller: Caller,
  source: ClassesSource,
  { isFile = false }: { readonly isFile?: boolean } = {},
): Promise<FiguresOutcome> {
  const { view, principal, trainers } = caller;
  const isTrainer = principal?.key.role === 'trainer';
  /** Ids of the trainers whose classes the caller sees; null is all. */
  const own = isTrainer ? trainers.map(({ id }) => id) : null;
  // As it was asked: names need not be looked up again, and no range be read.
  const key = JSON.stringify([own, request, isFile]);
  try {
    const work = () => outcomeOf(request, caller, source, isFile);
    const outcome = await cache.get(view, key, work);
    if (outcome.kind === 'answer') noteTrainers(outcome.answer, caller);
    return outcome;
  } catch (error) {
    cache.forget(view, key);
    throw error;
  }
}

async function outcomeOf(
  request: FiguresQuery,
  { principal, view, trainers }: Caller,
  { classesIn }: ClassesSource,
  isFile: boolean,
): Promise<FiguresOutcome> {
  const whole = withDefaults(isFile ? { limit: EVERY_ROW, ...request } : request, todayOf(view));
  if (!('measures' in whole)) return { kind: 'faults', faults: whole };
  const fair = onSameDays(whole, view);
  const isTrainer = principal?.key.role === 'trainer';
  const cut = isTrainer ? cutTo(trainers[0] ?? null, fair) : fair;
  if ('code' in cut) return { kind: 'refused', refusal: cut };
  const exact = await classesIn(view, neededRange(cut));
  const table = isFile ? await inSlices(publishedTable(exact)) : exact;
  const { rooms } = view;
  // A refusal lists what is called nearly so: to a trainer only what they teach.
  const seen = (one: ClassTable) => (isTrainer ? taughtBy(trainers[0]?.id, one) : one);
  const known = bothNamed(seen(tableOf(view)), seen(table));
  const resolved = resolveNames(cut, { table: known, trainers, rooms });
  if ('code' in resolved) return { kind: 'refused', refusal: resolved };
  const found = await inSlices(answerQuery(view, table, resolved.query));
  return { kind: 'answer', answer: { ...found, notes: [...resolved.notes, ...found.notes] } };
}

/** A class of now that is not on the days that are asked about is known: on them it has no classes. */
function bothNamed(now: Timetable, before: Timetable): Timetable {
  const series = [...now.series, ...before.series].map((one) => [one.classId, one] as const);
  return {
    gym: before.gym,
    names: new Map([...now.names, ...before.names]),
    rooms: new Map([...now.rooms, ...before.rooms]),
    series: [...new Map(series).values()],
  };
}

function taughtBy(trainerId: string | undefined, { gym, classes }: ClassTable): ClassTable {
  const taught = new ClassTable(gym);
  for (const { session } of classes) if (session.trainer?.id === trainerId) taught.add(session);
  return taught;
}

/** Notes whose figures go out: those of the trainers that are asked for, or of all where they are side by side. */
function noteTrainers(answer: FiguresAnswer, { onTrainerSeen }: Caller): void {
  const { by, where } = answer.query;
  const named = where.flatMap(([dimension, test, values]) =>
    dimension === 'trainer' && test === 'is' ? values.filter((id) => typeof id === 'string') : [],
  );
  const all = shownDimensions(by).includes('trainer') ? [ALL_TRAINERS] : [];
  for (const id of named.length > 0 ? named : all) onTrainerSeen?.(id);
}

/** The same weekdays of last year, over the days of `range` that have begun; null where nobody was counted on some of them. */
export async function lastYearIn(
  view: GymView,
  { classesIn }: ClassesSource,
  range: DateRange,
  where: NormalQuery['where'] = [],
): Promise<{ readonly attended: number; readonly fill_rate: number | null } | null> {
  const year = { measures: ['attended', 'fill_rate'], where, compare: 'last_year' } as const;
  const whole = withDefaults({ ...year, ...range }, todayOf(view));
  if (!('measures' in whole)) return null;
  const query = onSameDays(whole, view);
  const then = query.compare ?? range;
  const table = await inSlices(publishedTable(await classesIn(view, then)));
  const found = answerAtOnce(view, table, { ...query, ...then, compare: null });
  const { attended = null, fill_rate = null } = found.total;
  const isCovered = found.covered?.from === then.from && found.covered.to === then.to;
  return isCovered && attended !== null ? { attended, fill_rate } : null;
}

/** The view with the classes up to a date to come, of which it has those of tomorrow alone. */
export async function withComing(
  view: GymView,
  { classesIn }: ClassesSource,
  to: CalendarDate,
): Promise<GymView> {
  const range = { from: addDays(todayOf(view), 2), to };
  if (range.from > to) return view;
  const later = (await classesIn(view, range)).within(range).map(({ session }) => session);
  return { ...view, sessions: [...view.sessions, ...later] };
}
