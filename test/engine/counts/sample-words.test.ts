import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createSampleTarget,
  ENTRY_WORDS,
  packSample,
  unpackSample,
} from '../../../engine/counts/layout.ts';
import { MAX_ZONES, type Sample } from '../../../gym/attendance/sample.ts';
import { anError } from '../../support/an-error.ts';

const people = fc.integer({ min: 0, max: 65_534 });
const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const anySample: fc.Arbitrary<Sample> = fc.record({
  atUtcMs: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  mediaMs: fc.option(fc.integer({ min: -(2 ** 47) + 2 ** 32, max: 2 ** 47 - 1 })),
  count: fc.option(people),
  staff: people,
  ignored: people,
  zones: fc.array(people, { maxLength: MAX_ZONES }),
  confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  flags: fc.integer({ min: 0, max: 2_047 }),
  luma: fc.double({ min: 0, max: 255, noNaN: true }),
  fingerprint: word,
  decodeUs: word,
  detectUs: word,
});

const good: Sample = { ...createSampleTarget(), zones: [1, 2, 3] };

const FROM = 5;

function roundTrip(sample: Sample): Sample {
  const packed = new Int32Array(ENTRY_WORDS).fill(-1);
  const used = packSample(sample, packed);
  // Somewhere inside, and nothing behind the words in use is of any meaning.
  const words = new Int32Array(FROM + ENTRY_WORDS).fill(-1);
  words.set(packed.subarray(0, used), FROM);
  const back = { ...createSampleTarget(), zones: [9, 9, 9, 9, 9] };
  unpackSample(words, FROM, back);
  return back;
}

it('a sample as words comes back within the stated steps', () => {
  fc.assert(
    fc.property(anySample, (sample) => {
      const { confidence, luma, ...exact } = sample;
      const back = roundTrip(sample);
      expect(back).toMatchObject(exact);
      expect(Math.abs(back.luma - luma)).toBeLessThanOrEqual(1 / 512);
      if (confidence === null) expect(back.confidence).toBeNull();
      else expect(Math.abs((back.confidence ?? -1) - confidence)).toBeLessThanOrEqual(0.5001e-4);
    }),
  );
});

it('a sample as words has no more zones than there can be, whatever the words of an entry cut in two say', () => {
  const back = createSampleTarget();
  unpackSample(new Int32Array(ENTRY_WORDS).fill(-1), 0, back);
  expect(back.zones).toHaveLength(MAX_ZONES);
});

it.each<[string, Partial<Sample>]>([
  ['a time before 1970', { atUtcMs: -1 }],
  ['a time beyond 48 bits', { atUtcMs: 2 ** 48 }],
  ['an endless position', { mediaMs: Number.POSITIVE_INFINITY }],
  ['a negative count', { count: -1 }],
  ['a count that would read as unknown', { count: 65_535 }],
  ['a zone out of bounds', { zones: [0, 65_535] }],
  ['more zones than a camera may have', { zones: Array(MAX_ZONES + 1).fill(0) }],
  ['a confidence over one', { confidence: 1.01 }],
  ['a flag beyond eleven bits', { flags: 2_048 }],
  ['a picture brighter than white', { luma: 255.1 }],
  ['a fingerprint with a sign', { fingerprint: -1 }],
  ['a duration beyond 32 bits', { detectUs: 2 ** 32 }],
])('a sample as words refuses %s', (_, fault) => {
  expect(() => roundTrip({ ...good, ...fault })).toThrow(anError('internal_error'));
});
