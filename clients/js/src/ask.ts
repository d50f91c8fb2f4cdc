/** Questions in words: what they are asked with, and what a stream of an answer says. NLWeb 0.55, structured dialect. */

import type { AskAnswer, AskEvent, AskMeta, AskResult } from './api.generated.ts';
import type { CallOptions } from './options.ts';
import { pieces } from './server-events.ts';
import type { Call, Transport } from './transport.ts';

/** Names and meanings are those of `/ask`. */
export interface AskOptions extends CallOptions {
  /** Id of the gym. Left out it is the gym of the key, or the sample gym. */
  readonly site?: string | undefined;
  /** Questions before, oldest first: “and the week before?” is then understood. */
  readonly prev?: readonly string[] | undefined;
  /** The question put so that it needs none before; `prev` is then not looked at. */
  readonly decontextualized_query?: string | undefined;
  /** `list` (default), `summarize` or `generate`. Sentences come from templates, never from a language model. */
  readonly mode?: 'list' | 'summarize' | 'generate' | undefined;
  /** Most results, 1..50. */
  readonly num_results?: number | undefined;
  /** Given back in `_meta.session_context`. */
  readonly conversation_id?: string | undefined;
  /** Given back in `_meta.session_context`. */
  readonly state_token?: string | undefined;
  /** True: the answer comes in pieces, as an {@link AskStream}. */
  readonly streaming?: boolean | undefined;
}

/** An answer in pieces. It is asked for when the first piece is wanted, and can be read once. */
export interface AskStream extends AsyncIterable<AskEvent> {
  /** The rest of it as one answer. */
  answer(): Promise<AskAnswer>;
}

/** Parameters of {@link AskOptions} without those of every call. */
export const ASK_NAMES =
  'site prev decontextualized_query mode num_results conversation_id state_token streaming'.split(
    ' ',
  );

/** The body of the request. */
export function askBody(query: string, options: AskOptions): object {
  const { site, prev, mode, num_results, decontextualized_query, streaming = false } = options;
  const { conversation_id, state_token } = options;
  return {
    query: { text: query, site, num_results, decontextualized_query },
    ...(prev === undefined ? {} : { context: { prev } }),
    prefer: { streaming, mode },
    meta: { version: '0.55', session_context: { conversation_id, state_token } },
  };
}

const EVENTS = new Set<string>(['start', 'content', 'elicitation', 'result', 'complete']);

/** What no `AskEvent` is called is left out: newer services may send more. */
export function askStream(transport: Transport, call: Call): AskStream {
  let isRead = false;
  const iterator = async function* (): AsyncGenerator<AskEvent> {
    if (isRead) throw new TypeError('A stream can be read once: ask again.');
    isRead = true;
    for await (const { event, data } of pieces(transport, call, EVENTS)) {
      if (data !== null) yield { event, data } as AskEvent;
      if (event === 'complete') return;
    }
  };
  return { [Symbol.asyncIterator]: iterator, answer: () => answerOf(iterator()) };
}

async function answerOf(events: AsyncGenerator<AskEvent>): Promise<AskAnswer> {
  const results: AskResult[] = [];
  let meta: AskMeta | null = null;
  let elicitation: AskAnswer['elicitation'];
  for await (const { event, data } of events) {
    if (event === 'result') results.push(data.item);
    if (event === 'elicitation') elicitation = data.elicitation;
    if (event === 'start' || event === 'complete') meta = data._meta;
  }
  if (meta === null) throw new TypeError('The stream ended before it began.');
  return { _meta: meta, results, ...(elicitation === undefined ? {} : { elicitation }) };
}
