/** Both palettes can be read: the contrasts of WCAG 2.2, sections 1.4.3 and 1.4.11, reckoned by its own formula. */

import { expect, it } from 'vitest';
import { DARK, LIGHT, type Palette } from '../../../web/look/tokens.ts';

const luminance = (color: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string, other: string) => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

const TEXTS: readonly (readonly [keyof Palette, keyof Palette])[] = [
  ['ink', 'ground'],
  ['ink', 'raised'],
  ['quiet', 'ground'],
  ['quiet', 'raised'],
  ['accent', 'ground'],
  ['accent', 'raised'],
  ['accentOver', 'ground'],
  ['accentOver', 'raised'],
  ['onAccent', 'accent'],
  ['onAccent', 'accentOver'],
  ['warn', 'warnGround'],
  ['ground', 'ink'],
];
/** Borders that say where something can be typed, focus and faults. */
const SHAPES: readonly (readonly [keyof Palette, keyof Palette])[] = [
  ['line', 'ground'],
  ['line', 'raised'],
  ['accent', 'ground'],
  ['accent', 'raised'],
  ['warn', 'raised'],
];

it('knows black on white', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
});

it.each([
  ['light', LIGHT],
  ['dark', DARK],
])('the %s palette has 4.5 for texts and 3 for shapes', (_, palette) => {
  for (const [text, ground] of TEXTS) {
    expect(contrast(palette[text], palette[ground]), `${text} on ${ground}`).toBeGreaterThan(4.5);
  }
  for (const [shape, ground] of SHAPES) {
    expect(contrast(palette[shape], palette[ground]), `${shape} on ${ground}`).toBeGreaterThan(3);
  }
});
