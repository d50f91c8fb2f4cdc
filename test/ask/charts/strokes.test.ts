/** Letters without a font: everything that charts write can be written. */

import { describe, expect, it } from 'vitest';
import { strokedText } from '../../../ask/charts/strokes.ts';

const box = JSON.stringify(strokedText('☃', 20).lines);

describe('a text of lines', () => {
  it('knows letters, figures and what stands between them', () => {
    const known =
      'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%.,:;-–—+/&()\'’"“”?!#·×…';
    const shapes = [...known].map((letter) => JSON.stringify(strokedText(letter, 20).lines));
    expect(shapes).not.toContain(box);
    // Straight and curly quotation marks look alike, and nothing else does.
    expect(new Set(shapes).size).toBe(shapes.length - 3);
  });

  it('leaves accents out and draws a box for what it does not know', () => {
    expect(strokedText('Zoë', 20)).toEqual(strokedText('Zoe', 20));
    expect(strokedText('猫', 20)).toEqual(strokedText('☃', 20));
  });

  it('is as wide as its letters and as high as asked for', () => {
    const { lines, width } = strokedText('Total Body 45', 20);
    const points = lines.flat();
    expect(Math.max(...points.map(([x]) => x))).toBeCloseTo(width, 6);
    expect(Math.min(...points.map(([x]) => x))).toBe(0);
    expect(Math.min(...points.map(([, y]) => y))).toBeCloseTo(-14.4, 6);
    expect(strokedText('Total Body 45', 40).width).toBeCloseTo(2 * width, 6);
    expect(strokedText('', 20)).toEqual({ lines: [], width: 0 });
  });
});
