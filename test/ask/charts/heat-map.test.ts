/** The heat map: what is empty, unknown, nothing, full and over full each look different, with or without fonts. */

import { expect, it } from 'vitest';
import type { HeatMapData } from '../../../ask/charts/chart.ts';
import { drawHeatMap } from '../../../ask/charts/heat-map.tsx';
import { COLOUR } from '../../../ask/charts/sheet.tsx';
import { stepOf } from '../../../web/look/tokens.ts';
import { pixelsOf } from './drawn.ts';

/** With ten hours from 8 to 17 a cell is 78 wide and 49.1 high, from (72, 108) on. */
const partOf = (weekday: number, hour: number) => {
  const left = 72 + (hour - 8) * 78;
  const top = 108 + (weekday - 1) * (344 / 7);
  return { left: left + 2, top: top + 2, right: left + 76, bottom: top + 47 };
};
const cell = (weekday: number, hour: number, fillRate: number | null) => ({
  weekday,
  hour,
  fillRate,
  classes: 6,
});
const week: HeatMapData = {
  title: 'How full, 8 Oct – 18 Nov',
  cells: [
    cell(1, 8, 0),
    cell(2, 9, null),
    cell(3, 10, 0.55),
    cell(4, 11, 1),
    cell(5, 12, 1.2),
    cell(7, 17, 0.8),
  ],
};
const everyHour = (fillRate: (index: number) => number | null): HeatMapData => ({
  title: 'Every hour',
  cells: Array.from({ length: 7 * 24 }, (_, index) =>
    cell(1 + Math.floor(index / 24), index % 24, fillRate(index)),
  ),
});

it('a heat map has a number in its step’s colour', async () => {
  const pixels = await pixelsOf(await drawHeatMap(week));
  for (const { weekday, hour, fillRate } of week.cells) {
    if (fillRate === null) continue;
    const { colour } = stepOf(fillRate * 100);
    const part = partOf(weekday, hour);
    const area = (part.right - part.left) * (part.bottom - part.top) * 4;
    const coloured = pixels.count(colour, part);
    expect(coloured).toBeGreaterThan(area * 0.6);
    // What is left of it is the number and its soft edges.
    expect(coloured).toBeLessThan(area * 0.98);
  }
});

it('a heat map leaves an hour without classes on the ground, and stripes what is unknown', async () => {
  const pixels = await pixelsOf(await drawHeatMap(week));
  const nothing = stepOf(0).colour;
  expect(pixels.count(nothing, partOf(6, 14))).toBe(0);
  expect(pixels.count(COLOUR.stripe, partOf(6, 14))).toBeLessThan(60);
  expect(pixels.count(nothing, partOf(2, 9))).toBe(0);
  expect(pixels.count(COLOUR.stripe, partOf(2, 9))).toBeGreaterThan(400);
  expect(pixels.count(COLOUR.stripe, partOf(1, 8))).toBe(0);
});

it.each([
  ['one cell at midnight', { title: 'One', cells: [cell(7, 0, 0.5)] }],
  ['every hour, each with another figure', everyHour((index) => ((index * 37) % 130) / 100)],
  ['every hour unknown', everyHour(() => null)],
  ['a title that is much too long', { ...week, title: '👟 Zoë’s “long” title '.repeat(20) }],
  ['no title', { ...week, title: '' }],
])('a heat map takes %s in less than 80 kB', async (_name, data) => {
  const png = await drawHeatMap(data);
  expect(png.length).toBeLessThan(80_000);
  expect(await pixelsOf(png)).toMatchObject({ width: 1760, height: 1040 });
});
