/** Answers as bytes: each value is serialised once, however often it is answered. */

import { BytesBody, type Headers, TextBody } from '../message.ts';
import { etagOf } from './etag.ts';

const JSON_TYPE: Headers = [['Content-Type', 'application/json']];

export class Serialised {
  readonly bytes: Buffer;
  /** Says what the bytes are. */
  readonly type: Headers;
  #tagged: Tagged | null = null;

  private constructor(value: object) {
    if (value instanceof BytesBody) {
      this.bytes = value.bytes;
      this.type = typeOf(value);
      return;
    }
    const isText = value instanceof TextBody;
    this.bytes = Buffer.from(isText ? value.text : JSON.stringify(value));
    this.type = isText ? [['Content-Type', value.contentType]] : JSON_TYPE;
  }

  /** Of `value`, which must not change any more. Kept as long as the value itself, the last one until the next. */
  static of(value: object): Serialised {
    if (value === lastValue && lastMade !== null) return lastMade;
    const known = serialised.get(value);
    const made = known ?? new Serialised(value);
    if (known === undefined) serialised.set(value, made);
    lastValue = value;
    lastMade = made;
    return made;
  }

  get etag(): string {
    return this.#withTag().etag;
  }

  /** Says the entity tag alone: what a client has already needs no more. */
  get tag(): Headers {
    return this.#withTag().tag;
  }

  /** Says the entity tag, and what the bytes are. */
  get taggedType(): Headers {
    return this.#withTag().taggedType;
  }

  /** Made when it is first asked for: errors have none. No getter: a private one is read outside compiled code. */
  #withTag(): Tagged {
    this.#tagged ??= taggedOf(this.bytes, this.type);
    return this.#tagged;
  }
}

function typeOf({ contentType, encoding }: BytesBody): Headers {
  const type = ['Content-Type', contentType] as const;
  return encoding === null ? [type] : [type, ['Content-Encoding', encoding]];
}

interface Tagged {
  readonly etag: string;
  readonly tag: Headers;
  readonly taggedType: Headers;
}

function taggedOf(bytes: Buffer, type: Headers): Tagged {
  const etag = etagOf(bytes);
  const pair = ['ETag', etag] as const;
  return { etag, tag: [pair], taggedType: [pair, ...type] };
}

const serialised = new WeakMap<object, Serialised>();
/** The same answer is often given many times in a row. */
let lastValue: object | null = null;
let lastMade: Serialised | null = null;
