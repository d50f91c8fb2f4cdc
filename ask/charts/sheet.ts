/**
 * The sheet that a chart is drawn on: its ground, its title, and texts in whatever letters the computer has. Drawn in px of
 * the page; the file has `SHARPNESS` times as many.
 */

import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { indexedPng } from './indexed-png.ts';
import { COLOUR, SHARPNESS, SHEET, TEXT } from './look.ts';
import { strokedText } from './strokes.ts';

/** Sorts of letters: those of an installed font, or our own lines where none is installed. */
export type Lettering = 'font' | 'strokes';

/** How a text is written; the place is the middle of its height. */
export interface TextStyle {
  readonly size: number;
  readonly colour?: string;
  readonly isBold?: boolean;
  readonly align?: 'left' | 'center' | 'right';
}

/** What most computers have, the first that is there. */
const FAMILIES = 'Inter, "Helvetica Neue", Arial, "Liberation Sans", "DejaVu Sans", sans-serif';
/** Letters of a title, see `HeatMapData`. */
const TITLE_LETTERS = 80;
/** Capitals are 0.72 of the height of a text: their middle is half of it above the baseline. */
const MIDDLE_SHARE = 0.36;
const TITLE_Y = 38;

export class Sheet {
  readonly pen: SKRSContext2D;
  readonly #canvas: Canvas;
  readonly #lettering: Lettering;

  private constructor(canvas: Canvas, lettering: Lettering | null) {
    this.#canvas = canvas;
    this.pen = canvas.getContext('2d');
    this.pen.scale(SHARPNESS, SHARPNESS);
    this.#lettering = lettering ?? (hasFont(this.pen) ? 'font' : 'strokes');
  }

  /**
   * An empty sheet with its title. The canvas is loaded with the first of them, not while the program starts.
   *
   * @param lettering as found on this computer unless given.
   */
  static async open(title: string, lettering: Lettering | null = null): Promise<Sheet> {
    const { createCanvas } = await import('@napi-rs/canvas');
    const { width, height } = SHEET;
    const sheet = new Sheet(createCanvas(width * SHARPNESS, height * SHARPNESS), lettering);
    sheet.#ground();
    const style = { size: TEXT.title, isBold: true };
    sheet.write(
      sheet.fit(firstLetters(title), width - 2 * SHEET.margin, style),
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
    if (this.#lettering === 'strokes') {
      this.#stroke(text, [left, baseline], style);
      return;
    }
    this.pen.font = fontOf(style);
    this.pen.fillStyle = colour;
    this.pen.fillText(text, left, baseline);
  }

  /** Px that a text takes. */
  width(text: string, style: TextStyle): number {
    if (this.#lettering === 'strokes') return strokedText(text, style.size).width;
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

  /** The file. */
  png(): Promise<Buffer> {
    const { width, height } = this.#canvas;
    return indexedPng(this.pen.getImageData(0, 0, width, height));
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

  #stroke(text: string, [left, baseline]: readonly [number, number], style: TextStyle): void {
    const { pen } = this;
    pen.strokeStyle = style.colour ?? COLOUR.ink;
    pen.lineWidth = style.size * (style.isBold === true ? 0.13 : 0.09);
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    pen.setLineDash([]);
    pen.beginPath();
    for (const line of strokedText(text, style.size).lines) {
      for (const [index, [x, y]] of line.entries()) {
        if (index === 0) pen.moveTo(left + x, baseline + y);
        else pen.lineTo(left + x, baseline + y);
      }
    }
    pen.stroke();
    pen.lineCap = 'butt';
  }
}

function onPixel(px: number): number {
  return Math.round(px * SHARPNESS) / SHARPNESS;
}

/** Without a font every text is nothing wide and nothing is drawn. */
function hasFont(pen: SKRSContext2D): boolean {
  pen.font = fontOf({ size: TEXT.axis });
  return pen.measureText('Mon 0 %').width > 0;
}

function fontOf({ size, isBold = false }: TextStyle): string {
  return `${isBold ? 'bold ' : ''}${size}px ${FAMILIES}`;
}

function firstLetters(title: string): string {
  const letters = [...title.replaceAll(/\s+/gu, ' ').trim()];
  if (letters.length <= TITLE_LETTERS) return letters.join('');
  return `${letters
    .slice(0, TITLE_LETTERS - 1)
    .join('')
    .trimEnd()}…`;
}
