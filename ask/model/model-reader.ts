/**
 * The reader of questions with a language model behind the grammar, where the owner configured one. The grammar reads
 * first; the model is asked only where the grammar says that it does not understand. A model that fails, or that writes
 * what is no query, leaves the grammar's refusal with its suggestions.
 */

import type { AskModelConfig } from '../../config/config.ts';
import { dateAt } from '../../gym/calendar/zone.ts';
import type { Log } from '../../runtime/log/log.ts';
import { createGrammar } from '../read/grammar.ts';
import { phraseOf } from '../read/phrase.ts';
import type { Question, QuestionReader, Reading, Surroundings } from '../reader.ts';
import { askEndpoint, type EndpointFailure, type Message } from './ask-endpoint.ts';
import { messagesFor } from './instructions.ts';
import { type ReplyReading, readReply } from './read-reply.ts';
import { replySchema } from './reply-schema.ts';

/** Questions that wait for the model at once. Chosen here: more would only wait for each other. */
const MAX_ASKING = 4;
/** Answers that are remembered, by the question and the names. Chosen here. */
const MAX_ANSWERS = 500;
/** Of a reply that is sent back to be put right, characters. */
const MAX_REPLY = 2_000;

export type ModelFailure = EndpointFailure | Exclude<ReplyReading, { ok: true }>['reason'] | 'busy';

export interface ReaderParts {
  /** Asked at each question: the configuration may have changed. Null: the grammar reads alone. */
  readonly model: () => AskModelConfig | null;
  readonly log: Log;
  /** Longest wait for the model, ms; as the configuration has it where it is left out. */
  readonly timeoutMs?: number;
  readonly grammar?: QuestionReader;
}

/** Never rejects for whatever is typed or whatever the model does. */
export function createReader(parts: ReaderParts): QuestionReader {
  const { model, log, grammar = createGrammar() } = parts;
  let asking = 0;
  const answers = new Map<string, QueryReading>();
  return async (question, surroundings) => {
    const read = await grammar(question, surroundings);
    const configured = model();
    // Strangers who ask the sample gym do not spend the owner's money, nor do their words leave the computer.
    const isUnread =
      read.kind === 'choice' || (read.kind === 'unclear' && read.reason === 'not_understood');
    const isForModel = isUnread && surroundings.isSample !== true;
    if (configured === null || !isForModel) return read;
    const key = keyOf(question, surroundings, configured.name);
    const known = answers.get(key);
    if (known !== undefined) return known;
    if (asking >= MAX_ASKING) return withNote(read, 'busy');
    asking += 1;
    const began = performance.now();
    const outcome = await askModel(configured, question, surroundings, parts.timeoutMs).finally(
      () => {
        asking -= 1;
      },
    );
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

type QueryReading = Extract<Reading, { kind: 'query' }>;

/** One question read by the model alone. Never rejects. */
export async function askModel(
  model: AskModelConfig,
  question: Question,
  surroundings: Surroundings,
  timeoutMs?: number,
): Promise<QueryReading | { readonly reason: ModelFailure }> {
  const messages = messagesFor(question, surroundings);
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  const schema = replySchema(surroundings);
  const answer = await askEndpoint(model, { messages, schema, ...limit });
  if (!answer.ok) return answer;
  let reading = readReply(answer.text, surroundings);
  if (!reading.ok && reading.reason !== 'no_query') {
    const repair: Message[] = [
      ...messages,
      { role: 'assistant', content: answer.text.slice(0, MAX_REPLY) },
      { role: 'user', content: REPAIR[reading.reason] },
    ];
    const second = await askEndpoint(model, { messages: repair, schema, ...limit });
    if (!second.ok) return second;
    reading = readReply(second.text, surroundings);
  }
  if (!reading.ok) return reading;
  const { query } = reading;
  const decontextualized = phraseOf(query, surroundings);
  return { kind: 'query', query, decontextualized, assumed: [READ_BY_MODEL], readBy: 'model' };
}

/** A question means the same as long as the names and the day are the same. */
function keyOf(question: Question, surroundings: Surroundings, model: string): string {
  const { timezone, nowUtcMs, ...names } = surroundings;
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
  return { ...read, notes: [noteOf(reason)] };
}

function noteOf(reason: ModelFailure): string {
  switch (reason) {
    case 'no_query':
      return 'The language model found no query for it either.';
    case 'bad_query':
    case 'bad_name':
      return 'The language model gave no query that can be used.';
    case 'busy':
      return 'The language model was not asked: it is busy with other questions.';
    case 'timeout':
      return 'The language model did not answer in time.';
    default:
      return 'The language model did not answer.';
  }
}
