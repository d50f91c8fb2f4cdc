/** Events as they go over the wire (the HTML standard, section 9.2): made once, written to many. */

export type EventName = 'hello' | 'rooms' | 'class' | 'cameras' | 'tick' | 'bye';

export const EVENTS_TYPE = 'text/event-stream';

/** @param id Where a client that comes again goes on; null for what nobody goes on from. */
export function eventText(name: EventName, data: object, id: string | null): string {
  const line = id === null ? '' : `id: ${id}\n`;
  return `${line}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Ids of one run of the program: the run, and a number that only goes up. */
export class EventIds {
  readonly #boot: string;
  last = 0;

  /** @param boot Another one for each start, letters and digits. */
  constructor(boot: string) {
    this.#boot = boot;
  }

  next(): number {
    this.last += 1;
    return this.last;
  }

  text(sequence: number): string {
    return `${this.#boot}-${sequence}`;
  }

  /** The number in an id of this run that was given out; null for any other text. */
  read(text: string | undefined): number | null {
    const [, boot, digits] = /^([0-9a-z]+)-(\d{1,15})$/.exec(text ?? '') ?? [];
    const sequence = Number(digits);
    return boot === this.#boot && sequence <= this.last ? sequence : null;
  }
}
