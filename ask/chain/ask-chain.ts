/**
 * A question by a key of several gyms that names none of them outside the question: figures over the gyms for one lookup,
 * the answer of the one gym that the question names, or a question back.
 */

import type { ProblemBody } from '../../errors.ts';
import { dateAt } from '../../gym/calendar/zone.ts';
import { seeing, type Visitor } from '../../service/callers/visitor.ts';
import type {
  ChainAnswer,
  ChainFigures,
  ChainGym,
  ChainQuery,
  ChainRow,
} from '../../service/figures/chain-figures.ts';
import type { GymSource } from '../../service/gyms/gym-source.ts';
import type { KeyScope } from '../../store/access/key.ts';
import { counted, list } from '../../web/words/format.ts';
import { withTies } from '../answers/answer-query.ts';
import {
  itemsOf,
  numbersOf,
  type RowWords,
  rowName,
  rowsText,
} from '../answers/figures-findings.ts';
import {
  type AnsweringGym,
  type AnyRow,
  type Asking,
  foundOutcome,
  lookup,
  MAX_NOTES,
  type Outcome,
  type ReportAnswer,
  scored,
} from '../answers/outcome.ts';
import { pictureOf } from '../answers/pictures.ts';
import { figure } from '../answers/values.ts';
import { figuresPhrase } from '../read/phrase.ts';
import type { Question } from '../reader.ts';
import { atGym, type ChainQuestion, readChain } from './read-chain.ts';

export interface ChainWorld {
  readonly figures: ChainFigures;
  readonly prepare: NonNullable<GymSource['prepare']>;
  readonly clock: { nowUtcMs(): number };
}

/** Asks one gym, as a key of it does. */
export type AskOne = (question: Question, visitor: Visitor) => Promise<Outcome>;

/** As `_meta.site` has it where an answer is of several gyms. */
const ALL_GYMS = 'all';

/** @param scope of the visitor's key, with at least one gym. */
export async function askChain(
  asking: Asking<ChainQuery>,
  { visitor, scope }: { readonly visitor: Visitor; readonly scope: KeyScope },
  { world, askOne }: { readonly world: ChainWorld; readonly askOne: AskOne },
): Promise<Outcome> {
  const nowUtcMs = world.clock.nowUtcMs();
  const gyms = world.figures.gyms(scope);
  const gym: AnsweringGym = { gymId: ALL_GYMS, isSample: false, today: dateAt('UTC', nowUtcMs) };
  const { text, prev, sites, query } = asking;
  const [site, ...others] = sites;
  if (others.length > 0) return { kind: 'problem', body: SEVERAL_SITES };
  if (site !== undefined) {
    await world.prepare(site);
    return askOne({ text, prev }, ofGym(visitor, site));
  }
  const reading =
    query === undefined
      ? await readChain({ text, prev }, gyms, nowUtcMs)
      : ({ kind: 'chain', query, decontextualized: text, assumed: [], readBy: null } as const);
  if (reading.kind === 'one_gym') {
    await world.prepare(reading.gym.id);
    return askOneGym(reading, text, visitor, askOne);
  }
  if (reading.kind !== 'chain') return { ...reading, gym };
  return lookup(visitor, async () => {
    const first = await world.figures.answer(reading.query, scope);
    const rowsOf = async (limit: number) =>
      (await world.figures.answer({ ...first.query, limit }, scope)).rows;
    const answer = await withTies(first, rowsOf, currencyIn(first, gyms));
    const isSpent = answer.total.of > 0;
    const found = isSpent ? chainFindings(answer, gyms) : NOTHING;
    return { outcome: foundOutcome(asking, gym, reading, answer.query, found), isSpent };
  });
}

const NOTHING: ReportAnswer = {
  summary: 'No class of these gyms is known in that time.',
  numbers: {},
  items: [],
  notes: [],
};

const SEVERAL_SITES: ProblemBody = {
  detail: 'One site at most: leave it out, and name the gyms in the question.',
  code: 'invalid_question',
};

/** The first form that the gym's own reader understands; where neither is, what it says of the first. @param text as it was asked */
async function askOneGym(
  { gym, question, whole }: Extract<ChainQuestion, { kind: 'one_gym' }>,
  text: string,
  visitor: Visitor,
  askOne: AskOne,
): Promise<Outcome> {
  const own = ofGym(visitor, gym.id);
  const first = await askOne(question, own);
  const isRead = first.kind === 'findings' || whole === null;
  const outcome = isRead ? first : await askOne({ text: whole, prev: [] }, own);
  if (outcome.kind !== 'findings') return withName(first, gym);
  const notes = [`Asked of ${gym.name}.`, ...outcome.findings.notes].slice(0, MAX_NOTES);
  const isAlone = question.prev.length === 0;
  const decontextualized = isAlone ? text : atGym(outcome.decontextualized, gym.name);
  return { ...outcome, decontextualized, findings: { ...outcome.findings, notes } };
}

/** What can be asked instead names the gym again. */
function withName(outcome: Outcome, { name }: ChainGym): Outcome {
  const named = (text: string) => atGym(text.replace(/ (?:in|at|to|of) the gym\b/i, ''), name);
  if (outcome.kind === 'choice') return { ...outcome, options: outcome.options.map(named) };
  if (outcome.kind !== 'unclear') return outcome;
  return { ...outcome, suggestions: outcome.suggestions.map(named) };
}

/** The same visitor, at one of its gyms. */
const ofGym = (visitor: Visitor, gymId: string): Visitor =>
  seeing(visitor, (subject) => visitor.see({ ...subject, gymId }));

/** Figures over gyms in words: a sentence of what was asked and found, the numbers in it, and one item for each row. */

/** @param gyms that the key may see. */
function chainFindings(answer: ChainAnswer, gyms: readonly ChainGym[]): ReportAnswer {
  const { query, total } = answer;
  const { by } = query;
  const currencyOf = currencyIn(answer, gyms);
  const phrase = phraseOverGyms(answer, gyms);
  const textOf = (row: AnyRow) =>
    list(query.measures.map((one) => figure(one, row, currencyOf(row))));
  const words: RowWords = { nameOf: (row) => rowName(row, by), currencyOf, textOf };
  const found = by.length === 0 ? `${phrase}: ${textOf(total)}` : rowsText(answer, words);
  const summary = `${found}.`;
  const type = by.length === 0 || by.includes('gym') ? 'Figures' : 'Day';
  return {
    summary,
    numbers: numbersOf(answer, words),
    items: scored(itemsOf(answer, words, { '@type': type, name: phrase, description: summary })),
    notes: [`Read as: ${phrase}.`, ...answer.notes],
    chart: pictureOf(answer, phrase),
  };
}

function currencyIn({ currency }: ChainAnswer, gyms: readonly ChainGym[]) {
  const currencies = new Map(gyms.map((one) => [one.id, one.currency]));
  return ({ gym }: Pick<ChainRow, 'gym'>) =>
    gym === undefined ? currency : (currencies.get(gym) ?? null);
}

/** What was run, in words: "Revenue by gym of the group south from 1 Oct to 31 Oct 2026". */
function phraseOverGyms({ query, gyms: count, currency }: ChainAnswer, gyms: readonly ChainGym[]) {
  const names = { trainers: [], rooms: [], gyms };
  const phrase = figuresPhrase({ ...query, order: [] }, names, currency);
  const isOfAll = query.where.length === 0 && !query.by.includes('gym');
  return isOfAll ? `${phrase}, ${counted(count, 'gym')} together` : phrase;
}
