/** A question of the box on every page: answered as `/ask` answers it, from the gym that the page shows. */

import { askQuestion } from '../../../ask/answers/ask-question.ts';
import type { Findings } from '../../../ask/findings.ts';
import type { QuestionReader } from '../../../ask/reader.ts';
import type { Visitor } from '../../../service/callers/visitor.ts';
import type { ClassesSource, GymSource } from '../../../service/gyms/gym-source.ts';
import type { AnswerData, AnswerRow } from '../../../web/data.ts';

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
        sentence: verdictOf(query, items.length) ?? asWritten(summary),
        rows: rowsOf(
          items.filter(({ description }) => description !== summary),
          query,
        ),
        notes,
        range: 'from' in query && 'to' in query ? { from: query.from, to: query.to } : null,
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

/** What to do, where that was asked; null for a question after figures. */
function verdictOf(query: Findings['query'], found: number): string | null {
  const isToCut =
    'measures' in query &&
    query.where.some(([name]) => name === 'verdict') &&
    query.by.some((dimension) => dimension === 'series');
  if (!isToCut) return null;
  if (found === 0) return 'No class to cut.';
  return found === 1 ? 'Cut or move this class.' : `Cut or move these ${found} classes.`;
}

/** A minus sign is not broken from its amount, as a hyphen is. */
function asWritten(text: string): string {
  return text.replace(/-(?=[£$€\d]+[.,\d]*\b)(?<!\w-)/g, '−');
}

/** A thing that has a page leads there; the bar is of the figure that was asked for first. */
function rowsOf(items: Findings['items'], query: Findings['query']): AnswerRow[] {
  const [measure = ''] = 'measures' in query ? query.measures : [];
  const figureOf = ({ figures }: Findings['items'][number]) => {
    const value = (figures as Readonly<Record<string, unknown>> | undefined)?.[measure];
    return typeof value === 'number' ? value : null;
  };
  const most = Math.max(0, ...items.map((item) => Math.abs(figureOf(item) ?? 0)));
  return items.map((item) => {
    const { name, description, figures } = item;
    const ids = figures as Readonly<Record<string, unknown>> | undefined;
    const value = figureOf(item);
    const [series, trainer] = [ids?.['series'], ids?.['trainer']];
    const page =
      typeof series === 'string'
        ? `/classes/${encodeURIComponent(series)}`
        : typeof trainer === 'string'
          ? `/trainers/${encodeURIComponent(trainer)}`
          : null;
    return {
      name,
      page,
      text: asWritten(
        description.startsWith(`${name}: `)
          ? description.slice(name.length + 2).replace(/\.$/, '')
          : description,
      ),
      share:
        value === null || most === 0 ? null : { part: Math.abs(value) / most, isLoss: value < 0 },
    };
  });
}

function unclear(
  question: string,
  sentence: string,
  suggestions: readonly string[],
  notes: readonly string[] = [],
): AnswerData {
  return { page: 'answer', question, answer: { kind: 'unclear', sentence, suggestions, notes } };
}
