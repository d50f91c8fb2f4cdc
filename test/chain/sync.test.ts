import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type AnyChange, isWhole, packed, unpacked } from '../../chain/sync.ts';
import { batch, session, trainer } from '../hq/sync/batches.fixture.ts';

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));

describe('a batch', () => {
  it('is read as it was written, also with fields that this build does not know', () => {
    const later = { ...batch(1, [session('cls_a')]), weather: 'fine' };
    expect(packed(later).length).toBeLessThan(JSON.stringify(later).length);
    expect(unpacked(packed(later), 'gzip')).toEqual({ is: 'batch', batch: later });
    expect(unpacked(bytesOf(later), undefined)).toEqual({ is: 'batch', batch: later });
  });

  it.each([
    ['a later version', { ...batch(1, []), v: 2, gym: 7 }, 'version 2'],
    [
      'a kind of a later release',
      batch(1, [{ ...trainer('x'), kind: 'locker' }]),
      'the kind "locker"',
    ],
    [
      'a kind that every object has',
      batch(1, [{ ...trainer('x'), kind: 'toString' }]),
      'the kind "toString"',
    ],
  ])('of %s is known as such', (_, later, detail) => {
    expect(unpacked(bytesOf(later), undefined)).toEqual({ is: 'newer', detail });
  });

  it.each([
    ['no JSON', Buffer.from('{'), undefined],
    ['no text', Buffer.from([0xff, 0xfe]), undefined],
    ['another shape', bytesOf({ ...batch(1, []), to_seq: -1 }), undefined],
    ['a list', bytesOf([]), undefined],
    ['nothing', Buffer.alloc(0), undefined],
    ['a version that is none', bytesOf({ ...batch(1, []), v: '2' }), undefined],
    ['gzip that is none', bytesOf(batch(1, [])), 'gzip'],
    ['cut', packed(batch(1, [session('cls_a')])).subarray(0, 90), 'gzip'],
    ['another encoding', packed(batch(1, [])), 'br'],
    ['far too many bytes', gzipSync(Buffer.alloc(100 * 1024 * 1024, 32)), 'gzip'],
  ])(
    'that is %s is refused with a reason, and never thrown at the reader',
    (_, bytes, encoding) => {
      const detail = expect.stringMatching(/./);
      expect(unpacked(bytes, encoding)).toEqual({ is: 'unreadable', detail });
    },
  );
});

describe('a change', () => {
  it.each([
    ['of a known kind', trainer('anna'), true],
    ['that is gone', { ...trainer('anna'), data: null }, true],
    ['without a field of its kind', { ...trainer('anna'), data: { name: 'Anna' } }, false],
    ['with a number that no database holds', session('cls_a', { booked: 9e9 }), false],
    ['with a zero in a text', session('cls_a', { name: 'a\0b' }), false],
  ] as readonly (readonly [string, AnyChange, boolean])[])('%s is whole: %s', (_, one, wanted) => {
    expect(isWhole(one)).toBe(wanted);
  });
});
