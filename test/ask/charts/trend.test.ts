/** The trend: who came, bookings and places, and gaps where nothing is known. */

import { expect, it } from 'vitest';
import type { TrendData } from '../../../ask/charts/chart.ts';
import { COLOUR } from '../../../ask/charts/sheet.tsx';
import { drawTrend } from '../../../ask/charts/trend.tsx';
import { pixelsOf } from './drawn.ts';

type Point = TrendData['points'][number];

const WHOLE = { left: 72, top: 108, right: 852, bottom: 457 };
const known = (attended: number): Point => ({
  label: 'Nov 17',
  attended,
  capacity: 20,
  booked: attended + 4,
});
const unknown: Point = {
  label: 'Nov 18',
  attended: null,
  capacity: null,
  booked: null,
};
const drawn = async (points: readonly Point[]) =>
  pixelsOf(await drawTrend({ title: 'Ride', points }));
/** Column of one of `count` points. */
const columnOf = (index: number, count: number) => {
  const step = 780 / count;
  const left = 72 + index * step;
  return { left: left + 1, top: 108, right: left + step - 1, bottom: 457 };
};

it('a trend shows who came, the bookings and the places', async () => {
  const pixels = await drawn([known(10), known(12), known(11)]);
  for (const colour of [COLOUR.attended, COLOUR.booked, COLOUR.capacity]) {
    expect(pixels.count(colour, WHOLE)).toBeGreaterThan(100);
  }
  // The axis ends at the 20 places; ten people are half way up.
  expect(pixels.at(72 + 130, 108 + 175)).toBe(COLOUR.attended);
});

it('a trend shows the time that is compared with as a second line', async () => {
  const alone = await drawn([known(10), known(12), known(11)]);
  const compared = await drawn(
    [known(10), known(12), known(11)].map((one) => ({ ...one, before: 5 })),
  );
  const low = { ...WHOLE, top: 108 + 250, bottom: 440 };
  const inks = [alone, compared].map((pixels) => pixels.count(COLOUR.softInk, low));
  expect(inks[0]).toBe(0);
  expect(inks[1]).toBeGreaterThan(100);
});

it('a trend leaves a gap where the attendance is unknown and marks it', async () => {
  const pixels = await drawn([known(10), known(11), unknown, known(12), known(12)]);
  const gap = columnOf(2, 5);
  expect(pixels.count(COLOUR.attended, gap)).toBe(0);
  expect(pixels.count(COLOUR.stripe, gap)).toBeGreaterThan(100);
  expect(pixels.count(COLOUR.stripe, columnOf(1, 5))).toBe(0);
  expect(pixels.count(COLOUR.attended, columnOf(1, 5))).toBeGreaterThan(100);
});

it.each([
  ['one point', [known(7)]],
  ['sixty points', Array.from({ length: 60 }, (_, index) => known((index * 7) % 19))],
  [
    'attendance alone',
    [
      { ...unknown, attended: 3 },
      { ...unknown, attended: 12.3456 },
    ],
  ],
])('a trend takes %s in less than 80 kB', async (_name, points) => {
  const png = await drawTrend({ title: 'A title that is cut '.repeat(9), points });
  expect(png.length).toBeLessThan(80_000);
  expect(await pixelsOf(png)).toMatchObject({ width: 1760, height: 1040 });
});
