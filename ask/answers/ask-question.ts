/**
 * The one door for questions in words: `/ask` and the tool `ask` both come in here. A question is read for nothing; figures
 * cost one lookup, as those of a route do.
 */

import { Value } from 'typebox/value';
import type { ProblemBody } from '../../errors.ts';
import { familiesOf } from '../../gym/figures/ask/resolve-names.ts';
import { classNames, startTimes, tableOf } from '../../gym/figures/class-table.ts';
import { todayOf } from '../../gym/reports/period.ts';
import { ofTrainer } from '../../gym/sessions/partial-view.ts';
import { type Caller, ownTrainerOf } from '../../service/callers/caller.ts';
import type { Visitor } from '../../service/callers/visitor.ts';
import { CHAIN_QUERY, isOverGyms } from '../../service/figures/chain-figures.ts';
import type { ClassesSource } from '../../service/gyms/gym-source.ts';
import type { AskOne, ChainWorld } from '../chain/ask-chain.ts';
import { type AskQuery, isFigures } from '../query.ts';
import { phraseOf } from '../read/phrase.ts';
import type { AskContext, QueryReading, QuestionReader } from '../reader.ts';
import { answerQuery } from './answer-query.ts';
import { type AnsweringGym, type Asking, foundOutcome, lookup, type Outcome } from './outcome.ts';

export interface AskWorld {
  readonly reader: QuestionReader;
  /** Questions over several gyms: a head office's. */
  readonly chain?: ChainWorld | undefined;
  readonly classes: ClassesSource;
}

/** Rejects only for a fault of the program; a lookup that was spent is given back then. */
export async function askQuestion(
  asking: Asking,
  visitor: Visitor,
  world: AskWorld,
): Promise<Outcome> {
  const self = ownTrainerOf(visitor);
  const caller = visitor.see(self === null ? {} : { trainer: self });
  if ('code' in caller) return overGyms(caller, asking, { visitor, world });
  if (isOverGyms(asking.query)) return { kind: 'problem', body: ONE_GYM };
  const { view } = caller;
  const unknownSite = asking.sites.find((site) => site !== view.gym.id);
  if (unknownSite !== undefined) {
    const [site, known] = [unknownSite.slice(0, 64), view.gym.id].map((id) => JSON.stringify(id));
    const detail = `The site ${site} is not there for this request: known are ${known} and "all".`;
    return { kind: 'problem', body: { detail, code: 'invalid_question' } };
  }
  const gym: AnsweringGym = {
    gymId: view.gym.id,
    isSample: visitor.isSample,
    today: todayOf(view),
  };
  const { text, prev } = asking;
  const query = asking.query as AskQuery | undefined;
  const context = { ...contextOf(caller, self), isSample: visitor.isSample };
  if (query !== undefined) {
    const decontextualized = phraseOf(query, context);
    const given = { kind: 'query', query, decontextualized, assumed: [], readBy: null } as const;
    return answered(given, asking, visitor, world, gym);
  }
  const reading = await world.reader({ text, prev }, context);
  if (reading.kind !== 'query') return { ...reading, gym };
  return answered(reading, asking, visitor, world, gym);
}

const ONE_GYM: ProblemBody = {
  detail: 'A query over gyms needs a key of several, and no gym_id.',
  code: 'invalid_question',
};

/** Where it is not said which gym is meant, the question may say it, or be of all of them. */
async function overGyms(
  body: ProblemBody,
  asking: Asking,
  { visitor, world }: { readonly visitor: Visitor; readonly world: AskWorld },
): Promise<Outcome> {
  const scope = visitor.principal?.key.scope;
  const { chain } = world;
  const { query } = asking;
  const chainQuery = Value.Check(CHAIN_QUERY, query) ? query : undefined;
  const isOne = body.code !== 'gym_missing' || (query !== undefined && chainQuery === undefined);
  if (isOne || scope === undefined || chain === undefined) return { kind: 'problem', body };
  if (chain.figures.gyms(scope).length === 0) return { kind: 'problem', body };
  const askOne: AskOne = (question, own) => askQuestion({ ...asking, ...question }, own, world);
  // With the words of the grammar, which the program starts without.
  const { askChain } = await import('../chain/ask-chain.ts');
  const overAll = { ...asking, query: chainQuery };
  return askChain(overAll, { visitor, scope }, { world: chain, askOne });
}

async function answered(
  reading: QueryReading,
  asking: Asking,
  visitor: Visitor,
  world: AskWorld,
  gym: AnsweringGym,
): Promise<Outcome> {
  // A query that no grammar made is cut to what is a trainer's own, as that of `POST /v1/query` is.
  const { query, yesIf } = reading;
  const isCut = reading.readBy !== undefined && isFigures(query);
  const caller = visitor.see(isCut ? { isOwn: true } : { trainer: trainerIn(query) });
  if ('code' in caller) return { kind: 'problem', body: caller };
  return lookup(visitor, async () => {
    const found = await answerQuery(query, caller, world.classes, yesIf);
    if (found.kind !== 'answered') return { outcome: { ...found, gym }, isSpent: false };
    const outcome = foundOutcome(asking, gym, reading, found.query, found.found);
    return { outcome, isSpent: found.hasFigures };
  });
}

/** Of a trainer's own key the names are those of its own classes: others are refused alike, whether or not they exist. */
export function contextOf({ view, trainers }: Caller, self: string | null): AskContext {
  const seen = self === null ? view : ofTrainer(view, self);
  const named = seen.sessions.flatMap(({ roomId, roomName }) =>
    roomName === null ? [] : [{ id: roomId ?? roomName, name: roomName }],
  );
  const configured = self === null ? view.rooms.map(({ id, name }) => ({ id, name })) : [];
  const rooms = [...configured, ...named];
  return {
    timezone: view.gym.timezone,
    nowUtcMs: view.nowUtcMs,
    trainers,
    self,
    classNames: classNames(seen),
    families: familiesOf(tableOf(seen)),
    startTimes: startTimes(seen),
    rooms: [...new Map(rooms.map((room) => [room.name, room])).values()],
  };
}

/** The one trainer whose figures a query has; undefined for those of more. */
function trainerIn(query: AskQuery): string | undefined {
  const [filter] = (query.where ?? []).filter(([dim, op]) => dim === 'trainer' && op === 'is');
  const [only, ...others] = filter?.[2] ?? [];
  return typeof only === 'string' && others.length === 0 ? only : undefined;
}
