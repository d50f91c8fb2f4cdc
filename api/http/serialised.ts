/** Answers as bytes: each value is serialised once, however often it is answered. */

import { TextBody } from '../routes/route.ts';
import { etagOf } from './etag.ts';

export class Serialised {
  readonly bytes: Buffer;
  readonly contentType: string;
  #etag: string | null = null;

  private constructor(value: object) {
    const isText = value instanceof TextBody;
    this.bytes = Buffer.from(isText ? value.text : JSON.stringify(value));
    this.contentType = isText ? value.contentType : 'application/json';
  }

  /** Of `value`, which must not change any more. Kept as long as the value itself. */
  static of(value: object): Serialised {
    const known = serialised.get(value);
    if (known !== undefined) return known;
    const made = new Serialised(value);
    serialised.set(value, made);
    return made;
  }

  /** Made when it is first asked for: errors have none. */
  get etag(): string {
    this.#etag ??= etagOf(this.bytes);
    return this.#etag;
  }
}

const serialised = new WeakMap<object, Serialised>();
