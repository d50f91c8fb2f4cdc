import { expect, test } from 'vitest';
import { hideIgnored } from '../../../engine/pictures/mosaic.ts';
import { isInPolygon, type Point } from '../../../engine/zones.ts';
import { rect, zone } from '../../support/rect.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const [WIDTH, HEIGHT] = [320, 180];

/** Every pixel differs from its neighbours. */
function noise() {
  const random = seededRandom(7);
  const bytes = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, () => random() * 256);
  return { bytes, width: WIDTH, height: HEIGHT };
}

const colourAt = (rgb: Uint8Array, x: number, y: number) => {
  const at = (y * WIDTH + x) * 3;
  return `${rgb[at]} ${rgb[at + 1]} ${rgb[at + 2]}`;
};

const PIXELS = Array.from({ length: WIDTH * HEIGHT }, (_, at) => {
  return { x: at % WIDTH, y: Math.floor(at / WIDTH) };
});

const isInside = ({ x, y }: (typeof PIXELS)[number], polygon: readonly Point[], by = 0) =>
  isInPolygon([(x + 0.5 + by) / WIDTH, (y + 0.5) / HEIGHT], polygon);

function coloursIn({ bytes }: ReturnType<typeof noise>, polygon: readonly Point[]): Set<string> {
  const inside = PIXELS.filter((pixel) => isInside(pixel, polygon));
  return new Set(inside.map(({ x, y }) => colourAt(bytes, x, y)));
}

/** Half a mirror, cut by the border of the picture. */
const MIRROR: Point[] = [
  [0.5, 0.1],
  [1, 0.3],
  [0.9, 0.95],
  [0.6, 0.7],
];

test('a picture with an ignore zone has at most 48 colours left in it, and is untouched beside it', () => {
  const [before, after] = [noise(), noise()];
  hideIgnored(after, [zone('ignore', MIRROR)]);
  const inside = coloursIn(after, MIRROR);
  const changedOutside = PIXELS.filter((pixel) => {
    const isNear = [-1, 0, 1].some((by) => isInside(pixel, MIRROR, by));
    const { x, y } = pixel;
    return !isNear && colourAt(after.bytes, x, y) !== colourAt(before.bytes, x, y);
  });
  expect(inside.size).toBeGreaterThan(20);
  expect(inside.size).toBeLessThanOrEqual(48);
  expect(changedOutside).toEqual([]);
});

test('a picture with an ignore zone keeps what zones of other kinds cover', () => {
  const [before, after] = [noise(), noise()];
  const others = (['count', 'staff', 'overlap'] as const).map((kind) => zone(kind, MIRROR));
  hideIgnored(after, others);
  expect(after.bytes).toEqual(before.bytes);
});

test('a picture with an ignore zone hides a zone of any form: of a pixel, crossed, or the whole picture', () => {
  const speck = rect(0.5, 0.5, 0.5001, 0.5001);
  const whole = rect(0, 0, 1, 1);
  const bow = [0, 2, 1, 3].map((corner) => whole[corner]!);
  for (const polygon of [speck, bow, whole]) {
    const picture = noise();
    hideIgnored(picture, [zone('ignore', polygon)]);
    expect(coloursIn(picture, polygon).size).toBeLessThanOrEqual(48);
  }
});
