/**
 * The reader of questions with a language model behind the grammar, where the owner configured one. The grammar reads
 * first; the model is asked only where the grammar says that it does not understand. A model that fails, or that writes
 * what is no query, leaves the grammar's refusal with its suggestions.
 */

import type { AskModelConfig } from '../../config/config.ts';
import { dateAt, formatInstant } from '../../gym/calendar/zone.ts';
import { withDefaults } from '../../gym/figures/ask/normal-query.ts';
import type { DimensionName } from '../../gym/figures/dimensions.ts';
import type { FilterValue, QueryFilter } from '../../gym/figures/query.ts';
import { findName, foldName } from '../../gym/sessions/names.ts';
import type { Log } from '../../runtime/log/log.ts';
import { parsedJson } from '../../runtime/wire.ts';
import { type AskQuery, isFigures, readAskQuery } from '../query.ts';
import { createGrammar } from '../read/grammar.ts';
import { phraseOf } from '../read/phrase.ts';
import type { AskContext, QueryReading, Question, QuestionReader, Reading } from '../reader.ts';
import { askEndpoint, type EndpointFailure, type Message } from './ask-endpoint.ts';
import { messagesFor, replySchema } from './instructions.ts';

/** Questions that wait for the model at once. Chosen here: more would only wait for each other. */
const MAX_ASKING = 4;
/** Answers that are remembered, by the question and the names. Chosen here. */
const MAX_ANSWERS = 500;
/** Of a reply that is sent back to be put right, characters. */
const MAX_REPLY = 2_000;

export type ModelFailure = EndpointFailure | Unusable | 'busy';

export interface ReaderParts {
  /** Asked at each question: the configuration may have changed. Null: the grammar reads alone. */
  readonly model: () => AskModelConfig | null;
  readonly log: Log;
}

/** Never rejects for whatever is typed or whatever the model does. */
export function createReader({ model, log }: ReaderParts): QuestionReader {
  const grammar = createGrammar();
  let asking = 0;
  const answers = new Map<string, QueryReading>();
  return async (question, context) => {
    const read = await grammar(question, context);
    const configured = model();
    // Strangers who ask the sample gym do not spend the owner's money, nor do their words leave the computer.
    const isUnread =
      read.kind === 'choice' || (read.kind === 'unclear' && read.reason === 'not_understood');
    const isForModel = isUnread && context.isSample !== true;
    if (configured === null || !isForModel) return read;
    const key = keyOf(question, context, configured.name);
    const known = answers.get(key);
    if (known !== undefined) return known;
    if (asking >= MAX_ASKING) return withNote(read, 'busy');
    asking += 1;
    const began = performance.now();
    const outcome = await askModel(configured, question, context).finally(() => {
      asking -= 1;
    });
    const ms = Math.round(performance.now() - began);
    if ('kind' in outcome) {
      log.info('ask_model', { ms });
      if (answers.size >= MAX_ANSWERS) answers.clear();
      answers.set(key, outcome);
      return outcome;
    }
    log.warn('ask_model_failed', { reason: outcome.reason, ms });
    return withNote(read, outcome.reason);
  };
}

/** One question read by the model alone. Never rejects. */
export async function askModel(
  model: AskModelConfig,
  question: Question,
  context: AskContext,
): Promise<QueryReading | { readonly reason: ModelFailure }> {
  const messages = messagesFor(question, context);
  const schema = replySchema(context);
  const answer = await askEndpoint(model, messages, schema);
  if (!answer.ok) return answer;
  let query = readReply(answer.text, context);
  if (query === 'bad_query' || query === 'bad_name') {
    const repair: Message[] = [
      ...messages,
      { role: 'assistant', content: answer.text.slice(0, MAX_REPLY) },
      { role: 'user', content: REPAIR[query] },
    ];
    const second = await askEndpoint(model, repair, schema);
    if (!second.ok) return second;
    query = readReply(second.text, context);
  }
  if (typeof query === 'string') return { reason: query };
  const decontextualized = phraseOf(query, context);
  return { kind: 'query', query, decontextualized, assumed: [READ_BY_MODEL], readBy: 'model' };
}

/** A question means the same as long as the names and the day are the same. */
function keyOf(question: Question, context: AskContext, model: string): string {
  const { timezone, nowUtcMs, ...names } = context;
  return JSON.stringify([model, question, names, dateAt(timezone, nowUtcMs)]);
}

/** One turn to put it right, with what was wrong. */
const REPAIR = {
  bad_query: 'That is no query of this language. Reply again, with JSON only: {"query": …}.',
  bad_name:
    'A name in it is not among those listed. Reply again with listed names only, or {"query": null}.',
} as const;

const READ_BY_MODEL =
  'A language model read this question: check that the first sentence is about what was meant.';

type Unread = Extract<Reading, { kind: 'unclear' | 'choice' }>;

function withNote(read: Unread, reason: ModelFailure): Unread {
  if (read.kind === 'choice') return read;
  return { ...read, notes: [NOTES[reason] ?? 'The language model did not answer.'] };
}

const UNUSABLE = 'The language model gave no query that can be used.';
const NOTES: Partial<Readonly<Record<ModelFailure, string>>> = {
  no_query: 'The language model found no query for it either.',
  bad_query: UNUSABLE,
  bad_name: UNUSABLE,
  busy: 'The language model was not asked: it is busy with other questions.',
  timeout: 'The language model did not answer in time.',
};

/**
 * A language model's reply as a query, or why it is none. Nothing in it is trusted: it passes the checks of every query,
 * and the names in it must be those that the caller may see.
 */

/** `no_query`: the model says that it cannot be asked. `bad_query`: it wrote something that is none. */
type Unusable = 'no_query' | 'bad_query' | 'bad_name';

/** Some models write them before their JSON. A fence or a sentence around it is cut off by its braces. */
const THOUGHTS = /<think>[\s\S]*?<\/think>/g;

function readReply(text: string, context: AskContext): AskQuery | Unusable {
  const answer = text.replace(THOUGHTS, '');
  const document = parsedJson(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
  if (typeof document !== 'object' || document === null) return 'bad_query';
  const query = Object.hasOwn(document, 'query')
    ? (document as { readonly query: unknown }).query
    : document;
  if (query === null) return 'no_query';
  const reading = readAskQuery(query);
  if (!reading.ok) return 'bad_query';
  const named = withNames(reading.query, context);
  if (named === null) return 'bad_name';
  return isRangeFit(named, context) ? named : 'bad_query';
}

/** A range that cannot be meant is refused here: the caller gets the grammar's words then. */
function isRangeFit(query: AskQuery, { timezone, nowUtcMs }: AskContext): boolean {
  if (!isFigures(query)) return true;
  return 'measures' in withDefaults(query, formatInstant(timezone, nowUtcMs).slice(0, 10));
}

/** With ids for names; null where one is not among those that were told. */
function withNames(query: AskQuery, context: AskContext): AskQuery | null {
  const { where = [] } = query;
  const named = where.map(([dimension, operator, values]): QueryFilter => {
    const ids = values.map((value) => idsOf(dimension, value, context));
    return [dimension, operator, ids.includes(null) ? [] : ids.flatMap((found) => found ?? [])];
  });
  if (named.some(([, , ids]) => ids.length === 0)) return null;
  return where.length === 0 ? query : { ...query, where: named };
}

/** What a value of a filter stands for. Ids of classes and sessions are told to no model, so it cannot know one. */
function idsOf(
  dimension: DimensionName,
  value: FilterValue,
  { trainers, rooms, classNames, families }: AskContext,
): readonly FilterValue[] | null {
  if (/^(series|session)$/.test(dimension)) return null;
  const classes = classNames.map((name) => ({ id: name, name }));
  const known = new Map<string, AskContext['rooms']>([
    ['trainer', trainers],
    ['room', rooms],
    ['class', classes],
  ]).get(dimension);
  if (known === undefined || value === null) return [value];
  const folded = foldName(String(value));
  const family = families.find(({ name }) => dimension === 'class' && foldName(name) === folded);
  if (family !== undefined) return family.classes;
  const match = findName(known, String(value));
  return match.kind === 'one' ? [match.found.id] : null;
}
