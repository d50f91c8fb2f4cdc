/** A question of the box on every page: answered as `/ask` answers it, from the gym that the page shows. */

import { askQuestion } from '../../../ask/answers/ask-question.ts';
import type { QuestionReader } from '../../../ask/reader.ts';
import type { Visitor } from '../../../service/callers/visitor.ts';
import type { ClassesSource, GymSource } from '../../../service/gyms/gym-source.ts';
import type { AnswerData } from '../../../web/data.ts';

interface AnswerWorld {
  readonly gyms: Pick<GymSource, 'asOf'> & ClassesSource;
  readonly reader: QuestionReader;
}

/** Items that a page lists: more are a report. Chosen here. */
const MOST = 20;

export async function answerData(
  question: string,
  visitor: Visitor,
  { gyms, reader }: AnswerWorld,
): Promise<AnswerData> {
  if (question === '') return { page: 'answer', question, answer: { kind: 'none' } };
  const asking = { text: question, prev: [], mode: 'summarize', most: MOST, sites: [] } as const;
  const outcome = await askQuestion(asking, visitor, { reader, gyms, classes: gyms });
  switch (outcome.kind) {
    case 'findings': {
      const { summary, items, notes, query } = outcome.findings;
      const answer = {
        kind: 'found',
        sentence: summary,
        items: items.flatMap(({ description }) => (description === summary ? [] : [description])),
        notes,
        query: JSON.stringify(query, null, 2),
      } as const;
      return { page: 'answer', question, answer };
    }
    case 'choice':
      return unclear(question, outcome.text, outcome.options);
    case 'unclear':
      return unclear(question, outcome.message, outcome.suggestions, outcome.notes);
    case 'problem':
      return unclear(question, outcome.body.detail, []);
  }
}

function unclear(
  question: string,
  sentence: string,
  suggestions: readonly string[],
  notes: readonly string[] = [],
): AnswerData {
  return { page: 'answer', question, answer: { kind: 'unclear', sentence, suggestions, notes } };
}
