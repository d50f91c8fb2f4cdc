/** The sheet of a chart: its ground, its title, and texts that are there on any computer. */

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { COLOUR, Sheet, TEXT } from '../../../ask/charts/sheet.ts';
import { pixelsOf } from './drawn.ts';

const TITLE = { left: 20, top: 20, right: 860, bottom: 60 };
const style = { size: TEXT.axis };

describe('a sheet', () => {
  it('shows its title whatever fonts there are', async () => {
    const sheet = await Sheet.open('Power Ride');
    const pixels = await pixelsOf(await sheet.png());
    expect(pixels.count(COLOUR.ink, TITLE)).toBeGreaterThan(300);
  });

  it('cuts a title to 80 letters and to its width', async () => {
    const titleInk = async (title: string) => {
      const pixels = await pixelsOf(await (await Sheet.open(title)).png());
      return pixels.count(COLOUR.ink, TITLE);
    };
    const narrow = 'i'.repeat(80);
    expect(await titleInk(`${narrow}iiii`)).toBeLessThanOrEqual(await titleInk(narrow));
    const pixels = await pixelsOf(await (await Sheet.open('W'.repeat(79))).png());
    expect(pixels.count(COLOUR.ink, { ...TITLE, left: 853, right: 879 })).toBe(0);
  });

  it('fits a text into its room', async () => {
    const sheet = await Sheet.open('');
    expect(sheet.fit('Nov 18', 200, style)).toBe('Nov 18');
    const cut = sheet.fit('Wednesday the 18th of November', 90, style);
    expect(cut).toMatch(/^Wedn.*…$/);
    expect(sheet.width(cut, style)).toBeLessThanOrEqual(90);
  });

  it('writes to the left, the middle and the right of a place', async () => {
    const sheet = await Sheet.open('');
    for (const [row, align] of (['left', 'center', 'right'] as const).entries()) {
      sheet.write('0000', [400, 200 + row * 40], { ...style, align, isBold: true });
    }
    const pixels = await pixelsOf(await sheet.png());
    const inkOf = (row: number, left: number, right: number) =>
      pixels.count(COLOUR.ink, { left, right, top: 190 + row * 40, bottom: 210 + row * 40 });
    expect(inkOf(0, 300, 399)).toBe(0);
    expect(inkOf(0, 400, 500)).toBeGreaterThan(20);
    expect(inkOf(1, 300, 400)).toBeGreaterThan(10);
    expect(inkOf(1, 400, 500)).toBeGreaterThan(10);
    expect(inkOf(2, 300, 400)).toBeGreaterThan(20);
    expect(inkOf(2, 402, 500)).toBe(0);
  });
});

it('brings its own ground and leaves its round corners to the page', async () => {
  const png = await (await Sheet.open('')).png();
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(data[3]).toBe(0);
  const middle = (info.height / 2) * info.width + info.width / 2;
  const [red, green, blue, opacity] = data.subarray(middle * 4, middle * 4 + 4);
  expect(`#${Buffer.from([red ?? 0, green ?? 0, blue ?? 0]).toString('hex')}`).toBe(COLOUR.ground);
  expect(opacity).toBe(255);
});
