/**
 * A picture with what was seen drawn into it: zones, boxes with scores, the count. Readable on light and on dark
 * pictures: every line has a dark rim, every text its own ground.
 */

import type { SKRSContext2D } from '@napi-rs/canvas';
import type { HeatMap, JudgedBox, Point, Zone } from '../zones.ts';
import { canvasLibrary, FAMILIES } from './canvas.ts';
import { drawHeat } from './mosaic.ts';

type OutlinedZone = Pick<Zone, 'name' | 'kind' | 'polygon'>;

export interface Annotation {
  readonly detections: readonly JudgedBox[];
  readonly zones?: readonly OutlinedZone[];
  /** Where people are, where they were counted without boxes. */
  readonly heat?: HeatMap;
  /** The count to show; null is shown as unknown. */
  readonly count: number | null;
  /** Shown next to the count: the camera's id, a time. At most 80 characters are drawn. */
  readonly title?: string;
}

/** Apart in hue and in brightness, so that they differ for colour-blind eyes too (after Okabe and Ito 2008). */
const COLOURS = {
  counted: '#2ee59d',
  count: '#2ee59d',
  ignored: '#b9bec6',
  ignore: '#e8663d',
  staff: '#ffd23f',
  overlap: '#56b4e9',
} as const;
const DARK = 'rgba(10, 14, 20, 0.82)';
/** A line is a 480th of the shorter side and a text a 26th: chosen by eye at 320 × 180 and 3840 × 2160. */
const LINE_SHARE = 1 / 480;
const TEXT_SHARE = 1 / 26;
/** Score from which a point of a body is drawn: as where zones ask for feet. */
const SEEN_SCORE = 0.3;

/** Draws the annotation over the picture. Resolves to a PNG of the picture's size; allocates two copies of it. */
export async function annotatePng(picture: Uint8Array, annotation: Annotation): Promise<Buffer> {
  const { createCanvas, loadImage } = await canvasLibrary();
  const image = await loadImage(picture);
  const canvas = createCanvas(image.width, image.height);
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  if (annotation.heat !== undefined) await drawHeat(pen, annotation.heat);
  const brush = new Brush(pen, Math.min(canvas.width, canvas.height));
  // Known before anything else is drawn, so that nothing is written behind it.
  const banner = brush.bannerPlace(annotation);
  const names = (annotation.zones ?? []).flatMap((zone) => brush.zone(zone, banner) ?? []);
  // The counted last, on top of what was not counted.
  const order = ['ignored', 'staff', 'counted'];
  const boxes = annotation.detections.toSorted(
    (one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict),
  );
  for (const box of boxes) brush.box(box, [banner, ...names]);
  brush.label(banner);
  return canvas.encode('png');
}

type Place = ReturnType<Brush['place']>;

function isOverlapping(one: Place, other: Place): boolean {
  const isApart = one.left >= other.left + other.width || other.left >= one.left + one.width;
  return !isApart && one.top < other.top + other.height && other.top < one.top + one.height;
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

  /**
   * The outline of a zone, its name at the first corner, or under the `banner` where that lies there.
   *
   * @returns where the name is; null without corners.
   */
  zone({ name, kind, polygon }: OutlinedZone, banner: Place): Place | null {
    const pen = this.#pen;
    const colour = COLOURS[kind];
    const corners = polygon.map((corner) => this.#pixel(corner));
    const [first] = corners;
    if (first === undefined) return null;
    pen.beginPath();
    for (const [x, y] of corners) pen.lineTo(x, y);
    pen.closePath();
    pen.globalAlpha = 0.16;
    pen.fillStyle = colour;
    pen.fill();
    pen.globalAlpha = 1;
    pen.setLineDash([this.#line * 6, this.#line * 4]);
    this.#stroke(colour);
    pen.setLineDash([]);
    const place = below([banner], this.place(`${name} · ${kind}`, colour, first));
    this.label(place);
    return place;
  }

  /** A box with its score above it; where the picture ends or something of `taken` is there, inside it. */
  box(judged: JudgedBox, taken: readonly Place[]): void {
    const pen = this.#pen;
    const { box, verdict, keypoints = [] } = judged;
    const colour = COLOURS[verdict];
    const [x1, y1] = this.#pixel([box[0], box[1]]);
    const [x2, y2] = this.#pixel([box[2], box[3]]);
    pen.beginPath();
    pen.rect(x1, y1, x2 - x1, y2 - y1);
    this.#stroke(colour);
    pen.fillStyle = colour;
    for (const [left, top, score] of keypoints) {
      if (score < SEEN_SCORE) continue;
      const [x, y] = this.#pixel([left, top]);
      pen.beginPath();
      pen.arc(x, y, this.#line * 2, 0, 2 * Math.PI);
      pen.fill();
    }
    const text = boxText(judged);
    const top = y1 - this.#text * 1.3;
    const above = this.place(text, colour, [x1, top]);
    const hasRoom = top >= 0 && !taken.some((place) => isOverlapping(above, place));
    const inside = [x1 + this.#line * 1.5, y1 + this.#line * 1.5] as const;
    this.label(hasRoom ? above : below(taken, this.place(text, colour, inside)));
  }

  /** Where the count and the title go. */
  bannerPlace({ count, title }: Annotation): Place {
    const text = count === null ? 'count unknown' : `${count} counted`;
    const size = this.#text * 1.35;
    const whole = title === undefined ? text : `${text} · ${title.slice(0, 80)}`;
    return this.place(whole, '#ffffff', [size * 0.4, size * 0.4], size);
  }

  /** A text on its own dark ground. */
  label({ text, colour, size, left, top, width, height }: Place): void {
    const pen = this.#pen;
    pen.font = `${size}px ${FAMILIES}`;
    pen.textBaseline = 'middle';
    pen.fillStyle = DARK;
    pen.fillRect(left, top, width, height);
    pen.fillStyle = colour;
    pen.fillText(text, left + size * 0.25, top + height / 2);
  }

  /** Where a point of the picture is, of ratios. */
  #pixel([x, y]: Point): Point {
    const { width, height } = this.#pen.canvas;
    return [x * width, y * height];
  }

  /** The current path, light on a dark rim. */
  #stroke(colour: string): void {
    const pen = this.#pen;
    pen.lineJoin = 'round';
    for (const [style, lines] of [[DARK, 3] as const, [colour, 1.5] as const]) {
      pen.strokeStyle = style;
      pen.lineWidth = this.#line * lines;
      pen.stroke();
    }
  }

  /** A text with the ground it takes, px: begun at `x`, `y`, and pushed back into the picture where it would leave it. */
  place(text: string, colour: string, [x, y]: Point, size = this.#text) {
    const pen = this.#pen;
    pen.font = `${size}px ${FAMILIES}`;
    const width = pen.measureText(text).width + size * 0.5;
    const height = size * 1.25;
    const left = Math.max(0, Math.min(x, pen.canvas.width - width));
    const top = Math.max(0, Math.min(y, pen.canvas.height - height));
    return { text, colour, size, left, top, width, height };
  }
}

function boxText({ verdict, score, posture, track }: JudgedBox): string {
  const words = [
    track === undefined ? '' : `#${track}`,
    verdict === 'counted' ? '' : verdict,
    posture ?? '',
    score.toFixed(2),
  ];
  return words.filter((word) => word !== '').join(' ');
}

/** The place itself, or straight below what is in its way; the banner is the first of `taken`. */
function below(taken: readonly Place[], place: Place): Place {
  let at = place;
  for (const other of taken) {
    if (isOverlapping(at, other)) at = { ...at, top: other.top + other.height };
  }
  return at;
}
