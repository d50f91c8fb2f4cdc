/** The tool `ask` on the same door as the route `/ask`: questions read, answered and written by the same code. */

import { askQuestion } from '../../../ask/answers/ask-question.ts';
import { answerDocument } from '../../../ask/nlweb/documents.ts';
import type { QuestionReader } from '../../../ask/reader.ts';
import type { ClassesSource, GymSource } from '../../../service/gyms/gym-source.ts';
import { readAskMembers } from '../../routes/ask/read-request.ts';
import { ASK_ANSWER } from '../../schemas/ask.ts';
import type { AskPart } from './ask.ts';

export interface AskPartParts {
  readonly reader: QuestionReader;
  readonly gyms: Pick<GymSource, 'asOf'>;
  readonly classes: ClassesSource;
  /** Public address of the service, without a slash at its end. Asked at each question. */
  readonly base: () => string;
}

/** Answers are documents of NLWeb 0.55, whichever of its dialects a question is in. */
export function askPart({ reader, gyms, classes, base }: AskPartParts): AskPart {
  const [document] = ASK_ANSWER.anyOf;
  return {
    document,
    answer: async ({ query, prev, mode }, visitor, { requestId }) => {
      const reading = readAskMembers({
        query: typeof query === 'string' ? { text: query } : query,
        context: { prev },
        prefer: { mode },
      });
      if (reading.kind === 'fault') return refused(reading.fault.message);
      if (reading.kind === 'nothing') return refused('Nothing was asked.');
      const outcome = await askQuestion(reading.request, visitor, { reader, gyms, classes });
      if (outcome.kind === 'problem') return { isOk: false, problem: outcome.body };
      return {
        isOk: true,
        document: answerDocument(reading.request, outcome, { requestId, base: base() }),
        chart: outcome.kind === 'findings' ? outcome.chart : null,
      };
    },
  };
}

function refused(detail: string) {
  return { isOk: false, problem: { detail, code: 'invalid_question' } } as const;
}
