/** Questions without HTTP: what the tool `ask` is made of. The answers are those of `/ask`, always in the words of 0.55. */

import type { TSchema } from 'typebox';
import type { Visitor } from '../auth/visitor.ts';
import { type AskWorld, askQuestion, type Chart } from '../questions/answers/index.ts';
import type { ProblemBody } from '../routes/route.ts';
import { ASK_DOCUMENT } from '../schemas/ask.ts';
import { answerDocument } from './documents.ts';
import { isObject } from './fields.ts';
import { readAskMembers } from './read-request.ts';

export interface AskPart {
  /** Schema of the documents; an object. */
  readonly document: TSchema;
  /**
   * `members` as `/ask` takes them: `query` a text or an object with `text`; `prev`, `mode`, `site`, `num_results`. The mode
   * is `summarize` where none is said. Rejects only for a fault of the program.
   */
  answer(
    members: Readonly<Record<string, unknown>>,
    visitor: Visitor,
    turn: { readonly requestId: string },
  ): Promise<PartAnswer>;
}

type PartAnswer =
  | { readonly isOk: true; readonly document: object; readonly chart: Chart | null }
  | { readonly isOk: false; readonly problem: ProblemBody };

/** @param base Public address of the service, without a slash at its end. Asked at each question. */
export function createAskPart({
  base,
  ...world
}: AskWorld & { readonly base: () => string }): AskPart {
  return {
    document: ASK_DOCUMENT,
    answer: async (members, visitor, { requestId }) => {
      const reading = readAskMembers(flat(members));
      if (reading.kind !== 'request')
        return refused(reading.kind === 'fault' ? reading.fault.message : 'Nothing was asked.');
      const request = { ...reading.request, dialect: 'structured' } as const;
      const outcome = await askQuestion(request, visitor, world);
      if (outcome.kind === 'problem') return { isOk: false, problem: outcome.body };
      const document = answerDocument(request, outcome, { requestId, base: base() });
      const chart = outcome.kind === 'findings' ? outcome.chart : null;
      return { isOk: true, document, chart };
    },
  };
}

/** Tools have the members of both dialects side by side. */
function flat(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { query, ...rest } = members;
  // Tools have one form of document.
  const said = { mode: 'summarize', ...rest, response_format: undefined };
  if (!isObject(query)) return { ...said, query };
  const { text, ...more } = query;
  return { ...more, ...said, query: text };
}

function refused(detail: string): PartAnswer {
  return { isOk: false, problem: { detail, code: 'invalid_question' } };
}
