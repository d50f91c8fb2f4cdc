/**
 * A question by a key of several gyms that names none of them outside the question: figures over the gyms for one lookup,
 * the answer of the one gym that the question names, or a question back.
 */

import type { ProblemBody } from '../../errors.ts';
import { dateAt } from '../../gym/calendar/zone.ts';
import type { FiguresAnswer } from '../../gym/figures/query.ts';
import type { Visitor } from '../../service/callers/visitor.ts';
import type {
  ChainAnswer,
  ChainFigures,
  ChainGym,
  ChainQuery,
  ChainRow,
  NormalChainQuery,
} from '../../service/figures/chain-figures.ts';
import type { GymSource } from '../../service/gyms/gym-source.ts';
import type { KeyScope } from '../../store/access/key.ts';
import { capitalised, counted, list } from '../../web/words/format.ts';
import { numbersOf, rowName, rowsText } from '../answers/figures-findings.ts';
import {
  type AnswerMode,
  type AskedGym,
  type FoundOutcome,
  lookup,
  MAX_NOTES,
  type Outcome,
  type ReportAnswer,
  scored,
  shaped,
  type Unscored,
} from '../answers/outcome.ts';
import { pictureOf } from '../answers/pictures.ts';
import { told } from '../answers/values.ts';
import { MAX_ITEMS } from '../findings.ts';
import { figuresPhrase } from '../read/phrase.ts';
import type { Question } from '../reader.ts';
import { atGym, readChain } from './read-chain.ts';

export interface ChainWorld {
  readonly figures: ChainFigures;
  readonly prepare: NonNullable<GymSource['prepare']>;
  readonly clock: { nowUtcMs(): number };
}

export interface ChainAsking extends Question {
  readonly mode: AnswerMode;
  readonly most: number | null;
  /** Gyms that are meant; empty is all. */
  readonly sites: readonly string[];
  /** A query in place of the question. */
  readonly chainQuery?: ChainQuery;
}

/** Asks one gym, as a key of it does. */
export type AskOne = (question: Question, visitor: Visitor) => Promise<Outcome>;

/** As `_meta.site` has it where an answer is of several gyms. */
const ALL_GYMS = 'all';

/** @param scope of the visitor's key, with at least one gym. */
export async function askChain(
  asking: ChainAsking,
  { visitor, scope }: { readonly visitor: Visitor; readonly scope: KeyScope },
  { world, askOne }: { readonly world: ChainWorld; readonly askOne: AskOne },
): Promise<Outcome> {
  const nowUtcMs = world.clock.nowUtcMs();
  const gyms = world.figures.gyms(scope);
  const gym: AskedGym = { gymId: ALL_GYMS, isSample: false, today: dateAt('UTC', nowUtcMs) };
  const { text, prev, sites, chainQuery } = asking;
  const [site, ...others] = sites;
  if (others.length > 0) return { kind: 'problem', body: SEVERAL_SITES };
  if (site !== undefined) {
    await world.prepare(site);
    return askOne({ text, prev }, ofGym(visitor, site));
  }
  const reading =
    chainQuery === undefined
      ? readChain({ text, prev }, gyms, nowUtcMs)
      : ({ kind: 'chain', query: chainQuery, decontextualized: text, assumed: [] } as const);
  if (reading.kind === 'one_gym') {
    const one = gyms.find(({ id }) => id === reading.gymId);
    if (one === undefined) return { kind: 'problem', body: GONE };
    await world.prepare(one.id);
    return askedOfOne(reading.questions, one, visitor, askOne, text);
  }
  if (reading.kind !== 'chain') return { ...reading, gym };
  return lookup(visitor, async () => {
    const answer = await world.figures.answer(reading.query, scope);
    const isSpent = answer.total.of > 0;
    const { chart = null, ...found } = isSpent ? chainFindings(answer, gyms) : NOTHING;
    const findings = {
      ...found,
      query: answer.query,
      items: found.items.slice(0, MAX_ITEMS),
      notes: [...reading.assumed, ...found.notes],
    };
    const outcome: Outcome = {
      kind: 'findings',
      gym,
      findings: shaped(findings, asking.mode, asking.most),
      chart,
      decontextualized: reading.decontextualized,
      readBy: chainQuery === undefined ? 'grammar' : null,
    };
    return { outcome, isSpent };
  });
}

const NOTHING: ReportAnswer = {
  summary: 'No class of these gyms is known in that time.',
  numbers: {},
  items: [],
  notes: [],
};

const GONE: ProblemBody = {
  detail: 'The gym that was named is no longer there.',
  code: 'forbidden',
};

const SEVERAL_SITES: ProblemBody = {
  detail: 'One site at most: leave it out, and name the gyms in the question.',
  code: 'invalid_question',
};

/** The first of its forms that the gym's own reader understands; where none is, what it says of the first. @param text as it was asked */
async function askedOfOne(
  questions: readonly Question[],
  gym: ChainGym,
  visitor: Visitor,
  askOne: AskOne,
  text: string,
): Promise<Outcome> {
  const own = ofGym(visitor, gym.id);
  let first: Outcome | null = null;
  for (const question of questions) {
    const outcome = await askOne(question, own);
    if (outcome.kind === 'findings')
      return found(outcome, gym, question.prev.length > 0 ? null : text);
    first ??= outcome;
  }
  return first === null ? { kind: 'problem', body: GONE } : withName(first, gym);
}

function found(outcome: FoundOutcome, { name }: ChainGym, asked: string | null): Outcome {
  const notes = [`Asked of ${name}.`, ...outcome.findings.notes].slice(0, MAX_NOTES);
  const decontextualized = asked ?? atGym(outcome.decontextualized, name);
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
function ofGym(visitor: Visitor, gymId: string): Visitor {
  return {
    principal: visitor.principal,
    get isSample() {
      return visitor.isSample;
    },
    see: (subject) => visitor.see({ ...subject, gymId }),
    spend: () => visitor.spend(),
    giveBack: () => visitor.giveBack(),
  };
}

/** Figures over gyms in words: a sentence of what was asked and found, the numbers in it, and one item for each row. */

/** @param gyms that the key may see. */
function chainFindings(answer: ChainAnswer, gyms: readonly ChainGym[]): ReportAnswer {
  const { query, rows, total } = answer;
  const { by } = query;
  const currencies = new Map(gyms.map(({ id, currency }) => [id, currency]));
  const currencyOf = (row: ChainRow) =>
    row.gym === undefined ? answer.currency : (currencies.get(row.gym) ?? null);
  const asked = askedText(answer, gyms);
  const figures = (row: ChainRow) =>
    list(query.measures.map((one) => told(one, row, currencyOf(row))));
  // Rows, their dimensions and the measures are read alike, of a gym and over gyms.
  const same = answer as unknown as FiguresAnswer;
  const words = {
    nameOf: (row: unknown) => nameOf(row as ChainRow, by),
    currencyOf: (row: unknown) => currencyOf(row as ChainRow),
  };
  const summary = by.length === 0 ? `${asked}: ${figures(total)}.` : `${rowsText(same, words)}.`;
  const items: Unscored[] =
    by.length === 0
      ? [{ '@type': 'Figures', name: asked, description: summary, figures: { ...total } }]
      : rows.map((row) => {
          const name = capitalised(nameOf(row, by));
          const type = by.includes('gym') ? 'Figures' : 'Day';
          return {
            '@type': type,
            name,
            description: `${name}: ${figures(row)}.`,
            figures: { ...row },
          };
        });
  return {
    summary,
    numbers: numbersOf(same, words),
    items: scored(items),
    notes: [`Read as: ${asked}.`, ...answer.notes],
    chart: pictureOf(same, asked),
  };
}

/** What was run, in words: "Revenue by gym of the group south from 1 Oct to 31 Oct 2026". */
function askedText({ query, gyms: count, currency }: ChainAnswer, gyms: readonly ChainGym[]) {
  const names = { trainers: [], rooms: [], gyms };
  const asked = figuresPhrase({ ...query, order: [] }, names, currency);
  const isOfAll = query.where.length === 0 && !query.by.includes('gym');
  return isOfAll ? `${asked}, ${counted(count, 'gym')} together` : asked;
}

function nameOf(row: ChainRow, by: NormalChainQuery['by']): string {
  return by
    .map((dim) => (dim === 'gym' ? (row.gym_name ?? row.gym ?? '') : rowName(row as never, [dim])))
    .join(', ');
}
