/** What becomes of a question: an answer, a question back, a sentence of why there is none, or a refusal. */

import type { ProblemBody } from '../../errors.ts';
import type { DimensionName } from '../../gym/figures/dimensions.ts';
import type { FiguresAnswer, FiguresRow, NormalQuery } from '../../gym/figures/query.ts';
import type { DateRange } from '../../gym/reports/period.ts';
import type { Visitor } from '../../service/callers/visitor.ts';
import type { ChainQuery, ChainRow } from '../../service/figures/chain-figures.ts';
import type { Chart } from '../charts/chart.ts';
import { type Findings, type Item, MAX_ITEMS } from '../findings.ts';
import type { AskQuery, Query } from '../query.ts';
import type { QueryReading, Question, Reading } from '../reader.ts';

export interface Asking<Given = AskQuery | ChainQuery> extends Question {
  readonly mode: AnswerMode;
  /** Most items, 1..50; null is as many as the mode has. */
  readonly most: number | null;
  /** Gyms that are meant; empty is that of the visitor, or all. */
  readonly sites: readonly string[];
  /** A query in place of the question: nothing is read then. */
  readonly query?: Given | undefined;
}

/** Whose figures were asked. */
export interface AnsweringGym {
  readonly gymId: string;
  /** Whether they are sample data. */
  readonly isSample: boolean;
  /** Date in the gym's zone. */
  readonly today: string;
}

export interface FoundOutcome {
  readonly kind: 'findings';
  readonly gym: AnsweringGym;
  readonly findings: Findings;
  readonly chart: Chart | null;
  /** The question without its context. */
  readonly decontextualized: string;
  /** Null where a query was given and no question. */
  readonly readBy: 'grammar' | 'model' | null;
}

/** What becomes of a query. */
export type QueryOutcome =
  | {
      readonly kind: 'answered';
      /** As it was answered. */
      readonly query: Query;
      readonly found: ReportAnswer;
      /** False where nothing is known of the time that was asked about. */
      readonly hasFigures: boolean;
    }
  /** The caller may not see it. */
  | { readonly kind: 'problem'; readonly body: ProblemBody }
  /** No such name, or no such range. */
  | Extract<Reading, { kind: 'unclear' }>;

export type ChoiceOutcome = Extract<Reading, { kind: 'choice' }> & { readonly gym: AnsweringGym };
export type UnclearOutcome = Extract<Reading, { kind: 'unclear' }> & { readonly gym: AnsweringGym };

export type Outcome =
  | FoundOutcome
  | ChoiceOutcome
  | UnclearOutcome
  /** Nobody may see it, or no lookup is left: the body as every route has it. */
  | { readonly kind: 'problem'; readonly body: ProblemBody };

/** One lookup: it is given back where it found nothing, and where the program failed. */
export async function lookup(
  visitor: Visitor,
  find: () => Promise<{ readonly outcome: Outcome; readonly isSpent: boolean }>,
): Promise<Outcome> {
  const refused = await visitor.spend();
  if (refused !== null) return { kind: 'problem', body: refused };
  try {
    const { outcome, isSpent } = await find();
    if (!isSpent) visitor.giveBack();
    return outcome;
  } catch (error) {
    visitor.giveBack();
    throw error;
  }
}

/** What every answer is made of, and items by their place. */

export type NamedNumbers = Readonly<Record<string, number | string | null>>;

export interface ReportAnswer {
  readonly summary: string;
  readonly numbers: NamedNumbers;
  readonly items: readonly Item[];
  readonly notes: readonly string[];
  /** The days of the range that the data cover; left out where there is no range. */
  readonly covered?: DateRange | null;
  readonly chart?: Chart | null;
}

/** An item that is not scored yet. */
export type Unscored = Omit<Item, 'score'>;

/** How well an item fits, by its place: the first fits best. */
export function scored(items: readonly Unscored[]): Item[] {
  return items.map((item, at) => ({ ...item, score: Math.max(1, 100 - at) }));
}

/** Notes of an answer, as their schema bounds them. */
export const MAX_NOTES = 16;

/**
 * How much of what was found is told. No language model writes: prose is made of the sentences that the answer and its
 * items have already.
 */

/** `list`: all that was found. `summarize`: the answer and a few of it. `generate`: prose, and the items it cites. */
export type AnswerMode = 'list' | 'summarize' | 'generate';

/** Items that a mode has where nobody says how many. Chosen here: what is read at a glance. */
const USUAL: Readonly<Record<AnswerMode, number>> = {
  list: MAX_ITEMS,
  summarize: 5,
  generate: 3,
};

/** What was found, as much of it as the mode tells. */
export function foundOutcome(
  { mode, most }: Pick<Asking, 'mode' | 'most'>,
  gym: AnsweringGym,
  { decontextualized, assumed, readBy = 'grammar' }: Omit<QueryReading, 'kind' | 'query'>,
  query: Query,
  { summary, notes, covered, numbers, items: all, chart = null }: ReportAnswer,
): FoundOutcome {
  const items = all.slice(0, Math.min(most ?? USUAL[mode], MAX_ITEMS));
  // Rows of figures stand in the summary already.
  const isCited = (item: Item) =>
    mode === 'generate' && item['@type'] === 'ClassSession' && !isInSummary(item, summary);
  const findings = {
    query: query as Findings['query'],
    summary: [summary, ...items.filter(isCited).map(proseOf)].join(' '),
    notes: [...assumed, ...notes].slice(0, MAX_NOTES),
    ...(covered !== undefined && { covered }),
    numbers,
    items,
  };
  return { kind: 'findings', gym, findings, chart, decontextualized, readBy };
}

/** Whether a summary has what an item says first: its people and its fill. */
function isInSummary({ description }: Item, summary: string): boolean {
  const [came, fill] = description.replace(/\.$/, '').split('; ');
  return summary.includes([came, fill].filter((part) => part !== undefined).join('; '));
}

/** In a list the name stands above the sentence; in prose a class without its date could be any. */
function proseOf({ name, description }: Item): string {
  return `${name}: ${description.slice(description.indexOf(': ') + 2)}`;
}

export type AnyRow = FiguresRow & Pick<ChainRow, 'gym' | 'gym_name'>;
export type RowDimension = DimensionName | 'gym';
/** What is said of rows, of one gym and over several. */
export interface AnyAnswer extends Pick<FiguresAnswer, 'total' | 'row_count'> {
  readonly query: Pick<NormalQuery, 'measures' | 'having' | 'limit'> & {
    readonly by: readonly RowDimension[];
    readonly where: readonly (readonly [string, ...unknown[]])[];
  };
  readonly rows: readonly AnyRow[];
}

/** Says whose figures an answer has, where the caller may expect those of another gym. */

const SAMPLE = 'This is the sample gym, not yours';
const HOW =
  'To see your own gym, send one of its keys (turnout key create), or ask on the computer of Turnout: turnout ask "…".';

/** The outcome of a question without a key on a server that has a gym of its own: its first sentence says so. */
export function ofSampleGym(outcome: Outcome): Outcome {
  switch (outcome.kind) {
    case 'findings': {
      const { findings } = outcome;
      const notes = [HOW, ...findings.notes].slice(0, MAX_NOTES);
      return { ...outcome, findings: { ...findings, summary: asSample(findings.summary), notes } };
    }
    case 'choice':
      return { ...outcome, text: asSample(outcome.text) };
    case 'unclear':
      return { ...outcome, message: `${asSample(outcome.message)} ${HOW}` };
    case 'problem':
      return outcome;
  }
}

function asSample(sentence: string): string {
  return `${SAMPLE}: ${sentence}`;
}
