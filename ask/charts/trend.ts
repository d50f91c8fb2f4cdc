/**
 * A class over weeks, as a picture: who came, the places there were, and what was booked. What is not known is a gap with a
 * question mark, never a line drawn through it.
 */

import type { TrendData } from './chart.ts';
import { COLOUR, SHEET, Sheet, TEXT } from './sheet.ts';

type Point = TrendData['points'][number];
type Spot = readonly [x: number, y: number];

/** Up to this many points have their number written beside them. */
const NUMBERED_POINTS = 16;
const LEGEND_Y = 66;

/** A PNG of 1760 × 1040 px, to be shown at 880 × 520. */
export async function drawTrend({ title, unit, points }: TrendData): Promise<Buffer> {
  const sheet = await Sheet.open(title);
  const frame = frameOf(
    points.map(({ label }) => label),
    points.flatMap(({ attended, capacity, booked }) => [attended, capacity, booked]),
  );
  drawFrame(sheet, frame);
  if (points.length === 0) sheet.note('No classes in this range');
  drawCapacity(sheet, frame, points);
  drawUnknown(sheet, frame, points);
  drawLine(
    sheet,
    points.map(({ attended }, index) =>
      attended === null ? null : [frame.x(index), frame.y(attended)],
    ),
  );
  drawDots(sheet, frame, points);
  drawNumbers(sheet, frame, points);
  drawLegend(sheet, points, unit ?? 'people who came');
  return sheet.png();
}

/** A line through what is known; null breaks it. */
function stroke({ pen }: Sheet, spots: readonly (Spot | null)[]): void {
  pen.beginPath();
  for (const [index, spot] of spots.entries()) {
    if (spot === null) continue;
    if ((spots[index - 1] ?? null) === null) pen.moveTo(...spot);
    else pen.lineTo(...spot);
  }
  pen.stroke();
}

/** Steps, since places change from one week to the next and not between. */
function drawCapacity(sheet: Sheet, frame: Frame, points: readonly Point[]): void {
  strokeDashed(
    sheet,
    points.flatMap(({ capacity }, index): (Spot | null)[] => {
      if (capacity === null) return [null];
      const [x, y] = [frame.x(index), frame.y(capacity)];
      return [
        [Math.max(frame.left, x - frame.step / 2), y],
        [Math.min(frame.right, x + frame.step / 2), y],
      ];
    }),
  );
}

function strokeDashed(sheet: Sheet, spots: readonly (Spot | null)[]): void {
  const { pen } = sheet;
  pen.strokeStyle = COLOUR.capacity;
  pen.lineWidth = 1.75;
  pen.setLineDash([6, 4]);
  stroke(sheet, spots);
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

function drawLine(sheet: Sheet, spots: readonly (Spot | null)[]): void {
  const { pen } = sheet;
  pen.strokeStyle = COLOUR.attended;
  pen.lineWidth = 3;
  pen.lineJoin = 'round';
  stroke(sheet, spots);
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
    const style = { size: TEXT.axis, colour: COLOUR.attended, isBold: true } as const;
    const at = [frame.x(index), isCrowded ? y + 17 : y - 17] as const;
    sheet.write(`${Math.round(attended * 10) / 10}`, at, { ...style, align: 'center' });
  }
}

/** What is drawn, and nothing that is not. */
function drawLegend(sheet: Sheet, points: readonly Point[], unit: string): void {
  const { pen } = sheet;
  const y = LEGEND_Y;
  const has = (figure: 'attended' | 'booked' | 'capacity'): boolean =>
    points.some((point) => point[figure] !== null);
  const entries: [isDrawn: boolean, label: string, draw: (x: number) => void][] = [
    [
      has('attended'),
      unit,
      (x) => {
        drawLine(sheet, across(x));
        disc(pen, [x, y], 4.5);
      },
    ],
    [has('booked'), 'booked', (x) => ring(pen, [x, y], 4.5)],
    [has('capacity'), 'places', (x) => strokeDashed(sheet, across(x))],
    [
      points.some(({ attended }) => attended === null),
      'unknown',
      (x) => sheet.stripes(x - 12, y - 8, 24, 16),
    ],
  ];
  const style = { size: TEXT.legend, colour: COLOUR.softInk } as const;
  let left: number = SHEET.margin;
  for (const [isDrawn, label, draw] of entries) {
    if (!isDrawn) continue;
    draw(left + 12);
    sheet.write(label, [left + 32, y], style);
    left += 32 + sheet.width(label, style) + 24;
  }
}

const across = (x: number): Spot[] => [
  [x - 12, LEGEND_Y],
  [x + 12, LEGEND_Y],
];

/** The frame of a chart over time: whole people up, dates across, and where a figure lies in it. */

/** Edges and steps in px of the page; ticks are people, from 0 on. */
type Frame = ReturnType<typeof frameOf>;

const PLACE = { left: 72, right: SHEET.width - SHEET.margin, top: 108, bottom: 458 } as const;
const TICKS = 5;
/** Between two dates on the axis at least, px. */
const LABEL_GAP = 14;

/** A frame from 0 to what the largest of `figures` needs. */
export function frameOf(labels: readonly string[], figures: readonly (number | null)[]) {
  const ticks = ticksUpTo(Math.max(1, ...figures.filter((figure) => figure !== null)));
  const highest = ticks.at(-1) ?? 1;
  const { left, right, top, bottom } = PLACE;
  const step = (right - left) / Math.max(1, labels.length);
  return {
    ...PLACE,
    step,
    labels,
    ticks,
    x: (index: number) => left + (index + 0.5) * step,
    y: (people: number) => bottom - (people / highest) * (bottom - top),
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
