/**
 * A question by a key of several gyms that names none of them outside the question: figures over the gyms for one lookup,
 * the answer of the one gym that the question names, or a question back.
 */

import type { ProblemBody } from '../../errors.ts';
import { dateAt } from '../../gym/calendar/zone.ts';
import type { Visitor } from '../../service/callers/visitor.ts';
import type { ChainFigures, ChainGym, ChainQuery } from '../../service/figures/chain-figures.ts';
import type { GymSource } from '../../service/gyms/gym-source.ts';
import type { KeyScope } from '../../store/access/key.ts';
import type { AskedGym, FoundOutcome, Outcome } from '../answers/outcome.ts';
import { type AnswerMode, shaped } from '../answers/shape.ts';
import { MAX_ITEMS } from '../findings.ts';
import type { Question } from '../reader.ts';
import { chainFindings } from './findings.ts';
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
const MAX_NOTES = 16;

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
    return askedOfOne(reading.questions, { gym: one, visitor, askOne, text });
  }
  if (reading.kind !== 'chain') return { ...reading, gym };
  const refused = await visitor.spend();
  if (refused !== null) return { kind: 'problem', body: refused };
  try {
    const answer = await world.figures.answer(reading.query, scope);
    const { of } = answer.total;
    if (of === 0) visitor.giveBack();
    const { chart = null, ...found } =
      of === 0
        ? {
            summary: 'No class of these gyms is known in that time.',
            numbers: {},
            items: [],
            notes: [],
          }
        : chainFindings(answer, gyms);
    const notes = [...reading.assumed, ...found.notes].slice(0, MAX_NOTES);
    const findings = {
      ...found,
      query: answer.query,
      items: found.items.slice(0, MAX_ITEMS),
      notes,
    };
    return {
      kind: 'findings',
      gym,
      findings: shaped(findings, asking.mode, asking.most),
      chart,
      decontextualized: reading.decontextualized,
      readBy: chainQuery === undefined ? 'grammar' : null,
    };
  } catch (error) {
    visitor.giveBack();
    throw error;
  }
}

const GONE: ProblemBody = {
  detail: 'The gym that was named is no longer there.',
  code: 'forbidden',
};

const SEVERAL_SITES: ProblemBody = {
  detail: 'One site at most: leave it out, and name the gyms in the question.',
  code: 'invalid_question',
};

interface OfOne {
  readonly gym: ChainGym;
  readonly visitor: Visitor;
  readonly askOne: AskOne;
  /** As it was asked. */
  readonly text: string;
}

/** The first of its forms that the gym's own reader understands; where none is, what it says of the first. */
async function askedOfOne(
  questions: readonly Question[],
  { gym, visitor, askOne, text }: OfOne,
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
