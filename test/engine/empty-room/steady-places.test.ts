import { expect, test } from 'vitest';
import {
  confirmedOf,
  NO_PLACES,
  noteLook,
  type PlaceBox,
  type SteadyPlaces,
} from '../../../engine/empty-rooms.ts';
import { MINUTE_MS } from '../../support/times.ts';

const EVENING = Date.UTC(2026, 10, 20, 21);

const rack: PlaceBox = [0.3, 0.2, 0.4, 0.6];
/** The same box some parts of its width to the right. */
const beside = (widths: number): PlaceBox => [0.3 + widths * 0.1, 0.2, 0.4 + widths * 0.1, 0.6];

/** Looks each minute for some hours; what they see by the minute since the evening. */
function looked(
  hours: number,
  seenAt: (minute: number) => readonly PlaceBox[],
  from: { readonly known: SteadyPlaces; readonly minute: number } = { known: NO_PLACES, minute: 0 },
): SteadyPlaces {
  let { known } = from;
  for (let minute = from.minute; minute < from.minute + hours * 60; minute += 1) {
    known = noteLook(known, seenAt(minute), EVENING + minute * MINUTE_MS);
  }
  return known;
}

test('a box in an empty room that is seen at one place all night is nobody', () => {
  expect(confirmedOf(looked(11, () => [rack]))).toEqual([]);
  expect(confirmedOf(looked(14, () => [rack]))).toEqual([rack]);
});

test('a box in an empty room may flicker and jitter as detectors do', () => {
  const seenAt = (minute: number) => (minute % 4 === 0 ? [] : [beside((minute % 3) / 20)]);
  expect(confirmedOf(looked(14, seenAt))).toHaveLength(1);
});

test('a box in an empty room that was somewhere else for one look is a person', () => {
  const seenAt = (minute: number) => [beside(minute === 800 ? 0.5 : 0)];
  expect(confirmedOf(looked(13, seenAt))).toHaveLength(1);
  expect(confirmedOf(looked(14, seenAt))).toEqual([]);
});

test('a box in an empty room of somebody who sits still for some hours is a person', () => {
  const known = looked(5, () => [rack]);
  const gone = looked(20, () => [], { known, minute: 300 });
  expect(confirmedOf(gone)).toEqual([]);
});

test('a box in an empty room that is seen now and then is a person', () => {
  expect(confirmedOf(looked(20, (minute) => (minute % 2 === 0 ? [rack] : [])))).toEqual([]);
});

test('a box in an empty room stays known over a day in the dark, and is forgotten after three without it', () => {
  const known = looked(14, () => [rack]);
  const dark = looked(24, () => [], { known, minute: 14 * 60 });
  expect(confirmedOf(dark)).toEqual([rack]);
  expect(confirmedOf(looked(50, () => [], { known: dark, minute: 38 * 60 }))).toEqual([]);
});

test('a box in an empty room is never one of more than a few: a room full of strangers takes no more memory', () => {
  const crowd = Array.from({ length: 200 }, (_, n): PlaceBox => [n / 200, 0, n / 200 + 0.004, 1]);
  expect(looked(1, () => crowd).places.length).toBeLessThanOrEqual(64);
});
