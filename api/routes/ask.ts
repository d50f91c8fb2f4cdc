/** `/ask`: questions in words, in both dialects of NLWeb. Reads and writes; what is answered comes from the questions room. */

import { Type } from 'typebox';
import { askQuestion } from '../../ask/answers/ask-question.ts';
import { ofSampleGym } from '../../ask/answers/outcome.ts';
import type { ChainWorld } from '../../ask/chain/ask-chain.ts';
import {
  answerDocument,
  failureParts,
  faultDocument,
  offerDocument,
} from '../../ask/nlweb/documents.ts';
import { answerEvents } from '../../ask/nlweb/events.ts';
import type { AskReading, Dialect } from '../../ask/nlweb/request.ts';
import type { QuestionReader } from '../../ask/reader.ts';
import { ERRORS, type ProblemBody } from '../../errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Visitor } from '../../service/callers/visitor.ts';
import type { ClassesSource, GymSource } from '../../service/gyms/gym-source.ts';
import type { Guard } from '../auth/guard.ts';
import { isSandbox } from '../auth/guard.ts';
import { type Answer, type ApiRequest, type Headers, StreamBody } from '../http/message.ts';
import { ASK_ANSWER, ASK_REQUEST } from '../schemas/ask.ts';
import { readAsk, STREAM_TYPE } from './ask/read-request.ts';
import type { Route } from './route.ts';
import { rawRoute } from './route.ts';

export interface AskParts {
  readonly reader: QuestionReader;
  readonly gyms: Pick<GymSource, 'asOf' | 'view'>;
  readonly classes: ClassesSource;
  /** Questions over several gyms: a head office's. */
  readonly chain?: ChainWorld | undefined;
  readonly clock: Clock;
  /** Public address of the service, without a slash at its end. Asked at each request. */
  readonly base: () => string;
}

const DOOR = { resource: 'service', isOpen: true } as const;
/** Proxies must not collect a stream before they pass it on. Whether it is cached, the guard decides. */
const STREAMED: Headers = [['X-Accel-Buffering', 'no']];

const DESCRIPTION =
  'NLWeb 0.55 and its legacy dialect. A small grammar reads the question, and a report answers it. `_meta.query` is the query, and `_meta.numbers` are the numbers in `_meta.summary`. With a key or token the answer is about its gym, and an answer with figures costs a lookup. Without one it uses sample data (`_meta.sample`). See `docs/ask.md`.';

export function askRoutes(parts: AskParts): readonly Route[] {
  const shared = {
    path: '/ask',
    summary: 'Answers a question in words.',
    credentials: 'optional',
    errors: [
      'invalid_question',
      'invalid_credentials',
      'conflicting_credentials',
      'credentials_in_query',
      'lookups_exhausted',
      'forbidden',
      'rate_limited',
    ],
    textTypes: [STREAM_TYPE],
    response: ASK_ANSWER,
  } as const;
  const asked: Route['answer'] = (request, guard) => answer(parts, request, guard);
  const read = {
    ...shared,
    method: 'GET',
    operationId: 'ask',
    description: `${DESCRIPTION} Without \`query\` it lists what can be asked.`,
    queryTexts: { query: Type.String({ description: 'The question.' }) },
  } as const;
  const posted = {
    ...shared,
    method: 'POST',
    operationId: 'ask_structured',
    description: DESCRIPTION,
    requestBody: ASK_REQUEST,
  } as const;
  return [rawRoute(read, asked), rawRoute(posted, asked)];
}

async function answer(parts: AskParts, request: ApiRequest, guard: Guard): Promise<Answer> {
  const reading = readAsk(request);
  // What cannot be read is refused before anything is asked about credentials, as on every route.
  if (reading.kind === 'fault') return fault(reading);
  const visitor = guard.enter(request, DOOR);
  const dialect = reading.kind === 'request' ? reading.request.dialect : 'structured';
  if ('status' in visitor) return failed(visitor, dialect);
  if (reading.kind === 'nothing') {
    return { status: 200, value: offerDocument(parts.base(), request.requestId) };
  }
  const asked = reading.request;
  const found = await askQuestion(asked, visitor, parts);
  const outcome = isStandIn(visitor, request, parts) ? ofSampleGym(found) : found;
  if (outcome.kind === 'problem') {
    const { body } = outcome;
    return failed({ status: ERRORS[body.code].status, value: body }, dialect);
  }
  const place = { requestId: request.requestId, base: parts.base() };
  if (!asked.isStreamed) return { status: 200, value: answerDocument(asked, outcome, place) };
  const events = answerEvents(asked, outcome, { ...place, nowUtcMs: parts.clock.nowUtcMs() });
  return {
    status: 200,
    value: new StreamBody(`${STREAM_TYPE}; charset=utf-8`, encoded(events)),
    headers: STREAMED,
  };
}

/** Whether the sample gym answered although the server has a gym of its own, and no one asked for the sandbox. */
function isStandIn({ isSample }: Visitor, request: ApiRequest, { gyms }: AskParts): boolean {
  return isSample && !isSandbox(request) && gyms.view(SAMPLE_GYM) === null;
}

/** Id of the gym that is served where none is configured. */
const SAMPLE_GYM = 'demo';

async function* encoded(events: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const event of events) yield Buffer.from(event);
}

function fault({ dialect, fault: found }: Extract<AskReading, { kind: 'fault' }>): Answer {
  return { status: 400, value: faultDocument(found, dialect) };
}

/** A refusal as every route has it, with NLWeb's words added. */
function failed(refusal: Answer<ProblemBody>, dialect: Dialect): Answer {
  const body = refusal.value as ProblemBody;
  const parts = failureParts(body.code, body.detail, dialect);
  return { ...refusal, value: { ...body, ...parts } };
}
