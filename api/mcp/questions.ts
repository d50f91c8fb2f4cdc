/** The two tools that take any question: a query of figures, in few words since a model pays for each, and plain English. */

import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type AskWorld, askQuestion } from '../../ask/answers/ask-question.ts';
import type { Asking } from '../../ask/answers/outcome.ts';
import { answerDocument } from '../../ask/nlweb/documents.ts';
import type { AskRequest } from '../../ask/nlweb/request.ts';
import { isQueryLike, readAskQuery } from '../../ask/query.ts';
import { readQuery } from '../../gym/figures/ask/read-query.ts';
import { FIGURES_BASIS } from '../../gym/figures/body.ts';
import { keyColumns } from '../../gym/figures/dimensions.ts';
import type { RowFigures } from '../../gym/figures/measures.ts';
import {
  type FiguresAnswer,
  type FiguresQuery,
  type NormalQuery,
  QUERY,
} from '../../gym/figures/query.ts';
import { fields, nullable, optional } from '../../gym/reports/field.ts';
import { covered } from '../../gym/reports/period.ts';
import { answerFigures } from '../../service/figures/answer-figures.ts';
import { CHAIN_QUERY, isOverGyms } from '../../service/figures/chain-figures.ts';
import type { ClassesSource } from '../../service/gyms/gym-source.ts';
import { admitVisitor } from '../auth/guard.ts';
import { refusalOf } from '../auth/refusals.ts';
import { type Answer, problem } from '../http/message.ts';
import { readAskMembers } from '../routes/ask.ts';
import { type Arguments, CHART } from '../routes/route.ts';
import { ASK_ANSWER } from '../schemas/ask.ts';
import type { Charts } from './charts.ts';
import {
  type ArgumentsReading,
  argumentsReader,
  faultsText,
  isBeyond,
  type Tool,
} from './tools.ts';

const MOST = { levels: 16, members: 4_000 } as const;
/** Rows where a model names no limit. Chosen here: what it reads for less than a thousand tokens. */
const USUAL_ROWS = 30;

/** With the limit of a model where it names none. */
export const limited = <Query extends { readonly limit?: number }>(query: Query) => ({
  ...query,
  limit: query.limit ?? USUAL_ROWS,
});

type Shown = Pick<FiguresAnswer, 'row_count' | 'notes'> & {
  readonly query: { readonly offset: number };
  readonly rows: readonly unknown[];
};

/** Also what is not shown although nobody asked for so few rows. */
export function notesOf({ limit }: { readonly limit?: number }, answer: Shown): readonly string[] {
  const { query, rows, row_count: all, notes } = answer;
  const last = query.offset + rows.length;
  if (limit !== undefined || last >= all) return notes;
  const cut = `Rows ${query.offset + 1} to ${last} of ${all}: set \`limit\` or \`offset\` for the others.`;
  return [...notes, cut];
}

const CELL = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);
const OUTPUT = fields({
  gym_id: Type.String(),
  timezone: Type.String(),
  currency: nullable(Type.String()),
  query: Type.Unsafe<NormalQuery>({
    type: 'object',
    description: 'As it was understood: dates and ids filled in.',
  }),
  covered,
  columns: Type.Array(Type.String(), { description: 'What stands in a row, in this order.' }),
  rows: Type.Array(Type.Array(CELL)),
  total: Type.Array(CELL, { description: 'Of all classes that `where` lets through.' }),
  basis: Type.Optional(FIGURES_BASIS),
  change_reasons: Type.Optional(
    Type.Object({}, { description: 'Why no change of a measure is given, in any row.' }),
  ),
  row_count: Type.Integer({ description: 'Rows before `limit` and `offset`.' }),
  notes: Type.Array(Type.String()),
});

const DESCRIPTION = `Any figure of the classes: measures by dimensions, filtered, ordered, compared. For breakdowns (by week, weekday, room), filters, bounds (“over capacity”, “fewer than five”) and dates other tools lack. For “which classes are dead”, group by series and filter verdict. Dates go back years, and forward for bookings; the default is 42 days to today. Say names as the user does: a word that several classes share (“yoga”) or a family is all of them, an unknown name brings the nearest. By session: single classes with date, room, trainer, status. \`of\` counts the classes of a row, \`<measure>_n\` those that know it, where fewer. null is unknown, never 0; rates are fractions. 30 rows without a \`limit\`. One result costs one lookup.`;

/** The schema with the names of measures and dimensions where they first stand: a model pays for each word of a tool. */
function eachListOnce(schema: TSchema): TSchema {
  const seen = new Set<string>();
  return JSON.parse(
    JSON.stringify(schema, (_, node: { readonly enum?: readonly string[] } | null) => {
      const names = node?.enum?.join() ?? '';
      const isLong = names.length > 100;
      if (isLong && seen.has(names)) return { ...node, enum: undefined };
      if (isLong) seen.add(names);
      return node;
    }),
  );
}

export function queryFiguresTool(classes: ClassesSource): Tool {
  return {
    name: 'query_figures',
    title: 'Query figures',
    description: DESCRIPTION,
    input: eachListOnce(QUERY),
    output: OUTPUT,
    isCharged: true,
    isForTrainers: true,
    read,
    call: async (given, exchange) => {
      const request = given as unknown as FiguresQuery;
      const visitor = await exchange.visitor();
      return admitVisitor(visitor, { isOwn: true }, exchange.signal, async (caller) => {
        const outcome = await answerFigures(limited(request), caller, classes);
        if (outcome.kind === 'faults')
          return problem('invalid_question', faultsText(outcome.faults));
        if (outcome.kind === 'refused')
          return problem(outcome.refusal.code, outcome.refusal.detail);
        const { id, timezone, currency } = caller.view.gym;
        const value = { gym_id: id, timezone, currency, ...compact(request, outcome.answer) };
        return { status: 200, value };
      });
    },
  };
}

function read(input: unknown): ArgumentsReading {
  if (isBeyond(input, MOST)) {
    return 'arguments: must not have so many levels and members.';
  }
  const reading = readQuery(input ?? {});
  return reading.ok ? (reading.query as unknown as Arguments) : faultsText(reading.faults);
}

export type Cell = [column: string, of: (row: RowFigures) => number | null | undefined];

/** Rows as lists: names of columns once. @param keys Dimensions, which come before the cells. */
export function rowLists<Row extends RowFigures>(
  keys: readonly (keyof Row)[],
  cells: readonly Cell[],
  { rows, total }: { readonly rows: readonly Row[]; readonly total: RowFigures },
) {
  const figures = (row: RowFigures) => cells.map(([, of]) => of(row) ?? null);
  return {
    columns: [...keys, ...cells.map(([column]) => column)],
    rows: rows.map((row) => [...keys.map((name) => row[name] ?? null), ...figures(row)]),
    total: [...keys.map(() => null), ...figures(total)],
  };
}

/** How many classes know a measure only where it is not all of them. */
function compact(request: FiguresQuery, answer: FiguresAnswer) {
  const { query, covered: days, rows, total, change_reasons, row_count } = answer;
  const { by, measures, share, compare } = query;
  const shares = share ? measures : [];
  const partly = measures.filter((name) =>
    [...rows, total].some((row) => row.n[name] !== row.of && row[name] !== null),
  );
  const cells: Cell[] = [
    ...measures.map((name): Cell => [name, (row) => row[name]]),
    ...partly.map((name): Cell => [`${name}_n`, (row) => row.n[name] ?? 0]),
    ...shares.map((name): Cell => [`${name}_share`, (row) => row.share?.[name]]),
    ...(compare === null ? [] : measures).flatMap((name): Cell[] => [
      [`${name}_previous`, (row) => row.previous?.[name]],
      [`${name}_change`, (row) => row.change?.[name]],
    ]),
    ['of', (row) => row.of],
  ];
  return {
    query,
    covered: days,
    ...rowLists(keyColumns(by), cells, answer),
    ...(total.basis === undefined ? {} : { basis: total.basis }),
    ...(change_reasons === undefined ? {} : { change_reasons }),
    row_count,
    notes: notesOf(request, answer),
  };
}

/** A question in plain words as a tool: read, answered and written by the same code as at `/ask`. */

/** Bounds of a question; the same as those of `/ask`. */
const QUESTION = { minLength: 1, maxLength: 500 };

const INPUT = fields({
  query: Type.Union(
    [
      Type.String(QUESTION),
      Type.Object({ text: Type.Optional(Type.String(QUESTION)) }, { additionalProperties: true }),
    ],
    {
      description:
        'The question: a text, or an object with `text`. Or a query in its place: the object that `query_figures` takes, or `_meta.query` of an answer, changed or not.',
    },
  ),
  ...optional({
    prev: Type.Array(Type.String(QUESTION), {
      maxItems: 10,
      description: 'Questions asked before in the conversation, oldest first.',
    }),
    chart: CHART,
    mode: Type.Enum(['list', 'summarize', 'generate'], {
      default: 'summarize',
      description:
        '`list`: what was found. `summarize`: the answer and a few of it. `generate`: the answer in prose with what it cites.',
    }),
  }),
});

const readArguments = argumentsReader(INPUT);

/** Answers are documents of NLWeb 0.55, whichever of its dialects a question is in. */
export function askTool(world: AskWorld, base: () => string, charts: Charts): Tool {
  const [document] = ASK_ANSWER.anyOf;
  return {
    name: 'ask',
    title: 'Ask a question',
    description:
      'Answers a question in plain English about attendance, fill, bookings, no-shows, trainers, classes, rooms, hours and money: “How full was spin last week?”, “When are we busiest?”. For other days than today, comparisons, weekdays and hours; where another tool fits, that one has more. The answer carries the query that was run: check that it is what was meant. Where a name or date is not clear it asks back with whole questions. An answer with figures costs one lookup, a question back nothing.',
    input: INPUT,
    read: readArguments,
    output: document,
    isCharged: true,
    isForTrainers: true,
    call: async (given, exchange) => {
      const reading = readAsking(given);
      if ('status' in reading) return reading;
      const [request, asking] = reading;
      const outcome = await askQuestion(asking, await exchange.visitor(), world);
      if (outcome.kind === 'problem') return refusalOf(outcome.body);
      const { requestId } = exchange;
      const value = answerDocument(request, outcome, { requestId, base: base() });
      const chart = outcome.kind === 'findings' && given['chart'] === true ? outcome.chart : null;
      const pictures = chart === null ? [] : await charts.draw(chart, requestId);
      return { status: 200, value, pictures };
    },
  };
}

/** Stands for the question where a query is given: nothing reads it. */
const GIVEN = 'query';

/** The request, and what is to be asked of it: the question, or the query in its place. */
function readAsking({ query, prev, mode }: Arguments): [AskRequest, Asking] | Answer {
  const given = isQueryLike(query) ? givenQuery(query) : null;
  if (given?.ok === false) return problem('invalid_question', faultsText(given.faults));
  const question = typeof query === 'string' ? { text: query } : query;
  const reading = readAskMembers({
    query: given === null ? question : { text: GIVEN },
    context: { prev },
    prefer: { mode },
  });
  if (reading.kind === 'fault') return problem('invalid_question', reading.fault.message);
  if (reading.kind === 'nothing') return problem('invalid_question', 'Nothing was asked.');
  const { request } = reading;
  return [request, given === null ? request : { ...request, query: given.query }];
}

/** Of one gym, or over several. */
function givenQuery(query: unknown) {
  return isOverGyms(query) && Value.Check(CHAIN_QUERY, query)
    ? ({ ok: true, query } as const)
    : readAskQuery(query);
}
