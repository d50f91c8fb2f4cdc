/** A question in plain words as a tool. What answers is the `/ask` route's own part; nothing here understands anything. */

import { type TSchema, Type } from 'typebox';
import type { ProblemBody } from '../../../errors.ts';
import type { Log } from '../../../runtime/log/log.ts';
import type { Visitor } from '../../../service/callers/visitor.ts';
import { faultOf } from '../charged.ts';
import type { McpTurn } from '../server/turn.ts';
import type { Charts, ChartWish } from './charts.ts';
import { CHART } from './forms/extras.ts';
import { plainSchema } from './json-schema.ts';
import type { Tool } from './tool.ts';

/** What answers questions. It spends and gives back lookups by itself, as it does for `/ask`. */
export interface AskPart {
  /** Schema of the documents; an object. */
  readonly document: TSchema;
  /** `members` as `/ask` takes them: `query`, `prev`, `mode`; `query` may be a query of figures as well. */
  answer(
    members: Readonly<Record<string, unknown>>,
    visitor: Visitor,
    turn: Pick<McpTurn, 'requestId' | 'signal'>,
  ): Promise<AskAnswer>;
}

export type AskAnswer =
  | { readonly isOk: true; readonly document: object; readonly chart: ChartWish | null }
  | { readonly isOk: false; readonly problem: ProblemBody };

/** Bounds of a question; the same as those of `/ask`. */
const QUESTION = { minLength: 1, maxLength: 500 };

const INPUT = Type.Object(
  {
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
    prev: Type.Optional(
      Type.Array(Type.String(QUESTION), {
        maxItems: 10,
        description: 'Questions asked before in the conversation, oldest first.',
      }),
    ),
    chart: CHART,
    mode: Type.Optional(
      Type.Enum(['list', 'summarize', 'generate'], {
        default: 'summarize',
        description:
          '`list`: what was found. `summarize`: the answer and a few of it. `generate`: the answer in prose with what it cites.',
      }),
    ),
  },
  { additionalProperties: false },
);

export interface AskToolParts {
  readonly ask: AskPart;
  readonly charts: Charts | null;
  readonly log: Log;
}

export function askTool({ ask, charts, log }: AskToolParts): Tool {
  return {
    name: 'ask',
    title: 'Ask a question',
    description:
      'Answers a question in plain English about attendance, fill, bookings, no-shows, trainers, classes, rooms, hours and money: “How full was spin last week?”, “When are we busiest?”. For other days than today, comparisons, weekdays and hours; where another tool fits, that one has more. The answer carries the query that was run: check that it is what was meant. Where a name or date is not clear it asks back with whole questions. An answer with figures costs one lookup, a question back nothing.',
    input: INPUT,
    output: plainSchema(ask.document),
    isCharged: true,
    isForTrainers: true,
    call: async (given, turn) => {
      try {
        const answer = await ask.answer(given, await turn.visitor(), turn);
        if (!answer.isOk) return answer;
        const { document, chart } = answer;
        const isDrawn = chart !== null && given['chart'] === true;
        const pictures = isDrawn ? ((await charts?.draw(chart, turn)) ?? []) : [];
        return { isOk: true, body: document, pictures };
      } catch (error) {
        return { isOk: false, problem: faultOf(error, turn, log) };
      }
    },
  };
}
