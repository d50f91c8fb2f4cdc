import { describe, expect, test } from 'vitest';
import { PictureWatch } from '../../../../../engine/cameras/supervision/watch/picture-watch.ts';
import { SAMPLE_FLAGS } from '../../../../../gym/attendance/sample.ts';

const { black, frozen, warmingUp } = SAMPLE_FLAGS;

/** What is said to samples that are `everyMs` apart, by fingerprint. */
function flags(watch: PictureWatch, fingerprints: readonly number[], everyMs: number, fromMs = 0) {
  return fingerprints.map((fingerprint, i) =>
    watch.note({ flags: 0, fingerprint, atUtcMs: fromMs + i * everyMs }),
  );
}

describe('picture watch', () => {
  test('a sample that its worker found black is the reason black', () => {
    const watch = new PictureWatch();
    expect(watch.reasons).toEqual([]);
    watch.note({ flags: warmingUp | black, fingerprint: 1, atUtcMs: 0 });
    expect(watch.reasons).toEqual(['black']);
  });

  test('a detector that warms up says nothing about the picture', () => {
    const watch = new PictureWatch();
    watch.note({ flags: warmingUp, fingerprint: 1, atUtcMs: 0 });
    expect(watch.reasons).toEqual([]);
  });

  test('three pictures in a row that cannot be decoded are a reason, until one can', () => {
    const watch = new PictureWatch();
    watch.noteUnusable('frame_undecodable');
    watch.noteUnusable('frame_undecodable');
    expect(watch.reasons).toEqual([]);
    watch.noteUnusable('frame_undecodable');
    expect(watch.reasons).toEqual(['frame_undecodable']);
    watch.note({ flags: 0, fingerprint: 1, atUtcMs: 0 });
    expect(watch.reasons).toEqual([]);
  });

  test('pictures that fail now and then are none', () => {
    const watch = new PictureWatch();
    for (let round = 0; round < 5; round += 1) {
      watch.noteUnusable('frame_too_large');
      watch.noteUnusable('frame_too_large');
      watch.note({ flags: 0, fingerprint: round, atUtcMs: round });
    }
    expect(watch.reasons).toEqual([]);
  });

  test('black clears itself with the first picture', () => {
    const watch = new PictureWatch();
    watch.note({ flags: black, fingerprint: 1, atUtcMs: 0 });
    expect(watch.note({ flags: 0, fingerprint: 1, atUtcMs: 5000 })).toBe(0);
    expect(watch.reasons).toEqual([]);
  });

  test('equal pictures are frozen after a minute, not before', () => {
    const watch = new PictureWatch();
    const thirteen = Array(13).fill(7);
    expect(flags(watch, [...thirteen, 7], 5000)).toEqual([...Array(12).fill(0), frozen, frozen]);
    expect(watch.reasons).toEqual(['frozen']);
  });

  test('two equal pictures that are a minute apart are not enough', () => {
    expect(flags(new PictureWatch(), [7, 7], 60_000)).toEqual([0, 0]);
    expect(flags(new PictureWatch(), [7, 7, 7], 60_000)).toEqual([0, 0, frozen]);
  });

  test('a picture that moves now and then is not frozen', () => {
    const fingerprints = Array.from({ length: 60 }, (_, i) => Math.floor(i / 11));
    expect(flags(new PictureWatch(), fingerprints, 5000).every((flag) => flag === 0)).toBe(true);
  });

  test('frozen clears itself with the first picture that differs, and can come again', () => {
    const watch = new PictureWatch();
    flags(watch, Array(20).fill(7), 5000);
    expect(flags(watch, [8], 0, 100_000)).toEqual([0]);
    expect(watch.reasons).toEqual([]);
    expect(flags(watch, Array(13).fill(8), 5000, 105_000).at(-1)).toBe(frozen);
  });

  test('a black picture is black, not frozen, and what follows begins anew', () => {
    const watch = new PictureWatch();
    for (let i = 0; i < 30; i++) {
      watch.note({ flags: black, fingerprint: 7, atUtcMs: i * 5000 });
    }
    expect(watch.reasons).toEqual(['black']);
    expect(flags(watch, [7, 7], 5000, 150_000)).toEqual([0, 0]);
  });

  test('a clock that is set back neither freezes a picture nor thaws it', () => {
    const watch = new PictureWatch();
    flags(watch, [7, 7, 7], 5000, 3_600_000);
    expect(flags(watch, [7, 7, 7], 5000, 0)).toEqual([0, 0, 0]);
    expect(flags(watch, [7, 7], 60_000, 60_000).at(-1)).toBe(frozen);
    expect(flags(watch, [7], 0, -5000)).toEqual([frozen]);
    expect(flags(watch, [8], 0, -5000)).toEqual([0]);
  });
});
