/** Server-sent events, wherever their bytes are cut. Source: WHATWG HTML, section 9.2.6, without `id` and `retry`. */

export interface ServerEvent {
  /** `message` where it has no name. */
  readonly event: string;
  readonly data: string;
}

/** Collects lines into events; one for each stream. */
export class EventParser {
  readonly #decoder = new TextDecoder();
  /** What has come of a line whose end has not. */
  #rest = '';
  #event = '';
  #data: string[] = [];

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
    return [];
  }

  #dispatch(): readonly ServerEvent[] {
    const event = { event: this.#event || 'message', data: this.#data.join('\n') };
    const isEmpty = this.#data.length === 0;
    this.#event = '';
    this.#data = [];
    return isEmpty ? [] : [event];
  }
}
