/** `/ask`: questions in words, in both dialects of NLWeb. Reads and writes; what is answered comes from the questions room. */

import { Type } from 'typebox';
import { type AskWorld, askQuestion } from '../../ask/answers/ask-question.ts';
import { ofSampleGym } from '../../ask/answers/outcome.ts';
import { MAX_ITEMS } from '../../ask/findings.ts';
import {
  answerDocument,
  failureParts,
  faultDocument,
  offerDocument,
} from '../../ask/nlweb/documents.ts';
import { answerEvents } from '../../ask/nlweb/events.ts';
import {
  type AskReading,
  type AskRequest,
  type Dialect,
  Fields,
  FORMATS,
  type Format,
  MAX_PREV,
  MAX_TEXT,
  MODES,
  type Mode,
} from '../../ask/nlweb/request.ts';
import { ERRORS, type ProblemBody } from '../../errors.ts';
import { isObject } from '../../gym/schedule/values.ts';
import { parsedJson } from '../../runtime/wire.ts';
import { FREE_GYM_ID } from '../../store/access/key.ts';
import { type Guard, isSandbox } from '../auth/guard.ts';
import {
  type Answer,
  type ApiRequest,
  EVENTS_TYPE,
  type Headers,
  RawBody,
  rangesOf,
} from '../http/message.ts';
import { FORM_TYPE, mediaTypeOf, parseForm } from '../http/origin.ts';
import { ASK_ANSWER, ASK_REQUEST } from '../schemas/ask.ts';
import { parseQuery } from '../validation/parameters.ts';
import type { App } from './app.ts';
import { type Route, route } from './route.ts';

/** What questions are answered from. */
export function askWorldOf({
  reader,
  gyms,
  chain: figures,
  clock,
}: Pick<App, 'reader' | 'chain' | 'clock'> & {
  readonly gyms: Pick<App['gyms'], 'classesIn' | 'prepare'>;
}): AskWorld {
  const prepare = (id: string) => gyms.prepare?.(id) ?? null;
  return { reader, classes: gyms, ...(figures && { chain: { figures, prepare, clock } }) };
}

const ENTRY = { resource: 'service', isOpen: true } as const;
/** Proxies must not collect a stream before they pass it on. Whether it is cached, the guard decides. */
const STREAMED: Headers = [['X-Accel-Buffering', 'no']];

const DESCRIPTION =
  'NLWeb 0.55 and its legacy dialect. The question is read on this computer, and a report answers it. `_meta.query` is the query, and `_meta.numbers` are the numbers in `_meta.summary`. With a key or token the answer is about its gym, and an answer with figures costs a lookup. Without one it uses sample data (`_meta.sample`). See `docs/ask.md`.';

export function askRoutes(app: App): readonly Route[] {
  const world = askWorldOf(app);
  const shared = {
    summary: 'Answers a question in words.',
    credentials: 'optional',
    errors: ['invalid_question', 'lookups_exhausted', 'forbidden'],
    textTypes: [EVENTS_TYPE],
    response: ASK_ANSWER,
    answer: (request: ApiRequest, guard: Guard) => answer(app, world, request, guard),
  } as const;
  return [
    route({
      name: 'GET /ask',
      operationId: 'ask',
      ...shared,
      description: `${DESCRIPTION} Without \`query\` it lists what can be asked.`,
      queryTexts: { query: Type.String({ description: 'The question.' }) },
    }),
    route({
      name: 'POST /ask',
      operationId: 'ask_structured',
      ...shared,
      description: DESCRIPTION,
      requestBody: ASK_REQUEST,
    }),
  ];
}

async function answer(app: App, world: AskWorld, request: ApiRequest, guard: Guard) {
  const reading = readAsk(request);
  // What cannot be read is refused before anything is asked about credentials, as on every route.
  if (reading.kind === 'fault') {
    return { status: 400, value: faultDocument(reading.fault, reading.dialect) };
  }
  const visitor = guard.enter(request, ENTRY);
  const dialect = reading.kind === 'request' ? reading.request.dialect : 'structured';
  if ('status' in visitor) return failed(visitor, dialect);
  if (reading.kind === 'nothing') {
    return { status: 200, value: offerDocument(app.base(), request.requestId) };
  }
  const asking = reading.request;
  const found = await askQuestion(asking, visitor, world);
  // The sample gym answered although the server has a gym of its own, and no one asked for the sandbox.
  const isStandIn = visitor.isSample && !isSandbox(request) && app.gyms.view(FREE_GYM_ID) === null;
  const outcome = isStandIn ? ofSampleGym(found) : found;
  if (outcome.kind === 'problem') {
    const { body } = outcome;
    return failed({ status: ERRORS[body.code].status, value: body }, dialect);
  }
  const place = { requestId: request.requestId, base: app.base() };
  if (!asking.isStreamed) return { status: 200, value: answerDocument(asking, outcome, place) };
  const events = answerEvents(asking, outcome, { ...place, nowUtcMs: app.clock.nowUtcMs() });
  const value = new RawBody(`${EVENTS_TYPE}; charset=utf-8`, events.join(''));
  return { status: 200, value, headers: STREAMED };
}

/** A refusal as every route has it, with NLWeb's words added. */
function failed(refusal: Answer<ProblemBody>, dialect: Dialect): Answer {
  const body = refusal.value as ProblemBody;
  const parts = failureParts(body.code, body.detail, dialect);
  return { ...refusal, value: { ...body, ...parts } };
}

/**
 * Reads a request of `/ask`: GET with its query, POST with JSON or a form. Source: the NLWeb protocol,
 * https://nlweb.ai, but an answer is a stream only if the client asks for one. Parameters: docs/ask.md#requests.
 */

/** Longest id or token that is given back. Chosen here. */
const MAX_ID = 256;

type Members = Readonly<Record<string, unknown>>;
type RequestParts = Pick<ApiRequest, 'method' | 'rawQuery' | 'headers' | 'body'>;

export function readAsk(request: RequestParts): AskReading {
  const inAddress: Members = Object.fromEntries(parseQuery(request.rawQuery));
  const body = request.method === 'POST' ? bodyOf(request) : {};
  if (typeof body === 'string') {
    const fault = { code: 'INVALID_REQUEST', message: body } as const;
    return { kind: 'fault', dialect: 'structured', fault };
  }
  const accept = request.headers.get('accept');
  if (isObject(body['query'])) return readMembers('structured', body, accept);
  const members = { ...inAddress, ...body };
  const isEmpty = members['query'] === undefined || members['query'] === '';
  if (request.method !== 'POST' && isEmpty) return { kind: 'nothing' };
  return readMembers('legacy', members, accept);
}

/** For callers that have the members already, such as tools: the dialect is that of `query`. */
export function readAskMembers(members: Members): AskReading {
  return readMembers(isObject(members['query']) ? 'structured' : 'legacy', members, undefined);
}

/** Members of the body; a sentence where they cannot be read. */
function bodyOf({ headers, body }: RequestParts): Members | string {
  const text = body.toString('utf8');
  if (text.trim() === '') return {};
  // Curl calls everything a form that it is not told about: what begins as JSON is JSON.
  if (mediaTypeOf(headers) === FORM_TYPE && !text.trimStart().startsWith('{')) {
    const fields = parseForm(body);
    return fields === null
      ? 'The form cannot be read: it has too many fields, or one of them twice.'
      : Object.fromEntries(fields);
  }
  const value = parsedJson(text);
  return isObject(value)
    ? value
    : 'The body must be a JSON object such as {"query":{"text":"How full was spin last week?"}}.';
}

/** Where each dialect says it, its older names behind; objects have a dot. */
const PLACES = {
  legacy: {
    text: ['query'],
    decontextualized: ['decontextualized_query'],
    prev: ['prev'],
    mode: ['mode', 'generate_mode'],
    streaming: ['streaming'],
    most: ['num_results', 'max_results'],
    format: ['response_format'],
    site: ['site'],
    conversationId: ['conversation_id'],
    stateToken: [],
    queryId: ['query_id'],
  },
  structured: {
    text: ['query.text'],
    decontextualized: ['query.decontextualized_query'],
    prev: ['context.prev'],
    mode: ['prefer.mode'],
    streaming: ['prefer.streaming'],
    most: ['query.num_results', 'query.max_results', 'query.limit'],
    format: ['prefer.response_format'],
    site: ['query.site'],
    conversationId: ['session.conversation_id', 'meta.conversation_id'],
    stateToken: ['session.state_token'],
    queryId: [],
  },
} as const;

/** Members by their place. Nothing of them is checked yet. */
function placesIn(dialect: Dialect, members: Members, fields: Fields): Members {
  if (dialect === 'legacy') return members;
  const meta = fields.members('meta', members['meta']);
  const objects = {
    query: fields.members('query', members['query']),
    context: fields.members('context', members['context']),
    // Up to revision 0.5.3 it was called so.
    prefer: fields.members('prefer', members['prefer'] ?? members['return_response']),
    meta,
    session: fields.members('meta.session_context', meta['session_context']),
  };
  return Object.fromEntries(
    Object.entries(objects).flatMap(([name, object]) =>
      Object.entries(object).map(([member, value]) => [`${name}.${member}`, value]),
    ),
  );
}

function readMembers(dialect: Dialect, members: Members, accept: string | undefined): AskReading {
  const fields = new Fields();
  const places = placesIn(dialect, members, fields);
  const of = (what: keyof (typeof PLACES)['legacy']) =>
    PLACES[dialect][what].map((place) => places[place]).find((value) => value != null);
  const [textName] = PLACES[dialect].text;
  const text = fields.text(textName, of('text'), MAX_TEXT);
  const whole = fields.text('decontextualized_query', of('decontextualized'), MAX_TEXT);
  const question = whole ?? text;
  if (question === null) {
    const what = `\`${textName}\` is missing: a question, 1 to ${MAX_TEXT} characters.`;
    fields.refuse('MISSING_FIELD', what);
  }
  const prev = fields.texts('prev', of('prev'), MAX_TEXT);
  const most = fields.count('num_results', of('most'));
  const modes = modesIn(fields, of('mode'));
  const request: AskRequest = {
    dialect,
    text: question ?? '',
    prev: whole === null ? prev.slice(-MAX_PREV) : [],
    mode: modes[0] ?? 'list',
    hasSummary: modes.some((mode) => mode !== 'list'),
    isStreamed: fields.flag('streaming', of('streaming')) ?? asksForStream(accept),
    most: most === null ? null : Math.min(most, MAX_ITEMS),
    format: formatIn(fields, of('format')),
    sites: fields.texts('site', of('site'), MAX_ID).filter((site) => site !== 'all'),
    conversationId: fields.text('conversation_id', of('conversationId'), MAX_ID),
    stateToken: fields.text('state_token', of('stateToken'), MAX_ID),
    queryId: fields.text('query_id', of('queryId'), MAX_ID),
  };
  const { fault } = fields;
  return fault === null ? { kind: 'request', request } : { kind: 'fault', dialect, fault };
}

/** `none` is what older clients send. */
function modesIn(fields: Fields, value: unknown): Mode[] {
  const words = fields.texts('mode', value, MAX_ID);
  return words.map((word) =>
    word === 'none'
      ? 'list'
      : (knownWord(fields, 'mode', word, MODES, word.toLowerCase()) ?? 'list'),
  );
}

function formatIn(fields: Fields, value: unknown): Format {
  const word = fields.text('response_format', value, MAX_ID);
  const known = ['conv_search', ...FORMATS] as const;
  const format = word === null ? null : knownWord(fields, 'response_format', word, known);
  return format == null || format === 'conv_search' ? 'conversational_search' : format;
}

function knownWord<Word extends string>(
  fields: Fields,
  name: string,
  word: string,
  words: readonly Word[],
  shown = word,
): Word | undefined {
  const found = words.find((one) => one === shown);
  if (found === undefined) {
    const message = `\`${name}\` is ${JSON.stringify(word.slice(0, 40))}: known are ${words.join(', ')}.`;
    fields.refuse('INVALID_PARAMETER', message);
  }
  return found;
}

/** Whether the type of streams is named. A star is a client that takes whatever comes, and gets one document. */
function asksForStream(accept: string | undefined): boolean {
  return rangesOf(accept ?? '').some(({ type, quality }) => type === EVENTS_TYPE && quality > 0);
}
