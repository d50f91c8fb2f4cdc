/** Messages as bytes: JSON, compressed where that pays. What comes from the line is checked before anyone uses it. */

import { gunzipSync, gzipSync } from 'node:zlib';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { AnyChange, Change } from './messages/batch.ts';
import { KINDS, type Kind } from './messages/kinds.ts';

/** Below, gzip costs more than it saves. Chosen here: a receipt has some 200 bytes, a batch several thousand. */
const COMPRESS_BYTES = 1_024;
/** A message that unpacks to more is refused: a batch has 32 kB, one change alone less than this. */
export const MAX_BYTES = 4 * 1024 * 1024;

export interface Encoded {
  readonly bytes: Uint8Array;
  /** For the header `Content-Encoding`; null for plain JSON. */
  readonly encoding: 'gzip' | null;
}

export function encode(message: object): Encoded {
  const plain = Buffer.from(JSON.stringify(message));
  if (plain.length < COMPRESS_BYTES) return { bytes: plain, encoding: null };
  return { bytes: gzipSync(plain), encoding: 'gzip' };
}

/** Why bytes are no message: `newer` is one of a later version, which a later build can read. */
export type Decoded<Message> =
  | { readonly is: 'message'; readonly message: Message }
  | { readonly is: 'newer'; readonly version: number }
  | { readonly is: 'unreadable'; readonly detail: string };

/** Never throws. @param encoding of the header `Content-Encoding`. */
export function decode<Schema extends TSchema>(
  schema: Schema,
  bytes: Uint8Array,
  encoding: string | null = null,
): Decoded<Static<Schema>> {
  let message: unknown;
  try {
    if (encoding !== null && encoding !== 'gzip') return unreadable(`encoding ${encoding}`);
    const plain = encoding === 'gzip' ? gunzipSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes;
    if (plain.length > MAX_BYTES) return unreadable(`more than ${MAX_BYTES} bytes`);
    message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain));
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : 'no JSON');
  }
  if (Value.Check(schema, message)) return { is: 'message', message };
  const version = versionOf(message);
  const own = (schema as { properties?: { v?: { const?: unknown } } }).properties?.v?.const;
  if (version !== null && typeof own === 'number' && version > own) return { is: 'newer', version };
  const [fault] = Value.Errors(schema, message);
  return unreadable(`${fault?.instancePath || '/'} ${fault?.message ?? 'is wrong'}`);
}

/** The change with its data checked by its kind; null for one that this build does not know, or that breaks the shape. */
export function readChange(change: AnyChange): Change | null {
  if (!Object.hasOwn(KINDS, change.kind)) return null;
  const schema: TSchema = KINDS[change.kind as Kind];
  return change.data === null || Value.Check(schema, change.data) ? (change as Change) : null;
}

function versionOf(message: unknown): number | null {
  if (typeof message !== 'object' || message === null || !('v' in message)) return null;
  return typeof message.v === 'number' ? message.v : null;
}

function unreadable(detail: string): { readonly is: 'unreadable'; readonly detail: string } {
  return { is: 'unreadable', detail: detail.slice(0, 200) };
}
