import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decode, encode, MAX_BYTES, readChange } from '../../chain/codec.ts';
import { RECEIPT, type Receipt } from '../../chain/messages/receipt.ts';

const receipt: Receipt = {
  v: 1,
  batch: 'b_1',
  gym: 'g_1',
  epoch: 'e_1',
  epoch_heard_utc_ms: 1_795_456_800_000,
  cursor: 3,
  hq_utc_ms: 1_795_456_800_000,
  parked: 0,
  unequal: null,
};
const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));

describe('a message', () => {
  it('is read as it was written, with fields that this build does not know', () => {
    const later = { ...receipt, weather: 'fine' };
    const { bytes, encoding } = encode(later);
    expect(encoding).toBeNull();
    expect(decode(RECEIPT, bytes, encoding)).toEqual({ is: 'message', message: later });
  });

  it('is compressed where it is long', () => {
    const long = { ...receipt, note: 'x'.repeat(5_000) };
    const { bytes, encoding } = encode(long);
    expect(encoding).toBe('gzip');
    expect(bytes.length).toBeLessThan(500);
    expect(decode(RECEIPT, bytes, encoding)).toEqual({ is: 'message', message: long });
  });

  it('of a later version is known as such', () => {
    const later = bytesOf({ ...receipt, v: 2, cursor: 'far' });
    expect(decode(RECEIPT, later)).toEqual({ is: 'newer', version: 2 });
  });

  it.each([
    ['no JSON', Buffer.from('{'), null],
    ['no text', Buffer.from([0xff, 0xfe]), null],
    ['another shape', bytesOf({ ...receipt, cursor: -1 }), null],
    ['a list', bytesOf([]), null],
    ['a version that is none', bytesOf({ ...receipt, v: '2' }), null],
    ['gzip that is none', bytesOf(receipt), 'gzip'],
    ['another encoding', bytesOf(receipt), 'br'],
    ['far too many bytes', gzipSync(Buffer.alloc(MAX_BYTES + 1, 32)), 'gzip'],
  ])(
    'that is %s is refused with a reason, and never thrown at the reader',
    (_, bytes, encoding) => {
      expect(decode(RECEIPT, bytes, encoding)).toEqual({
        is: 'unreadable',
        detail: expect.stringMatching(/./),
      });
    },
  );
});

describe('a change', () => {
  const change = { seq: 1, kind: 'trainer', key: 'anna', rev: 1, at_utc_ms: 0 };

  it.each([
    ['of a known kind', { ...change, data: { name: 'Anna', aliases: [] } }, true],
    ['that is gone', { ...change, data: null }, true],
    ['without a field of its kind', { ...change, data: { name: 'Anna' } }, false],
    ['of a kind of a later release', { ...change, kind: 'locker', data: {} }, false],
    ['of a kind that every object has', { ...change, kind: 'toString', data: {} }, false],
  ])('%s is readable: %s', (_, one, isReadable) => {
    expect(readChange(one)).toEqual(isReadable ? one : null);
  });
});
