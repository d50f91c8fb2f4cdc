/**
 * Check 16: pages look as they did when somebody looked at them. Of each picture only its height and a coarse grid of greys are
 * kept: enough to see a block that moved, is gone or has another colour, and a few bytes. What is smaller is for eyes.
 */

import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { CheckResult } from './check.ts';

const KEPT = new URL('pictures.json', import.meta.url);
const COLUMNS = 8;
const ROWS = 16;
/** Ages of counts go on between two pictures, and may take a line more in each of four rooms. Chosen here. */
const MAX_HEIGHT = { px: 64, share: 0.01 };
/** Steps of sixteen, on average over the grid and in one cell. Chosen here. */
const MAX_STEPS = { mean: 0.5, cell: 4 };

interface Kept {
  /** Letters are drawn in another way by another one: then nothing is compared. */
  readonly chromium: string;
  readonly pictures: Readonly<Record<string, string>>;
}

export class Pictures {
  readonly #kept: Kept;
  readonly #chromium: string;
  readonly #seen = new Map<string, string>();
  readonly #faults: string[] = [];

  constructor(kept: Kept, chromium: string) {
    this.#kept = kept;
    this.#chromium = chromium;
  }

  static async open(chromium: string): Promise<Pictures> {
    return new Pictures(JSON.parse(await readFile(KEPT, 'utf8')) as Kept, chromium);
  }

  async see(name: string, png: Buffer): Promise<void> {
    const is = await signatureOf(png);
    this.#seen.set(name, is);
    const was = this.#kept.pictures[name];
    if (was === undefined || this.#kept.chromium !== this.#chromium) return;
    const fault = difference(was, is);
    if (fault !== null) this.#faults.push(`${name}: ${fault}`);
  }

  result(): CheckResult {
    const { chromium, pictures } = this.#kept;
    const known = [...this.#seen.keys()].filter((name) => name in pictures).length;
    const isSame = chromium === this.#chromium;
    const figure = isSame
      ? `${known} of ${this.#seen.size} pictures compared with those that were looked at, ${this.#faults.length} differ`
      : `${this.#seen.size} pictures, none compared: those that are kept are of Chromium ${chromium}, this is ${this.#chromium}`;
    return { name: '16 pictures', figure, faults: this.#faults };
  }

  /** After somebody has looked at them. */
  async keep(): Promise<void> {
    const before = this.#kept.chromium === this.#chromium ? this.#kept.pictures : {};
    const all = Object.entries({ ...before, ...Object.fromEntries(this.#seen) }).sort();
    const kept: Kept = { chromium: this.#chromium, pictures: Object.fromEntries(all) };
    await writeFile(KEPT, `${JSON.stringify(kept, null, 2)}\n`);
  }
}

/** `2064:` and the greys of the grid in sixteen steps, a hexadecimal digit each. */
export async function signatureOf(png: Buffer): Promise<string> {
  const { height = 0 } = await sharp(png).metadata();
  const greys = await sharp(png)
    .removeAlpha()
    .greyscale()
    .resize(COLUMNS, ROWS, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  return `${height}:${[...greys].map((grey) => Math.floor(grey / 16).toString(16)).join('')}`;
}

/** What is seen to be different, as a sentence; null where nothing is. */
export function difference(was: string, is: string): string | null {
  const [[wasHigh = '', wasGrid = ''], [isHigh = '', isGrid = '']] = [
    was.split(':'),
    is.split(':'),
  ];
  const taller = Math.abs(Number(isHigh) - Number(wasHigh));
  if (taller > Math.max(MAX_HEIGHT.px, MAX_HEIGHT.share * Number(wasHigh))) {
    return `${isHigh} px high, and was ${wasHigh}`;
  }
  const steps = [...isGrid].map((grey, at) =>
    Math.abs(Number.parseInt(grey, 16) - Number.parseInt(wasGrid[at] ?? '0', 16)),
  );
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  const most = Math.max(...steps);
  if (mean <= MAX_STEPS.mean && most <= MAX_STEPS.cell) return null;
  const row = Math.floor(steps.indexOf(most) / COLUMNS) + 1;
  return `looks different, most of all ${row} sixteenths down: ${most} of 16 steps of grey`;
}
