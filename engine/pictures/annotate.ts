/**
 * A picture with what was seen drawn into it: zones, boxes with scores, the count. Readable on light and on dark
 * pictures: every line has a dark rim, every text its own ground.
 */

import {
  type Canvas,
  createCanvas,
  type Image,
  ImageData,
  loadImage,
  type SKRSContext2D,
} from '@napi-rs/canvas';

/** Packed RGB, row by row. */
export interface RgbPicture {
  readonly rgb: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A JPEG or PNG file. */
export interface EncodedPicture {
  readonly encoded: Uint8Array;
}

export interface AnnotatedBox {
  /** [x1, y1, x2, y2] in picture pixels; may reach outside the picture. */
  readonly box: readonly [number, number, number, number];
  /** 0..1. */
  readonly score: number;
  readonly verdict: 'counted' | 'ignored' | 'staff';
}

export interface AnnotatedZone {
  readonly name: string;
  readonly kind: 'count' | 'ignore' | 'staff';
  /** Corners in ratios of the picture, 0..1. */
  readonly polygon: readonly (readonly [number, number])[];
}

export interface Annotation {
  readonly detections: readonly AnnotatedBox[];
  readonly zones?: readonly AnnotatedZone[];
  /** The count to show; null is shown as unknown. */
  readonly count: number | null;
  /** Shown beside the count: the camera's id, a time. At most 80 characters are drawn. */
  readonly title?: string;
}

/** Apart in hue and in brightness, so that they differ for colour-blind eyes too (after Okabe and Ito 2008). */
const COLOURS = {
  counted: '#2ee59d',
  count: '#2ee59d',
  ignored: '#b9bec6',
  ignore: '#e8663d',
  staff: '#ffd23f',
} as const;
const DARK = 'rgba(10, 14, 20, 0.82)';
/** A line is a 480th of the shorter side and a text a 26th: chosen by eye at 320 × 180 and 3840 × 2160. */
const LINE_SHARE = 1 / 480;
const TEXT_SHARE = 1 / 26;

/** Draws the annotation over the picture. Resolves to a PNG of the picture's size; allocates two copies of it. */
export async function annotatePng(
  picture: RgbPicture | EncodedPicture,
  annotation: Annotation,
): Promise<Buffer> {
  const canvas =
    'rgb' in picture ? fromRgb(picture) : fromImage(await loadImage(Buffer.from(picture.encoded)));
  const pen = canvas.getContext('2d');
  const brush = new Brush(pen, Math.min(canvas.width, canvas.height));
  for (const zone of annotation.zones ?? []) brush.zone(zone, canvas);
  // The counted last, on top of what was not counted.
  const order = ['ignored', 'staff', 'counted'];
  const boxes = [...annotation.detections].sort(
    (one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict),
  );
  for (const box of boxes) brush.box(box);
  brush.banner(annotation);
  return canvas.encode('png');
}

function fromRgb({ rgb, width, height }: RgbPicture): Canvas {
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let from = 0, to = 0; to < rgba.length; from += 3, to += 4) {
    rgba[to] = rgb[from] ?? 0;
    rgba[to + 1] = rgb[from + 1] ?? 0;
    rgba[to + 2] = rgb[from + 2] ?? 0;
  }
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(rgba, width, height), 0, 0);
  return canvas;
}

function fromImage(image: Image): Canvas {
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas;
}

interface Label {
  readonly text: string;
  readonly colour: string;
  /** Height of the letters, px. */
  readonly size: number;
}

/** Lines and texts in a size that suits the picture. */
class Brush {
  readonly #pen: SKRSContext2D;
  readonly #line: number;
  readonly #text: number;

  constructor(pen: SKRSContext2D, shorterSide: number) {
    this.#pen = pen;
    this.#line = Math.max(1, shorterSide * LINE_SHARE);
    this.#text = Math.max(9, shorterSide * TEXT_SHARE);
  }

  zone({ name, kind, polygon }: AnnotatedZone, canvas: Canvas): void {
    const pen = this.#pen;
    const corners = polygon.map(([x, y]) => [x * canvas.width, y * canvas.height] as const);
    const [first] = corners;
    if (first === undefined) return;
    pen.beginPath();
    for (const [x, y] of corners) pen.lineTo(x, y);
    pen.closePath();
    pen.globalAlpha = 0.16;
    pen.fillStyle = COLOURS[kind];
    pen.fill();
    pen.globalAlpha = 1;
    pen.setLineDash([this.#line * 6, this.#line * 4]);
    this.#stroke(COLOURS[kind]);
    pen.setLineDash([]);
    const label = { text: `${name} · ${kind}`, colour: COLOURS[kind], size: this.#text };
    this.#label(label, first);
  }

  box({ box: [x1, y1, x2, y2], score, verdict }: AnnotatedBox): void {
    const pen = this.#pen;
    pen.beginPath();
    pen.rect(x1, y1, x2 - x1, y2 - y1);
    this.#stroke(COLOURS[verdict]);
    const text = verdict === 'counted' ? score.toFixed(2) : `${verdict} ${score.toFixed(2)}`;
    const label = { text, colour: COLOURS[verdict], size: this.#text };
    this.#label(label, [x1, y1 - this.#text * 1.3]);
  }

  banner({ count, title }: Annotation): void {
    const text = count === null ? 'count unknown' : `${count} counted`;
    const size = this.#text * 1.35;
    const at = [size * 0.4, size * 0.4] as const;
    const whole = title === undefined ? text : `${text} · ${title.slice(0, 80)}`;
    this.#label({ text: whole, colour: '#ffffff', size }, at);
  }

  /** The current path, light on a dark rim. */
  #stroke(colour: string): void {
    this.#pen.lineJoin = 'round';
    this.#pen.strokeStyle = DARK;
    this.#pen.lineWidth = this.#line * 3;
    this.#pen.stroke();
    this.#pen.strokeStyle = colour;
    this.#pen.lineWidth = this.#line * 1.5;
    this.#pen.stroke();
  }

  /** A text on its own dark ground, pushed back into the picture where it would leave it. */
  #label({ text, colour, size }: Label, [x, y]: readonly [number, number]): void {
    const pen = this.#pen;
    pen.font = `${size}px sans-serif`;
    pen.textBaseline = 'middle';
    const width = pen.measureText(text).width + size * 0.5;
    const height = size * 1.25;
    const left = Math.max(0, Math.min(x, pen.canvas.width - width));
    const top = Math.max(0, Math.min(y, pen.canvas.height - height));
    pen.fillStyle = DARK;
    pen.fillRect(left, top, width, height);
    pen.fillStyle = colour;
    pen.fillText(text, left + size * 0.25, top + height / 2);
  }
}
