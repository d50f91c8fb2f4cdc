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
  #id: { id?: string } = {};

  /** The events that `bytes` complete. An event that the stream ends in is none. */
  *push(bytes: Uint8Array): Generator<ServerEvent> {
    this.#rest += this.#decoder.decode(bytes, { stream: true });
    // A CR at the end may be half of a CRLF.
    const lines = this.#rest.split(/\r\n|\r(?!$)|\n/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (field === 'event') this.#event = value;
      if (field === 'data') this.#data.push(value);
      if (field === 'id' && !value.includes('\0')) this.#id = { id: value };
      if (line !== '') continue;
      const event = { event: this.#event || 'message', data: this.#data.join('\n'), ...this.#id };
      if (this.#data.length > 0) yield event;
      this.#event = '';
      this.#data = [];
      this.#id = {};
    }
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
  known: ReadonlySet<string>,
): AsyncGenerator<Omit<ServerEvent, 'data'> & { readonly data: unknown }> {
  const attempt = await transport.open(call);
  const reader = attempt.response?.body?.getReader();
  const parser = new EventParser();
  try {
    for (;;) {
      attempt.restart();
      const { value } = (await reader?.read()) ?? {};
      attempt.rest();
      if (value === undefined) throw new Error('the stream ended before it was complete');
      for (const { event, data, ...id } of parser.push(value)) {
        yield { event, data: known.has(event) ? JSON.parse(data) : null, ...id };
      }
    }
  } catch (fault) {
    throw transport.brokenOff(call, attempt, fault);
  } finally {
    attempt.close();
  }
}
