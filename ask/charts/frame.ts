/** The frame of a chart over time: whole people up, dates across, and where a figure lies in it. */

import { COLOUR, SHEET, TEXT } from './look.ts';
import type { Sheet } from './sheet.ts';

export interface Frame {
  /** Edges of the drawing, px of the page. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** From a date to the next, px. */
  readonly step: number;
  readonly labels: readonly string[];
  /** People, from 0 on. */
  readonly ticks: readonly number[];
  x(index: number): number;
  y(people: number): number;
}

const PLACE = { left: 72, right: SHEET.width - SHEET.margin, top: 108, bottom: 458 } as const;
const TICKS = 5;
/** Between two dates on the axis at least, px. */
const LABEL_GAP = 14;

/** A frame from 0 to what the largest of `figures` needs. */
export function frameOf(labels: readonly string[], figures: readonly (number | null)[]): Frame {
  const ticks = ticksUpTo(Math.max(1, ...figures.filter((figure) => figure !== null)));
  const highest = ticks.at(-1) ?? 1;
  const { left, right, top, bottom } = PLACE;
  const step = (right - left) / Math.max(1, labels.length);
  return {
    ...PLACE,
    step,
    labels,
    ticks,
    x: (index) => left + (index + 0.5) * step,
    y: (people) => bottom - (people / highest) * (bottom - top),
  };
}

/** Whole numbers at even steps of 1, 2 or 5 times a power of ten, the last at or above `most`. */
export function ticksUpTo(most: number): number[] {
  const rough = Math.max(1, most / TICKS);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? rough;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}

/** The lines of the grid, the numbers, and as many dates as have room, always the last. */
export function drawFrame(sheet: Sheet, frame: Frame): void {
  const { pen } = sheet;
  const style = { size: TEXT.axis, colour: COLOUR.softInk } as const;
  sheet.write('people', [SHEET.margin, frame.top - 18], style);
  for (const tick of frame.ticks) {
    const y = frame.y(tick);
    pen.strokeStyle = tick === 0 ? COLOUR.softInk : COLOUR.grid;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(frame.left, y);
    pen.lineTo(frame.right, y);
    pen.stroke();
    sheet.write(`${tick}`, [frame.left - 12, y], { ...style, align: 'right' });
  }
  for (const index of labelled(sheet, frame)) {
    const label = sheet.fit(frame.labels[index] ?? '', 120, style);
    const half = sheet.width(label, style) / 2;
    const x = Math.min(Math.max(frame.x(index), SHEET.margin + half), SHEET.width - 12 - half);
    sheet.write(label, [x, frame.bottom + 20], { ...style, align: 'center' });
  }
}

/** Every n-th date, counted back from the last, which is what people look for. */
function labelled(sheet: Sheet, { labels, step }: Frame): number[] {
  const style = { size: TEXT.axis };
  const widest = Math.max(0, ...labels.map((label) => Math.min(120, sheet.width(label, style))));
  const every = Math.max(1, Math.ceil((widest + LABEL_GAP) / step));
  return labels.flatMap((_, index) => ((labels.length - 1 - index) % every === 0 ? [index] : []));
}
