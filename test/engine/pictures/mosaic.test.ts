import { describe, expect, test } from 'vitest';
import { hideIgnored } from '../../../engine/pictures/mosaic.ts';
import { isInPolygon, type Point, type Zone, type ZoneKind } from '../../../engine/zones.ts';
import { rect } from '../../support/rect.ts';

const [WIDTH, HEIGHT] = [320, 180];

/** Every pixel differs from its neighbours. */
function noise() {
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3);
  let seed = 7;
  for (let at = 0; at < rgb.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    rgb[at] = seed >> 16;
  }
  return { bytes: rgb, width: WIDTH, height: HEIGHT };
}

const zone = (kind: ZoneKind, polygon: readonly Point[]): Zone => ({
  name: kind,
  kind,
  polygon,
  anchor: 'centre',
});

const colourAt = (rgb: Uint8Array, x: number, y: number) => {
  const at = (y * WIDTH + x) * 3;
  return `${rgb[at]} ${rgb[at + 1]} ${rgb[at + 2]}`;
};

/** Half a mirror, cut by the border of the picture. */
const MIRROR: Point[] = [
  [0.5, 0.1],
  [1, 0.3],
  [0.9, 0.95],
  [0.6, 0.7],
];

describe('a picture with an ignore zone', () => {
  test('has at most 48 colours left in it, and is untouched beside it', () => {
    const [before, after] = [noise(), noise()];
    hideIgnored(after, [zone('ignore', MIRROR)]);
    const inside = new Set<string>();
    const changedOutside: string[] = [];
    for (let y = 0; y < HEIGHT; y += 1) {
      for (let x = 0; x < WIDTH; x += 1) {
        const isNear = [-1, 0, 1].some((by) =>
          isInPolygon([(x + 0.5 + by) / WIDTH, (y + 0.5) / HEIGHT], MIRROR),
        );
        const colour = colourAt(after.bytes, x, y);
        if (isInPolygon([(x + 0.5) / WIDTH, (y + 0.5) / HEIGHT], MIRROR)) inside.add(colour);
        else if (!isNear && colour !== colourAt(before.bytes, x, y))
          changedOutside.push(`${x},${y}`);
      }
    }
    expect(inside.size).toBeGreaterThan(20);
    expect(inside.size).toBeLessThanOrEqual(48);
    expect(changedOutside).toEqual([]);
  });

  test('keeps what zones of other kinds cover', () => {
    const [before, after] = [noise(), noise()];
    const others = ['count', 'staff', 'overlap'] as const;
    hideIgnored(
      after,
      others.map((kind) => zone(kind, MIRROR)),
    );
    expect(after.bytes).toEqual(before.bytes);
  });

  test('hides a zone of any form: of a pixel, crossed, or the whole picture', () => {
    const speck: Point[] = [
      [0.5, 0.5],
      [0.5001, 0.5],
      [0.5001, 0.5001],
    ];
    const bow: Point[] = [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
    ];
    const whole: Point[] = rect(0, 0, 1, 1);
    for (const polygon of [speck, bow, whole]) {
      const picture = noise();
      hideIgnored(picture, [zone('ignore', polygon)]);
      const colours = new Set<string>();
      for (let x = 0; x < WIDTH; x += 1) {
        for (let y = 0; y < HEIGHT; y += 1) {
          const isInside = isInPolygon([(x + 0.5) / WIDTH, (y + 0.5) / HEIGHT], polygon);
          if (isInside) colours.add(colourAt(picture.bytes, x, y));
        }
      }
      expect(colours.size).toBeLessThanOrEqual(48);
    }
  });
});
