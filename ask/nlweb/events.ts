/**
 * Answers of `/ask` as server-sent events. The legacy dialect has unnamed events with a `message_type`, 0.55 has named
 * ones. Source: https://nlweb.ai; of 0.55 the last event repeats the whole `_meta`.
 */

import {
  type Answered,
  type AnswerPlace,
  elicitationOf,
  legacyResults,
  metaOf,
  resultsOf,
} from './documents.ts';
import type { AskRequest } from './request.ts';

const SENDER = { id: 'nlweb_assistant', name: 'NLWeb Assistant' };

/** @param nowUtcMs When it is told. */
export function answerEvents(
  request: AskRequest,
  outcome: Answered,
  place: AnswerPlace & { readonly nowUtcMs: number },
): readonly string[] {
  return request.dialect === 'legacy'
    ? legacyEvents(request, outcome, place)
    : namedEvents(request, outcome, place);
}

function namedEvents(request: AskRequest, outcome: Answered, place: AnswerPlace): string[] {
  const _meta = metaOf(request, outcome, place.requestId);
  const { version, response_type, response_format, mode, site, sample } = _meta;
  const start = { version, response_type, response_format, mode, site, sample };
  const results = resultsOf(outcome, place.base);
  const hasSummary =
    request.hasSummary || request.format === 'chatgpt_app' || outcome.kind !== 'findings';
  return [
    event({ _meta: start, streaming: true }, 'start'),
    ...(hasSummary ? [event({ type: 'text', text: _meta.summary }, 'content')] : []),
    ...(outcome.kind === 'choice' ? [event(elicitationOf(outcome), 'elicitation')] : []),
    ...results.map((item, index) => event({ index, item }, 'result')),
    event({ _meta }, 'complete'),
  ];
}

function legacyEvents(
  request: AskRequest,
  outcome: Answered,
  place: AnswerPlace & { readonly nowUtcMs: number },
): string[] {
  const { requestId, nowUtcMs: timestamp } = place;
  const _meta = metaOf(request, outcome, requestId);
  const conversation_id = request.conversationId ?? request.queryId ?? requestId;
  const frame = { conversation_id, timestamp };
  const id = `msg_${timestamp}_${requestId.replaceAll('-', '').slice(0, 9)}`;
  const between = middleOf(request, outcome, place).map((message, at) => ({
    ...message,
    message_id: `${id}#${at}`,
    ...frame,
    sender_info: SENDER,
  }));
  return [
    { message_type: 'begin-nlweb-response', query: request.text, ...frame },
    ...between,
    { message_type: 'end-nlweb-response', ...frame, _meta },
    // What pages with an EventSource wait for before they close: without it they ask again every few seconds.
    { message_type: 'complete', ...frame },
  ].map((message) => event(message));
}

type Message = Readonly<Record<string, unknown>> & { readonly message_type: string };

/** The messages between begin and end. */
function middleOf(request: AskRequest, outcome: Answered, { base }: AnswerPlace): Message[] {
  if (outcome.kind === 'choice') {
    const { text: content, options } = outcome;
    return [{ message_type: 'ask_user', content, options }];
  }
  if (outcome.kind === 'unclear') {
    const { message: content, suggestions } = outcome;
    return [
      { message_type: 'no_results', content, suggestions },
      { message_type: 'result', content: legacyResults(outcome, base) },
    ];
  }
  const { findings, gym, decontextualized } = outcome;
  const content = legacyResults(outcome, base);
  const { summary, query, notes } = findings;
  // The answer in words, as the mode has it.
  const prose = { message_type: 'nlws', answer: summary, items: content };
  const summaryEvent = { message_type: 'summary', message: summary, content: summary };
  return [
    ...(gym.isSample
      ? [{ message_type: 'sample_data', content: 'The figures are sample data.' }]
      : []),
    { message_type: 'decontextualized_query', decontextualized_query: decontextualized },
    { message_type: 'tool_selection', tool: 'report' in query ? query.report : 'figures', query },
    ...notes.map((note) => ({
      message_type: 'intermediate_message',
      message: note,
      content: note,
    })),
    ...(request.mode === 'generate' ? [prose] : request.hasSummary ? [summaryEvent] : []),
    content.length === 0
      ? { message_type: 'no_results', content: summary }
      : { message_type: 'result', content },
  ];
}

/** One event; JSON has no line breaks of its own. */
function event(data: unknown, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}
