/**
 * Letters drawn as lines, for computers without any font: a container has none, and a canvas without fonts writes nothing
 * at all and does not say so. Plain, but every figure can be read. With a font it is not used.
 */

/** A point is two digits of base 36, across and down; capitals are 8 high, `a` begins at 3, `g` ends at 10. */
const GLYPHS: Readonly<Record<string, string>> = {
  A: '08 30 68|15 55',
  B: '08 00 40 51 53 44 04|44 55 57 48 08',
  C: '61 50 20 02 06 28 58 67',
  D: '08 00 30 52 56 38 08',
  E: '50 00 08 58|04 44',
  F: '50 00 08|04 44',

  G: '61 50 20 02 06 28 48 66 64 44',
  H: '00 08|60 68|04 64',
  I: '00 08',
  J: '30 36 28 18 06',
  K: '00 08|50 05|23 58',
  L: '00 08 58',
  M: '08 00 35 60 68',
  N: '08 00 68 60',
  O: '20 40 62 66 48 28 06 02 20',
  P: '08 00 40 51 53 44 04',
  Q: '20 40 62 66 48 28 06 02 20|46 68',
  R: '08 00 40 51 53 44 04|34 58',
  S: '51 40 10 01 03 14 44 55 57 48 18 07',
  T: '00 60|30 38',
  U: '00 06 28 48 66 60',

  V: '00 38 60',
  W: '00 28 42 68 80',
  X: '00 68|60 08',
  Y: '00 34 60|34 38',
  Z: '00 60 08 68',
  a: '43 48|44 33 13 04 07 18 38 47',
  b: '00 08|04 13 33 44 47 38 18 07',
  c: '44 33 13 04 07 18 38 47',
  d: '40 48|44 33 13 04 07 18 38 47',
  e: '05 45 44 33 13 04 07 18 38 47',
  f: '30 20 11 18|03 33',
  g: '43 49 3a 1a 09|44 33 13 04 07 18 38 47',
  h: '00 08|04 13 33 44 48',
  i: '03 08|00 01',

  j: '13 19 0a|10 11',
  k: '00 08|43 06|25 48',
  l: '00 07 18',
  m: '03 08|04 13 23 34 38|34 43 53 64 68',

  n: '03 08|04 13 33 44 48',
  o: '13 33 44 47 38 18 07 04 13',
  p: '03 0a|04 13 33 44 47 38 18 07',

  q: '43 4a|44 33 13 04 07 18 38 47',
  r: '03 08|05 23 33',
  s: '44 33 13 04 15 36 47 38 18 07',
  t: '10 17 28 38|03 33',
  u: '03 07 18 38 47|43 48',
  v: '03 28 43',
  w: '03 28 34 48 63',
  x: '03 48|43 08',
  y: '03 28|43 28 1a 0a',
  z: '03 43 08 48',
  0: '10 40 52 56 48 18 06 02 10',
  1: '12 30 38|18 58',
  2: '02 10 40 52 53 08 58',

  3: '01 10 40 51 53 44 24|44 55 57 48 18 07',
  4: '48 40 05 55',
  5: '50 00 04 13 43 54 57 48 18 07',
  6: '40 20 03 07 18 48 57 55 44 14 05',
  7: '00 50 28',

  8: '10 40 51 53 44 14 03 01 10|44 55 57 48 18 07 05 14',
  9: '18 38 55 51 40 10 01 03 14 44 53',

  '%': '00 20 22 02 00|60 08|46 66 68 48 46',
  '.': '07 08',
  ',': '17 0a',
  ':': '03 04|07 08',
  ';': '03 04|17 0a',

  '-': '05 35',
  '–': '05 55',
  '—': '05 75',
  '+': '05 45|23 27',
  '/': '40 08',
  '&': '68 11 20 31 06 17 28 48 66',
  '(': '20 02 06 28',
  ')': '00 22 26 08',
  "'": '00 02',
  '’': '00 02',
  '"': '00 02|20 22',

  '“': '00 02|20 22',
  '”': '00 02|20 22',
  '?': '01 10 30 41 42 24 25|27 28',
  '!': '00 05|07 08',
  '#': '10 18|40 48|03 53|05 55',
  '·': '04 05',
  '×': '04 48|44 08',
  '…': '07 08|37 38|67 68',
};
/** Of what is not among them. */
const BOX = '00 40 48 08 00';

/** A unit of the letters over the height of the text: capitals are 0.72 of it, as in most fonts. */
const UNIT_SHARE = 0.09;
const SPACE_UNITS = 4;
const GAP_UNITS = 2;

type Point = readonly [x: number, y: number];

interface Glyph {
  readonly lines: readonly (readonly Point[])[];
  readonly units: number;
}

/** A text as lines, px from its left end and its baseline. */
export interface StrokedText {
  readonly lines: readonly (readonly Point[])[];
  readonly width: number;
}

/** Lines of a text that is `size` px high. Accents are left out; a letter that is not known is a box. */
export function strokedText(text: string, size: number): StrokedText {
  const unit = size * UNIT_SHARE;
  const lines: Point[][] = [];
  let left = 0;
  for (const letter of text.normalize('NFD').replaceAll(/\p{Mark}/gu, '')) {
    const glyph = glyphOf(letter);
    for (const line of glyph.lines) {
      lines.push(line.map(([x, y]) => [(left + x) * unit, (y - 8) * unit] as const));
    }
    left += glyph.units + GAP_UNITS;
  }
  return { lines, width: Math.max(0, left - GAP_UNITS) * unit };
}

function glyphOf(letter: string): Glyph {
  if (/^\s$/u.test(letter)) return { lines: [], units: SPACE_UNITS - GAP_UNITS };
  const lines = (GLYPHS[letter] ?? BOX).split('|').map((line) => line.split(' ').map(pointOf));
  return { lines, units: Math.max(...lines.flat().map(([x]) => x)) };
}

function pointOf(digits: string): Point {
  return [Number.parseInt(digits.charAt(0), 36), Number.parseInt(digits.charAt(1), 36)];
}
