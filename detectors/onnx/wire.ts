/**
 * Protocol buffers at the level of fields: a message is a list of fields, each with its bytes as they were written.
 * What is not touched is handed on byte for byte. https://protobuf.dev/programming-guides/encoding/
 */

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** One field of a message. */
export interface Field {
  readonly number: number;
  /** The whole field, key included. */
  readonly whole: Uint8Array;
  /** What is in it: of a length-delimited field its content, of a varint its digits. */
  readonly content: Uint8Array;
}

/** The fields of a message in their order. Throws `RangeError` where the bytes are no message. O(fields), copies nothing. */
export function fieldsOf(message: Uint8Array): Field[] {
  const fields: Field[] = [];
  for (let start = 0; start < message.length; ) {
    const key = readVarint(message, start);
    const [number, wire] = [Math.floor(key.value / 8), key.value % 8];
    const { from, to } = extent(message, key.end, wire);
    if (number === 0 || to > message.length) throw new RangeError(`no field at byte ${start}`);
    const whole = message.subarray(start, to);
    const content = message.subarray(from, to);
    fields.push({ number, whole, content });
    start = to;
  }
  return fields;
}

function extent(message: Uint8Array, at: number, wire: number): { from: number; to: number } {
  if (wire === VARINT) return { from: at, to: readVarint(message, at).end };
  if (wire === FIXED64) return { from: at, to: at + 8 };
  if (wire === FIXED32) return { from: at, to: at + 4 };
  if (wire !== BYTES) throw new RangeError(`a field of kind ${wire}`);
  const length = readVarint(message, at);
  return { from: length.end, to: length.end + length.value };
}

/** A varint; a negative int64, which fills all ten bytes, comes back as -1: shapes know no other. */
function readVarint(bytes: Uint8Array, at: number): { value: number; end: number } {
  let value = 0;
  for (let end = at; end < at + 10; end += 1) {
    const byte = bytes[end];
    if (byte === undefined) break;
    value += (byte & 127) * 2 ** (7 * (end - at));
    if (byte < 128) return { value: end === at + 9 ? -1 : value, end: end + 1 };
  }
  throw new RangeError(`no number at byte ${at}`);
}

/** The numbers of a repeated varint field, packed or not. */
export function varintsOf(message: Uint8Array, number: number): number[] {
  return contentsOf(message, number).flatMap((content) => {
    const values: number[] = [];
    for (let at = 0; at < content.length; ) {
      const { value, end } = readVarint(content, at);
      values.push(value);
      at = end;
    }
    return values;
  });
}

/** Text of the first field of a number; empty where there is none. */
export function textOf(message: Uint8Array, number: number): string {
  return Buffer.from(contentsOf(message, number)[0] ?? []).toString('utf8');
}

/** The contents of all fields of a number. */
export function contentsOf(message: Uint8Array, number: number): Uint8Array[] {
  return fieldsOf(message).flatMap((field) => (field.number === number ? [field.content] : []));
}

/** A message with what `change` makes of the contents of the fields at the end of this path of numbers. */
export function changed(
  message: Uint8Array,
  [number, ...inner]: readonly number[],
  change: (content: Uint8Array) => readonly Uint8Array[],
): Uint8Array[] {
  return fieldsOf(message).map((field) => {
    if (field.number !== number) return field.whole;
    const { content } = field;
    return bytesField(
      number,
      inner.length === 0 ? change(content) : changed(content, inner, change),
    );
  });
}

/** A message without the fields of these numbers. */
export function without(message: Uint8Array, ...numbers: readonly number[]): Uint8Array[] {
  return fieldsOf(message)
    .filter(({ number }) => !numbers.includes(number))
    .map(({ whole }) => whole);
}

/** A length-delimited field. */
export function bytesField(number: number, parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([varint(number * 8 + BYTES), varint(length), ...parts]);
}

/** A field of one number, 0... */
export function varintField(number: number, value: number): Uint8Array {
  return Buffer.concat([varint(number * 8 + VARINT), varint(value)]);
}

function varint(value: number): Uint8Array {
  const digits: number[] = [];
  let rest = value;
  while (rest > 127) {
    digits.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return Uint8Array.from([...digits, rest]);
}
