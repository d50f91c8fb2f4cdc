/** Letters of pictures: those of the program, in all its alphabets and both weights. */

import { expect, it } from 'vitest';
import { canvasLibrary, FAMILIES } from '../../../engine/pictures/canvas.ts';

async function widthOf(text: string, font: string): Promise<number> {
  const { createCanvas } = await canvasLibrary();
  const pen = createCanvas(8, 8).getContext('2d');
  pen.font = font;
  return pen.measureText(text).width;
}

it.each([
  ['Latin letters and figures', 'Mon 18 % “a” – …×·', 'Turnout latin'],
  ['accents', 'ŁódźĆwiek', 'Turnout latin-ext'],
  ['Greek', 'Ωμέγα', 'Turnout greek'],
  ['Cyrillic', 'Йога', 'Turnout cyrillic'],
])('the letters of pictures have %s of their own, and bold ones', async (_, text, family) => {
  const { GlobalFonts } = await canvasLibrary();
  const known = GlobalFonts.families.find((one) => one.family === family);
  expect(known?.styles.map(({ weight }) => weight)).toEqual([400, 700]);
  const plain = await widthOf(text, `20px ${FAMILIES}`);
  const bold = await widthOf(text, `bold 20px ${FAMILIES}`);
  expect(plain).toBeGreaterThan(0);
  expect(bold).toBeGreaterThan(plain);
  // The width that Inter has: with another font it would be another one.
  expect(await widthOf('Mon', `20px ${FAMILIES}`)).toBeCloseTo(41.6, 0);
});
