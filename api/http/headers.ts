/** Headers of a request as both backings collect them. */

/** Adds a header; one that came before is joined by a comma, as RFC 9110 section 5.3 allows for every list. */
export function addHeader(headers: Map<string, string>, name: string, value: string): void {
  const before = headers.get(name);
  headers.set(name, before === undefined ? value : `${before}, ${value}`);
}

/** Whether the client ends the connection after this request (RFC 9112 section 9.6): nothing behind it may be executed. */
export function isToEnd(headers: ReadonlyMap<string, string>): boolean {
  const value = headers.get('connection');
  return value !== undefined && /(?:^|,)[ \t]*close[ \t]*(?:,|$)/i.test(value);
}

/** Up to so many are searched one by one: it costs less than a map of them. Chosen here: programs send fewer, browsers more. */
const FEW = 8;

/**
 * Headers as they come, read like a map. Most requests have few of them and are asked for a handful of names: a map, which
 * needs a hash of every name, is made only where there are many, or where someone wants them all.
 */
export class ReceivedHeaders implements ReadonlyMap<string, string> {
  /** Names and values in turn. */
  readonly #texts: string[] = [];
  #characters = 0;
  #map: Map<string, string> | null = null;

  /** Before anything is read. Names are in lower case. */
  add(name: string, value: string): void {
    this.#texts.push(name, value);
    this.#characters += name.length + value.length;
  }

  /** Of all names and values as they came. */
  get characters(): number {
    return this.#characters;
  }

  /** As they came. */
  get lines(): number {
    return this.#texts.length / 2;
  }

  get(name: string): string | undefined {
    const texts = this.#texts;
    if (texts.length > 2 * FEW) return this.#whole().get(name);
    let found: string | undefined;
    for (let at = 0; at < texts.length; at += 2) {
      if (texts[at] === name) {
        const value = texts[at + 1];
        found = found === undefined ? value : `${found}, ${value}`;
      }
    }
    return found;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  get size(): number {
    return this.#whole().size;
  }

  forEach(told: (value: string, name: string, headers: ReadonlyMap<string, string>) => void): void {
    for (const [name, value] of this.#whole()) told(value, name, this);
  }

  entries() {
    return this.#whole().entries();
  }

  keys() {
    return this.#whole().keys();
  }

  values() {
    return this.#whole().values();
  }

  [Symbol.iterator]() {
    return this.#whole().entries();
  }

  #whole(): Map<string, string> {
    if (this.#map !== null) return this.#map;
    const map = new Map<string, string>();
    const texts = this.#texts;
    for (let at = 0; at < texts.length; at += 2) {
      addHeader(map, texts[at] ?? '', texts[at + 1] ?? '');
    }
    this.#map = map;
    return map;
  }
}
