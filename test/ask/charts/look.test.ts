/** The look of charts keeps its promises: what is written can be read, and steps differ without any hue. */

import { expect, it } from 'vitest';
import { COLOUR } from '../../../ask/charts/sheet.tsx';
import { STEPS, stepOf } from '../../../web/look/tokens.ts';

/** Relative luminance, 0..1. Source: WCAG 2.2, definitions. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const share = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

it.each<readonly [what: string, ink: string, ground: string]>([
  ['titles', COLOUR.ink, COLOUR.ground],
  ['axes and legends', COLOUR.softInk, COLOUR.ground],
  ['a number beside its dot', COLOUR.attended, COLOUR.ground],
  ['the mark of what is unknown, on the ground', COLOUR.ink, COLOUR.ground],
  ['the mark of what is unknown, on its stripes', COLOUR.ink, COLOUR.stripe],
  ...STEPS.map(({ label, ink, colour }) => [`a number of ${label}`, ink, colour] as const),
])('what is written: %s: at least 4.5 : 1', (_name, ink, ground) => {
  expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
});

it('the steps: get darker by at least a fifth each, as eyes see it', () => {
  const grounds = [COLOUR.ground, ...STEPS.map(({ colour }) => colour)];
  for (const [index, ground] of grounds.slice(1).entries()) {
    expect(contrast(grounds[index] ?? '', ground)).toBeGreaterThan(1.15);
    expect(luminance(ground)).toBeLessThan(luminance(grounds[index] ?? ''));
  }
});

it.each([
  [0, '0–19%'],
  [19, '0–19%'],
  [20, '20–39%'],
  [79, '60–79%'],
  [80, '80–100%'],
  [100, '80–100%'],
  [101, 'over 100%'],
  [400, 'over 100%'],
])('the steps: %i percent is of %s', (percent, label) => {
  expect(stepOf(percent).label).toBe(label);
});
