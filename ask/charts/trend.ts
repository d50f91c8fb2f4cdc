/**
 * A class over weeks, as a picture: who came with its interval, the places there were, and what was booked. What is not
 * known is a gap with a question mark, never a line drawn through it.
 */

import type { TrendData } from './chart.ts';
import { COLOUR, SHEET, Sheet, TEXT } from './sheet.ts';

type Point = TrendData['points'][number];
type Spot = readonly [x: number, y: number];

/** Up to this many points have their number written beside them. */
const NUMBERED_POINTS = 16;
const LEGEND_Y = 66;

/** A PNG of 1760 × 1040 px, to be shown at 880 × 520. */
export async function drawTrend(data: TrendData): Promise<Buffer> {
  const sheet = await Sheet.open(data.title);
  const { points } = data;
  const frame = frameOf(
    points.map(({ label }) => label),
    points.flatMap(({ attended, high, capacity, booked }) => [attended, high, capacity, booked]),
  );
  drawFrame(sheet, frame);
  if (points.length === 0) sheet.note('No classes in this range');
  for (const run of runsOf(points, ({ low, high }) => low !== null && high !== null)) {
    drawBand(sheet, frame, run);
  }
  drawCapacity(sheet, frame, points);
  drawUnknown(sheet, frame, points);
  for (const run of runsOf(points, ({ attended }) => attended !== null)) {
    drawLine(sheet, spotsOf(frame, run, 'attended'));
  }
  drawDots(sheet, frame, points);
  drawNumbers(sheet, frame, points);
  drawLegend(sheet, points, data.unit ?? 'people who came');
  return sheet.png();
}

/** A point and its place in the row. */
interface Placed {
  readonly index: number;
  readonly point: Point;
}

/** Stretches of neighbours that have what is asked for. */
function runsOf(points: readonly Point[], has: (point: Point) => boolean): Placed[][] {
  const runs: Placed[][] = [];
  let run: Placed[] = [];
  for (const [index, point] of points.entries()) {
    if (has(point)) run.push({ index, point });
    else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  return run.length > 0 ? [...runs, run] : runs;
}

type Figure = 'attended' | 'low' | 'high' | 'capacity' | 'booked';

function spotsOf(frame: Frame, run: readonly Placed[], figure: Figure): Spot[] {
  return run.map(({ index, point }) => [frame.x(index), frame.y(point[figure] ?? 0)]);
}

/** The interval; of a point that stands alone a bar of its own. */
function drawBand(sheet: Sheet, frame: Frame, run: readonly Placed[]): void {
  const { pen } = sheet;
  const highs = spotsOf(frame, run, 'high');
  const lows = spotsOf(frame, run, 'low').reverse();
  const outline =
    highs.length > 1 ? [...highs, ...lows] : [...widened(highs), ...widened(lows).reverse()];
  pen.fillStyle = COLOUR.band;
  pen.beginPath();
  for (const [x, y] of outline) pen.lineTo(x, y);
  pen.closePath();
  pen.fill();
}

function widened(spots: readonly Spot[]): Spot[] {
  return spots.flatMap(
    ([x, y]) =>
      [
        [x - 7, y],
        [x + 7, y],
      ] as const,
  );
}

/** Steps, since places change from one week to the next and not between. */
function drawCapacity(sheet: Sheet, frame: Frame, points: readonly Point[]): void {
  const { pen } = sheet;
  pen.strokeStyle = COLOUR.capacity;
  pen.lineWidth = 1.75;
  pen.setLineDash([6, 4]);
  for (const run of runsOf(points, ({ capacity }) => capacity !== null)) {
    pen.beginPath();
    for (const [x, y] of spotsOf(frame, run, 'capacity')) {
      pen.lineTo(Math.max(frame.left, x - frame.step / 2), y);
      pen.lineTo(Math.min(frame.right, x + frame.step / 2), y);
    }
    pen.stroke();
  }
  pen.setLineDash([]);
}

function drawUnknown(sheet: Sheet, frame: Frame, points: readonly Point[]): void {
  const width = Math.min(frame.step, 40);
  for (const [index, { attended }] of points.entries()) {
    if (attended !== null) continue;
    const x = frame.x(index);
    sheet.stripes(x - width / 2, frame.bottom - 22, width, 22);
    sheet.write('?', [x, frame.bottom - 11], { size: TEXT.axis, isBold: true, align: 'center' });
  }
}

function drawLine({ pen }: Sheet, spots: readonly Spot[]): void {
  pen.strokeStyle = COLOUR.attended;
  pen.lineWidth = 3;
  pen.lineJoin = 'round';
  pen.beginPath();
  for (const [x, y] of spots) pen.lineTo(x, y);
  pen.stroke();
}

/** Who came as full dots, bookings as rings: told apart by shape, not by colour alone. */
function drawDots({ pen }: Sheet, frame: Frame, points: readonly Point[]): void {
  const radius = Math.max(2.5, Math.min(4.5, frame.step / 5));
  for (const [index, { attended, booked }] of points.entries()) {
    if (booked !== null) ring(pen, [frame.x(index), frame.y(booked)], radius);
    if (attended !== null) disc(pen, [frame.x(index), frame.y(attended)], radius);
  }
}

function ring(pen: Sheet['pen'], [x, y]: Spot, radius: number): void {
  pen.strokeStyle = COLOUR.booked;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.arc(x, y, radius + 0.75, 0, 2 * Math.PI);
  pen.stroke();
}

function disc(pen: Sheet['pen'], [x, y]: Spot, radius: number): void {
  pen.fillStyle = COLOUR.attended;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}

/** Beside every dot where they are few, else beside the last. */
function drawNumbers(sheet: Sheet, frame: Frame, points: readonly Point[]): void {
  const last = points.findLastIndex(({ attended }) => attended !== null);
  for (const [index, { attended, booked }] of points.entries()) {
    if (attended === null || (points.length > NUMBERED_POINTS && index !== last)) continue;
    const y = frame.y(attended);
    // Under the dot where the ring of the bookings is right above it.
    const isCrowded = booked !== null && booked >= attended && y - frame.y(booked) < 26;
    sheet.write(
      `${Math.round(attended * 10) / 10}`,
      [frame.x(index), isCrowded ? y + 17 : y - 17],
      {
        size: TEXT.axis,
        colour: COLOUR.attended,
        isBold: true,
        align: 'center',
      },
    );
  }
}

/** What is drawn, and nothing that is not. */
function drawLegend(sheet: Sheet, points: readonly Point[], unit: string): void {
  const { pen } = sheet;
  const style = { size: TEXT.legend, colour: COLOUR.softInk } as const;
  let left: number = SHEET.margin;
  const entry = (isDrawn: boolean, label: string, draw: (middle: Spot) => void): void => {
    if (!isDrawn) return;
    draw([left + 12, LEGEND_Y]);
    sheet.write(label, [left + 32, LEGEND_Y], style);
    left += 32 + sheet.width(label, style) + 24;
  };
  const has = (figure: Figure): boolean => points.some((point) => point[figure] !== null);
  entry(has('attended'), unit, ([x, y]) => {
    drawLine(sheet, [
      [x - 12, y],
      [x + 12, y],
    ]);
    disc(pen, [x, y], 4.5);
  });
  entry(has('high') && has('low'), 'where the count may lie', ([x, y]) => {
    pen.fillStyle = COLOUR.band;
    pen.fillRect(x - 12, y - 7, 24, 14);
  });
  entry(has('booked'), 'booked', (middle) => ring(pen, middle, 4.5));
  entry(has('capacity'), 'places', ([x, y]) => {
    pen.strokeStyle = COLOUR.capacity;
    pen.lineWidth = 1.75;
    pen.setLineDash([6, 4]);
    pen.beginPath();
    pen.moveTo(x - 13, y);
    pen.lineTo(x + 13, y);
    pen.stroke();
    pen.setLineDash([]);
  });
  entry(
    points.some(({ attended }) => attended === null),
    'unknown',
    ([x, y]) => {
      sheet.stripes(x - 12, y - 8, 24, 16);
    },
  );
}

/** The frame of a chart over time: whole people up, dates across, and where a figure lies in it. */

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
function drawFrame(sheet: Sheet, frame: Frame): void {
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
