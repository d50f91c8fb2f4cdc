/** Runs a query that was read, and writes the answer: sentences, the numbers in them, and what was found. */

import { addDays, weekdayOf } from '../../gym/calendar/zone.ts';
import { isMeasure, isOfMoney } from '../../gym/figures/catalogue.ts';
import { type FiguresAnswer, type FiguresQuery, QUERY_LIMITS } from '../../gym/figures/query.ts';
import {
  comparedWords,
  type DateRange,
  daysIn,
  knownDays,
  todayOf,
} from '../../gym/reports/period.ts';
import type { Caller } from '../../service/callers/caller.ts';
import { answerFigures } from '../../service/figures/answer-figures.ts';
import type { ChainAnswer } from '../../service/figures/chain-figures.ts';
import type { ClassesSource } from '../../service/gyms/gym-source.ts';
import { type AskQuery, isFigures } from '../query.ts';
import type { YesIf } from '../reader.ts';
import { figuresFindings, MAX_NAMED } from './figures-findings.ts';
import type { AnyRow, QueryOutcome } from './outcome.ts';
import { roomsNowAnswer } from './rooms-now.ts';
import { IMPORT_ADVICE, timetableAnswer } from './timetable.ts';
import { spanOf } from './wording.ts';

/** Cells of a week. */
const WEEK_HOURS = 168;

export async function answerQuery(
  query: AskQuery,
  caller: Caller,
  world: ClassesSource,
  yesIf?: YesIf,
): Promise<QueryOutcome> {
  if (isFigures(query)) return figures(query, caller, world, yesIf);
  const { view } = caller;
  if (query.report === 'timetable') return timetableAnswer(query, view, world);
  return { kind: 'answered', query, found: roomsNowAnswer(query, view), hasFigures: true };
}

async function figures(
  query: FiguresQuery,
  caller: Caller,
  world: ClassesSource,
  yesIf: YesIf | undefined,
): Promise<QueryOutcome> {
  const { query: begun, notes: cut } = onBegunDays(query, todayOf(caller.view));
  const outcome = await answerFigures(begun, caller, world);
  if (outcome.kind === 'faults') {
    const { msg } = outcome.faults[0] ?? { msg: 'The query is wrong' };
    return unclear(`${msg.replace(/^Value error, /, '')}.`);
  }
  if (outcome.kind === 'refused') {
    const { code, detail } = outcome.refusal;
    return code === 'forbidden' ? { kind: 'problem', body: { detail, code } } : unclear(detail);
  }
  const own = await asPartOfAll(outcome.answer, caller, world);
  const answer = await withTies(own, async (limit) => {
    const { compare, ...same } = outcome.answer.query;
    const more = { ...same, ...(compare && { compare }), limit };
    const all = await answerFigures(more, caller, world);
    return all.kind === 'answer' ? all.answer.rows : [];
  });
  const { query: answered, covered, total } = answer;
  if (total.of === 0 && total.previous === undefined) {
    const advice = knownDays(caller.view) === null ? ` ${IMPORT_ADVICE}` : '';
    const summary = `${noneOf(answered)}${advice}`;
    const found = { summary, numbers: {}, items: [], notes: answer.notes, covered };
    return { kind: 'answered', query: answered, found, hasFigures: false };
  }
  const found = figuresFindings(answer, caller.view, yesIf);
  const chart = isOneOfWeek(answer) ? await wholeWeek(query, caller, world) : (found.chart ?? null);
  const isUsual = query.from === undefined && query.to === undefined;
  const usual = isUsual ? [`No time was named: took ${spanOf(answered)}.`] : [];
  const notes = [...usual, ...cut, ...found.notes];
  const whole = { ...found, chart, notes, covered };
  return { kind: 'answered', query: answered, found: whole, hasFigures: true };
}

/** "What share of visits is yoga" is of all visits: the rows that were named, each with its share of all. */
async function asPartOfAll(answer: FiguresAnswer, caller: Caller, world: ClassesSource) {
  const { query, total } = answer;
  const [dim, ...dims] = query.by;
  const named = query.where.find(([name, op]) => name === dim && op === 'is');
  if (!query.share || dim === undefined || dims.length > 0 || named === undefined) return answer;
  const { compare, ...same } = query;
  const where = query.where.filter((one) => one !== named);
  const wider = { ...same, ...(compare && { compare }), where, limit: QUERY_LIMITS.rows };
  const all = await answerFigures(wider, caller, world);
  // A trainer sees no others to have a share of.
  if (all.kind !== 'answer' || all.answer.query.where.some(([name]) => name === dim)) return answer;
  const rows = all.answer.rows.filter((row) => named[2].includes(row[dim] ?? null));
  const whole = all.answer.total;
  const share = Object.fromEntries(
    query.measures.map((name) => [name, partOf(total[name], whole[name])]),
  );
  const note = 'Shares are of all classes, not only of those that were named.';
  return { ...answer, rows, total: { ...total, share }, notes: [...answer.notes, note] };
}

const partOf = (part: number | null | undefined, whole: number | null | undefined) =>
  part == null || whole == null || whole === 0 ? null : part / whole;

const unclear = (message: string): QueryOutcome => ({
  kind: 'unclear',
  reason: 'not_known_here',
  message,
  suggestions: [],
});

function noneOf(query: FiguresAnswer['query']): string {
  const kind = query.where.length > 0 ? ' of that kind' : '';
  const isToCome = query.where.some(([dim, , [one]]) => dim === 'status' && one === 'scheduled');
  return `No class${kind} is ${isToCome ? 'still to come' : 'known'}, ${spanOf(query)}.`;
}

/**
 * Where one row is asked for, with it those that are as good: none of them alone is the busiest.
 *
 * @param currencyOf that of the amounts of a row; amounts of one are no better than those of another.
 */
export async function withTies<Answer extends FiguresAnswer | ChainAnswer>(
  answer: Answer,
  rowsOf: (limit: number) => Promise<Answer['rows']>,
  currencyOf: (row: AnyRow) => string | null = () => null,
): Promise<Answer> {
  const { query, row_count } = answer;
  const [[name] = []] = query.order;
  if (query.limit !== 1 || query.offset > 0 || row_count < 2) return answer;
  if (name === undefined || !isMeasure(name)) return answer;
  const rows: readonly AnyRow[] = await rowsOf(QUERY_LIMITS.rows);
  const kindOf = (row: AnyRow) => isOfMoney(name) && currencyOf(row);
  const isBest = (row: AnyRow) =>
    row[name] === rows.find((other) => kindOf(other) === kindOf(row))?.[name];
  const best = rows.filter((row) => row[name] != null && isBest(row));
  const isFew = best.length > 0 && best.length <= MAX_NAMED;
  return isFew ? { ...answer, rows: best } : answer;
}

/** The busiest hour is asked for: the picture shows all of the week. */
function isOneOfWeek({ query, row_count }: FiguresAnswer): boolean {
  const { by, limit } = query;
  return by.length === 2 && by.includes('weekday') && by.includes('hour') && limit < row_count;
}

async function wholeWeek(query: FiguresQuery, caller: Caller, world: ClassesSource) {
  const { limit: _limit, offset: _offset, having: _having, ...all } = query;
  const outcome = await answerFigures({ ...all, limit: WEEK_HOURS }, caller, world);
  return outcome.kind === 'answer'
    ? (figuresFindings(outcome.answer, caller.view).chart ?? null)
    : null;
}

/**
 * "This week" is asked up to today, and "last week" as a whole: the first as many days of the other, with a note. The same
 * query where the two are of other kinds, or nothing is to be cut. `POST /v1/query` compares what it is told.
 */
function onBegunDays(query: FiguresQuery, today: string) {
  const { from, to, compare } = query;
  const whole = { query, notes: [] };
  if (from === undefined || to !== today || typeof compare !== 'object') return whole;
  const days = daysIn({ from, to });
  if (unitOf(compare)?.(from) !== true || daysIn(compare) <= days) return whole;
  const cut = { from: compare.from, to: addDays(compare.from, days - 1) };
  const note = `The range is not over: ${comparedWords({ from, to }, cut, today)}.`;
  return { query: { ...query, compare: cut }, notes: [note] };
}

/** Whether a date begins a range of the same kind; null for a range that is no week, month, year or weekend. */
function unitOf({ from, to }: DateRange): ((date: string) => boolean) | null {
  const next = addDays(to, 1);
  if (from.endsWith('-01-01') && next.endsWith('-01-01')) return (date) => date.endsWith('-01-01');
  if (from.endsWith('-01') && next.endsWith('-01')) return (date) => date.endsWith('-01');
  const weekday = weekdayOf(from);
  const isWeek = weekday === 1 && weekdayOf(next) === 1;
  const isWeekend = weekday === 6 && daysIn({ from, to }) === 2;
  return isWeek || isWeekend ? (date) => weekdayOf(date) === weekday : null;
}
