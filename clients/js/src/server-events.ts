/** Server-sent events, wherever their bytes are cut. Source: WHATWG HTML, section 9.2.6, without `retry`. */

import type { Call, Transport } from './transport.ts';

export interface ServerEvent {
  /** `message` where it has no name. */
  readonly event: string;
  readonly data: string;
  /** Left out where the event names none. */
  readonly id?: string;
}

/** Collects lines into events; one for each stream. */
export class EventParser {
  readonly #decoder = new TextDecoder();
  /** What has come of a line whose end has not. */
  #rest = '';
  #event = '';
  #data: string[] = [];
  #id: string | null = null;

  /** The events that `bytes` complete. An event that the stream ends in is none. */
  push(bytes: Uint8Array): readonly ServerEvent[] {
    this.#rest += this.#decoder.decode(bytes, { stream: true });
    // A CR at the end may be half of a CRLF.
    const end = this.#rest.endsWith('\r') ? this.#rest.length - 1 : this.#rest.length;
    const lines = this.#rest.slice(0, end).split(/\r\n|\r|\n/);
    this.#rest = (lines.pop() ?? '') + this.#rest.slice(end);
    return lines.flatMap((line) => this.#take(line));
  }

  #take(line: string): readonly ServerEvent[] {
    if (line === '') return this.#dispatch();
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') this.#event = value;
    if (field === 'data') this.#data.push(value);
    if (field === 'id' && !value.includes('\0')) this.#id = value;
    return [];
  }

  #dispatch(): readonly ServerEvent[] {
    const id = this.#id === null ? {} : { id: this.#id };
    const event = { event: this.#event || 'message', data: this.#data.join('\n'), ...id };
    const isEmpty = this.#data.length === 0;
    this.#event = '';
    this.#data = [];
    this.#id = null;
    return isEmpty ? [] : [event];
  }
}

/**
 * The events that a call is answered with; those that are not `known` come with null for their data. Whoever stops reading
 * closes the connection.
 *
 * @throws as `json` of the transport; `TurnoutConnectionError` where the stream ends: whoever reads leaves it before.
 */
export async function* pieces(
  transport: Transport,
  call: Call,
  known: readonly string[],
): AsyncGenerator<Omit<ServerEvent, 'data'> & { readonly data: unknown }> {
  const { response, attempt } = await transport.open(call);
  const reader = response.body?.getReader();
  const parser = new EventParser();
  try {
    while (reader !== undefined) {
      attempt.restart();
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw transport.brokenOff(call, attempt, error);
      });
      attempt.rest();
      if (done) break;
      for (const { event, data, ...id } of parser.push(value)) {
        yield { event, data: known.includes(event) ? JSON.parse(data) : null, ...id };
      }
    }
    throw transport.brokenOff(call, attempt, new Error('the stream ended before it was complete'));
  } finally {
    attempt.close();
  }
}
