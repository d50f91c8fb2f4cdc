/** The counts store seen through its door: writer, readers and slots over one memory. Covers writer.ts, reader.ts, slots.ts. */

import { beforeEach, describe, expect, it } from 'vitest';
import {
  type CountsBuffer,
  type CountsReader,
  type CountsSlots,
  type CountsWriter,
  createCounts,
  createSampleTarget,
  openReader,
  openSlots,
  openWriter,
  type Sample,
} from '../../../engine/counts/index.ts';
import { SLOT, slotBase, viewCounts } from '../../../engine/counts/layout.ts';

const RING = 8;
let buffer: CountsBuffer;
let writer: CountsWriter;
let reader: CountsReader;
let slots: CountsSlots;

function sample(count: number | null): Sample {
  return { ...createSampleTarget(), atUtcMs: 1_000 + (count ?? 0), count };
}

function counts(samples: readonly Sample[]): (number | null)[] {
  return samples.map((one) => one.count);
}

function writeAll(slot: number, generation: number, from: number, to: number): void {
  for (let count = from; count <= to; count += 1) {
    expect(writer.write(slot, generation, sample(count))).toBe(true);
  }
}

/** What a worker leaves that dies in the middle of a sample: an odd sequence and half an entry. */
function dieInMidWrite(slot: number): void {
  const view = viewCounts(buffer);
  const base = slotBase(view, slot);
  const sequence = Atomics.add(view.words, base + SLOT.sequence, 1);
  const index = (sequence >>> 1) % RING;
  const entry = base + SLOT.ring + index * 17;
  for (let word = 0; word < 5; word += 1) {
    Atomics.store(view.words, entry + word, 0x5555_5555);
  }
}

/** Lets a store look as if `written` samples had passed through the slot. */
function agedTo(slot: number, written: number): void {
  const view = viewCounts(buffer);
  const base = slotBase(view, slot);
  Atomics.store(view.words, base + SLOT.start, written);
  Atomics.store(view.words, base + SLOT.sequence, 2 * written);
}

beforeEach(() => {
  buffer = createCounts({ slots: 3, ring: RING });
  writer = openWriter(buffer);
  reader = openReader(buffer);
  slots = openSlots(buffer);
});

describe('reading the newest sample', () => {
  it('finds none in a slot nobody has written', () => {
    slots.claim(0);
    expect(reader.latest(0)).toBeNull();
    expect(reader.count(0)).toBeNull();
    expect(reader.readInto(0, createSampleTarget())).toBe('empty');
  });

  it('gives every field of the last one written', () => {
    const full: Sample = {
      atUtcMs: 1_763_700_000_123,
      mediaMs: -40,
      count: 17,
      staff: 1,
      ignored: 3,
      zones: [9, 8, 0],
      confidence: 0.7312,
      flags: 5,
      luma: 101.5,
      fingerprint: 0xfedc_ba98,
      decodeUs: 17_012,
      detectUs: 4_000_000_000,
    };
    const generation = slots.claim(1);
    writer.write(1, generation, sample(3));
    writer.write(1, generation, full);
    expect(reader.latest(1)).toEqual(full);
    expect(reader.count(1)).toBe(17);
  });

  it('tells an unknown count from nobody', () => {
    const generation = slots.claim(0);
    writer.write(0, generation, sample(null));
    expect(reader.latest(0)?.count).toBeNull();
    writer.write(0, generation, sample(0));
    expect(reader.count(0)).toBe(0);
  });

  it('keeps the slots apart', () => {
    const generations = [0, 1, 2].map((slot) => slots.claim(slot));
    generations.forEach((generation, slot) => {
      writeAll(slot, generation, slot * 100, slot * 100 + slot * RING);
    });
    expect([0, 1, 2].map((slot) => reader.count(slot))).toEqual([0, 108, 216]);
  });

  it('fills a target again without leaving anything of the sample before', () => {
    const generation = slots.claim(0);
    const target = createSampleTarget();
    writer.write(0, generation, { ...sample(5), zones: [1, 2, 3, 4], confidence: 0.5, mediaMs: 9 });
    reader.readInto(0, target);
    writer.write(0, generation, sample(6));
    expect(reader.readInto(0, target)).toBe('ok');
    expect(target).toEqual(sample(6));
  });

  it('moves its position with every sample', () => {
    const generation = slots.claim(0);
    const before = reader.position(0);
    writer.write(0, generation, sample(1));
    expect(reader.position(0)).toBe(before + 1);
  });
});

describe('following a slot', () => {
  it('gives each sample once, oldest first', () => {
    const generation = slots.claim(0);
    writeAll(0, generation, 1, 3);
    const first = reader.since(0, null);
    expect(counts(first.samples)).toEqual([1, 2, 3]);
    writeAll(0, generation, 4, 5);
    const second = reader.since(0, first.cursor);
    expect(counts(second.samples)).toEqual([4, 5]);
    expect(reader.since(0, second.cursor)).toEqual({
      samples: [],
      cursor: second.cursor,
      missed: 0,
    });
  });

  it('counts what was overwritten before it came', () => {
    const generation = slots.claim(0);
    const { cursor } = reader.since(0, null);
    writeAll(0, generation, 1, RING + 5);
    const late = reader.since(0, cursor);
    expect(counts(late.samples)).toEqual([6, 7, 8, 9, 10, 11, 12, 13]);
    expect(late.missed).toBe(5);
  });

  it('lets followers go at their own pace', () => {
    const generation = slots.claim(0);
    writeAll(0, generation, 1, 2);
    const quick = reader.since(0, null);
    writeAll(0, generation, 3, 4);
    expect(counts(reader.since(0, quick.cursor).samples)).toEqual([3, 4]);
    expect(counts(openReader(buffer).since(0, null).samples)).toEqual([1, 2, 3, 4]);
  });

  it('goes on when the numbers wrap', () => {
    const generation = slots.claim(0);
    agedTo(0, 2 ** 31 - 3);
    const { cursor } = reader.since(0, null);
    writeAll(0, generation, 1, 6);
    expect(reader.count(0)).toBe(6);
    const result = reader.since(0, cursor);
    expect(counts(result.samples)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(result.missed).toBe(0);
    writeAll(0, generation, 7, 20);
    expect(reader.since(0, result.cursor).missed).toBe(14 - RING);
  });
});

describe('a worker that dies in mid-write', () => {
  it('disturbs no reader', () => {
    const generation = slots.claim(0);
    writeAll(0, generation, 1, RING);
    dieInMidWrite(0);
    expect(reader.latest(0)).toEqual(sample(RING));
    // The sample whose entry it was writing into is lost, and said to be.
    const all = reader.since(0, RING - RING);
    expect(counts(all.samples)).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(all.missed).toBe(1);
  });

  it('is repaired by the next writer, and its sample counted as missed', () => {
    const generation = slots.claim(0);
    writeAll(0, generation, 1, 2);
    const { cursor } = reader.since(0, null);
    dieInMidWrite(0);
    expect(writer.write(0, generation, sample(4))).toBe(true);
    expect(reader.latest(0)).toEqual(sample(4));
    expect(reader.since(0, cursor)).toMatchObject({ samples: [sample(4)], missed: 1 });
    expect(reader.totals(0)).toEqual({ refused: 0, repaired: 1 });
    writeAll(0, generation, 5, 30);
    expect(reader.count(0)).toBe(30);
  });

  it('before its first sample leaves the slot empty', () => {
    slots.claim(0);
    dieInMidWrite(0);
    expect(reader.latest(0)).toBeNull();
    expect(reader.since(0, null).samples).toEqual([]);
  });

  it('leaves a slot that can be given to another camera', () => {
    slots.claim(0);
    dieInMidWrite(0);
    slots.release(0);
    const generation = slots.claim(0);
    expect(reader.latest(0)).toBeNull();
    writeAll(0, generation, 1, RING + 1);
    expect(reader.count(0)).toBe(RING + 1);
  });
});

describe('ownership of slots', () => {
  it('gives the first free slot, and null when there is none', () => {
    expect(slots.free()).toBe(0);
    slots.claim(0);
    slots.claim(1);
    expect(slots.free()).toBe(2);
    slots.claim(2);
    expect(slots.free()).toBeNull();
    slots.release(1);
    expect(slots.free()).toBe(1);
  });

  it('refuses a slot that is taken', () => {
    slots.claim(0);
    expect(() => slots.claim(0)).toThrow(expect.objectContaining({ code: 'internal_error' }));
  });

  it('shows nothing of the owner before', () => {
    writeAll(0, slots.claim(0), 1, 3);
    slots.release(0);
    expect(reader.latest(0)).toBeNull();
    const generation = slots.claim(0);
    expect(reader.count(0)).toBeNull();
    expect(reader.since(0, null).samples).toEqual([]);
    writer.write(0, generation, sample(9));
    expect(counts(reader.since(0, null).samples)).toEqual([9]);
  });

  it('turns away the late sample of a removed camera, and counts it', () => {
    const removed = slots.claim(0);
    slots.release(0);
    expect(writer.write(0, removed, sample(1))).toBe(false);
    const next = slots.claim(0);
    expect(writer.write(0, removed, sample(2))).toBe(false);
    expect(writer.write(0, next, sample(3))).toBe(true);
    expect(reader.count(0)).toBe(3);
    expect(reader.totals(0).refused).toBe(2);
  });

  it('takes no sample for a slot nobody owns', () => {
    expect(writer.write(0, 0, sample(1))).toBe(false);
    expect(reader.latest(0)).toBeNull();
  });

  it('does nothing when a free slot is released', () => {
    slots.release(0);
    expect(slots.claim(0)).toBe(1);
  });
});

describe('mistakes of the caller', () => {
  it('touches nothing when a field is out of bounds', () => {
    const generation = slots.claim(0);
    writer.write(0, generation, sample(1));
    expect(() => writer.write(0, generation, sample(-1))).toThrow(
      expect.objectContaining({ code: 'internal_error' }),
    );
    expect(reader.latest(0)).toEqual(sample(1));
    expect(reader.totals(0).repaired).toBe(0);
  });

  it.each([-1, 3, 0.5, Number.NaN])('refuses slot %s, which does not exist', (slot) => {
    const coded = expect.objectContaining({ code: 'internal_error' });
    expect(() => reader.latest(slot)).toThrow(coded);
    expect(() => writer.write(slot, 1, sample(1))).toThrow(coded);
    expect(() => slots.claim(slot)).toThrow(coded);
  });
});
