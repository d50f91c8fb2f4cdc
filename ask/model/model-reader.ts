/**
 * The reader of questions with a language model behind the grammar, where the owner configured one. The grammar reads
 * first; the model is asked only where the grammar says that it does not understand. A model that fails, or that writes
 * what is no query, leaves the grammar's refusal with its suggestions.
 */

import type { AskModelConfig } from '../../config/config.ts';
import type { Log } from '../../runtime/log/log.ts';
import { createGrammar } from '../read/grammar.ts';
import { phraseOf } from '../read/phrase.ts';
import type { Question, QuestionReader, Reading, Surroundings } from '../reader.ts';
import { askEndpoint, type EndpointFailure } from './ask-endpoint.ts';
import { messagesFor } from './instructions.ts';
import { type ReplyReading, readReply } from './read-reply.ts';
import { replySchema } from './reply-schema.ts';

/** Questions that wait for the model at once. Chosen here: more would only wait for each other. */
const MAX_ASKING = 4;

export type ModelFailure = EndpointFailure | Exclude<ReplyReading, { ok: true }>['reason'] | 'busy';

export interface ReaderParts {
  /** Asked at each question: the configuration may have changed. Null: the grammar reads alone. */
  readonly model: () => AskModelConfig | null;
  readonly log: Log;
  /** Longest wait for the model, ms; eight seconds where it is left out. */
  readonly timeoutMs?: number;
  readonly grammar?: QuestionReader;
}

/** Never rejects for whatever is typed or whatever the model does. */
export function createReader(parts: ReaderParts): QuestionReader {
  const { model, log, grammar = createGrammar() } = parts;
  let asking = 0;
  return async (question, surroundings) => {
    const read = await grammar(question, surroundings);
    const configured = model();
    // Strangers who ask the sample gym do not spend the owner's money, nor do their words leave the computer.
    const isForModel =
      read.kind === 'unclear' && read.reason === 'not_understood' && surroundings.isSample !== true;
    if (configured === null || !isForModel) return read;
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
  surroundings: Surroundings,
  timeoutMs?: number,
): Promise<Extract<Reading, { kind: 'query' }> | { readonly reason: ModelFailure }> {
  const answer = await askEndpoint(model, {
    messages: messagesFor(question, surroundings),
    schema: replySchema(),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  if (!answer.ok) return answer;
  const reading = readReply(answer.text, surroundings);
  if (!reading.ok) return reading;
  const { query } = reading;
  const decontextualized = phraseOf(query, surroundings);
  return { kind: 'query', query, decontextualized, assumed: [READ_BY_MODEL], readBy: 'model' };
}

const READ_BY_MODEL =
  'A language model read this question: check that the first sentence is about what was meant.';

type Unclear = Extract<Reading, { kind: 'unclear' }>;

function withNote(read: Unclear, reason: ModelFailure): Unclear {
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
