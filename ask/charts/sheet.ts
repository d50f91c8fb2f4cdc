/**
 * The sheet that a chart is drawn on: its ground, its title, and texts. Drawn in px of the page; the file has `SHARPNESS` times
 * as many.
 */

import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { canvasLibrary, FAMILIES } from '../../engine/pictures/canvas.ts';
import { CHART_LIGHT } from '../../web/look/tokens.ts';

/** How a text is written; the place is the middle of its height. */
export interface TextStyle {
  readonly size: number;
  readonly colour?: string;
  readonly isBold?: boolean;
  readonly align?: 'left' | 'center' | 'right';
}

/** Capitals are 0.72 of the height of a text: their middle is half of it above the baseline. */
const MIDDLE_SHARE = 0.36;
const TITLE_Y = 38;
/**
 * Flat colours stay exact, so that a step of a scale is that of its legend: with less quality or effort they do not. Packed as
 * well as can be: a full week is 73 kB.
 */
const PALETTE = { palette: true, quality: 100, dither: 0, effort: 7, compressionLevel: 9 } as const;

export class Sheet {
  readonly pen: SKRSContext2D;
  readonly #canvas: Canvas;

  private constructor(canvas: Canvas) {
    this.#canvas = canvas;
    this.pen = canvas.getContext('2d');
    this.pen.scale(SHARPNESS, SHARPNESS);
  }

  /** An empty sheet with its title. */
  static async open(title: string): Promise<Sheet> {
    const { createCanvas } = await canvasLibrary();
    const { width, height } = SHEET;
    const sheet = new Sheet(createCanvas(width * SHARPNESS, height * SHARPNESS));
    sheet.#ground();
    const style = { size: TEXT.title, isBold: true };
    sheet.write(
      sheet.fit(title.trim(), width - 2 * SHEET.margin, style),
      [SHEET.margin, TITLE_Y],
      style,
    );
    return sheet;
  }

  /** Writes at `x`, which is the left end, the middle or the right end as `align` says, and the middle of the height. */
  write(text: string, [x, y]: readonly [number, number], style: TextStyle): void {
    const { colour = COLOUR.ink, align = 'left', size } = style;
    const shares = { left: 0, center: 0.5, right: 1 };
    // On whole pixels of the file: sharper, and equal letters are equal pixels, which pack better.
    const left = onPixel(x - this.width(text, style) * shares[align]);
    const baseline = onPixel(y + size * MIDDLE_SHARE);
    this.pen.font = fontOf(style);
    this.pen.fillStyle = colour;
    this.pen.fillText(text, left, baseline);
  }

  /** Px that a text takes. */
  width(text: string, style: TextStyle): number {
    this.pen.font = fontOf(style);
    return this.pen.measureText(text).width;
  }

  /** The text, or as much of its beginning as fits into `room` px, with an ellipsis. */
  fit(text: string, room: number, style: TextStyle): string {
    if (this.width(text, style) <= room) return text;
    const letters = [...text];
    while (letters.length > 0 && this.width(`${letters.join('')}…`, style) > room) letters.pop();
    return `${letters.join('').trimEnd()}…`;
  }

  /** A line of text in the middle of the sheet, on its own ground. */
  note(text: string): void {
    const style = { size: TEXT.cell, align: 'center', colour: COLOUR.softInk } as const;
    const middle = [SHEET.width / 2, SHEET.height / 2] as const;
    const width = this.width(text, style) + 32;
    this.pen.fillStyle = COLOUR.ground;
    this.pen.fillRect(middle[0] - width / 2, middle[1] - 20, width, 40);
    this.write(text, middle, style);
  }

  /** Stripes where nothing is known. */
  stripes(left: number, top: number, width: number, height: number): void {
    const { pen } = this;
    pen.save();
    pen.beginPath();
    pen.rect(left, top, width, height);
    pen.clip();
    pen.strokeStyle = COLOUR.stripe;
    pen.lineWidth = 1.5;
    pen.beginPath();
    for (let x = left - height; x < left + width; x += 7) {
      pen.moveTo(x, top + height);
      pen.lineTo(x + height, top);
    }
    pen.stroke();
    pen.restore();
  }

  /** The file, with a palette: a third of what the canvas writes, which has four bytes for every pixel. */
  async png(): Promise<Buffer> {
    // Loaded with the first chart, as the canvas is: the start does not wait for it.
    const { default: sharp } = await import('sharp');
    const { width, height } = this.#canvas;
    const { data } = this.pen.getImageData(0, 0, width, height);
    return sharp(data, { raw: { width, height, channels: 4 } })
      .png(PALETTE)
      .toBuffer();
  }

  #ground(): void {
    const { pen } = this;
    pen.beginPath();
    pen.roundRect(0.5, 0.5, SHEET.width - 1, SHEET.height - 1, SHEET.corner);
    pen.fillStyle = COLOUR.ground;
    pen.fill();
    pen.strokeStyle = COLOUR.rim;
    pen.lineWidth = 1;
    pen.stroke();
  }
}

function onPixel(px: number): number {
  return Math.round(px * SHARPNESS) / SHARPNESS;
}

function fontOf({ size, isBold = false }: TextStyle): string {
  return `${isBold ? 'bold ' : ''}${size}px ${FAMILIES}`;
}

/**
 * How charts look: sizes and colours, once. A sheet brings its own light ground, so that it reads the same on a white page
 * and on a black one. Every text is at least 4.5 : 1 on what it stands on (WCAG 2.2, 1.4.3); a test computes it.
 */

/** Of the sheet, px of the page. */
export const SHEET = { width: 880, height: 520, corner: 14, margin: 28 } as const;

/** Pixels of the file for one of the page: sharp on a screen with two of them. */
const SHARPNESS = 2;

/** Height of letters, px of the page. */
export const TEXT = {
  title: 20,
  axis: 13,
  cell: 15,
  narrowCell: 11.5,
  small: 10.5,
  legend: 12.5,
} as const;

export const COLOUR = {
  ground: '#fbfaf7',
  rim: '#c9ccd1',
  ink: '#1b2430',
  /** Axes, legends. */
  softInk: '#515c68',
  /** Lines of a grid. */
  grid: '#e4e3de',
  /** Stripes where nothing is known. */
  stripe: '#c6c9cc',
  attended: CHART_LIGHT.attended,
  booked: CHART_LIGHT.booked,
  capacity: CHART_LIGHT.capacity,
} as const;
