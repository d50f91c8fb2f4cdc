/**
 * A class over weeks, as a picture: who came, the places there were, and what was booked. What is not known is a gap with a
 * question mark, never a line drawn through it.
 */

import { scaleLinear } from 'd3-scale';
import type { ComponentChildren } from 'preact';
import type { TrendData } from './chart.ts';
import { AXIS, BOLD, COLOUR, draw, LEGEND, SHEET, STRIPES, write } from './sheet.tsx';

type Point = TrendData['points'][number];

/** Up to this many points have their number written beside them. */
const NUMBERED_POINTS = 16;
const LEGEND_Y = 66;
const LEFT = 72;
const RIGHT = SHEET.width - SHEET.margin;
const TOP = 108;
const BOTTOM = 458;
const TICKS = 5;
/** From one date on the axis to the next at least, px. */
const LABEL_ROOM = 62;

export function drawTrend({ title, unit = 'people who came', points }: TrendData): Promise<Buffer> {
  const figures = points.flatMap((one) => [one.attended, one.capacity, one.booked, one.before]);
  const most = Math.max(1, ...figures.map((figure) => figure ?? 0));
  const y = scaleLinear([0, most], [BOTTOM, TOP]).nice(TICKS);
  const step = (RIGHT - LEFT) / points.length;
  const x = (index: number) => LEFT + (index + 0.5) * step;
  /** A line through what is known; null breaks it. */
  const pathOf = (figure: 'attended' | 'before' | 'capacity', partOf: typeof joined) => {
    const values = points.map((point) => point[figure] ?? null);
    return values
      .map((value, at) =>
        value === null ? '' : partOf(value, at, (values[at - 1] ?? null) === null),
      )
      .join('');
  };
  const joined = (value: number, index: number, isFirst: boolean) =>
    `${isFirst ? 'M' : 'L'}${x(index)} ${y(value)}`;
  const stepped: typeof joined = (value, index, isFirst) =>
    `${isFirst ? `M${x(index) - step / 2} ` : 'V'}${y(value)}H${x(index) + step / 2}`;
  const last = points.findLastIndex(({ attended }) => attended !== null);
  return draw(title, (widthOf) => [
    write('people', SHEET.margin, TOP - 18, AXIS),
    y
      .ticks(TICKS)
      .filter(Number.isInteger)
      .map((tick) => [
        line(`M${LEFT} ${y(tick)}H${RIGHT}`, tick === 0 ? COLOUR.softInk : COLOUR.grid, 1),
        write(`${tick}`, LEFT - 12, y(tick), AXIS, 'end'),
      ]),
    // As many as have room, counted back from the last, which is what people look for.
    points.map(
      ({ label }, index) =>
        (points.length - 1 - index) % Math.ceil(LABEL_ROOM / step) === 0 &&
        write(label, x(index), BOTTOM + 20, AXIS, 'middle'),
    ),
    // Steps, since places change from one week to the next and not between.
    capacityLine(pathOf('capacity', stepped)),
    beforeLine(pathOf('before', joined)),
    attendedLine(pathOf('attended', joined)),
    points.map((point, index) => {
      const isNumbered = points.length <= NUMBERED_POINTS || index === last;
      return spot(point, x(index), y, step, isNumbered);
    }),
    legend(widthOf, points, unit),
  ]);
}

/** Who came as a full dot, bookings as a ring: told apart by shape, not by colour alone. */
function spot(
  { attended, booked }: Point,
  x: number,
  y: (value: number) => number,
  step: number,
  isNumbered: boolean,
) {
  const radius = Math.max(2.5, Math.min(4.5, step / 5));
  const bookings = booked !== null && ring(x, y(booked), radius);
  if (attended === null) {
    const style = { ...BOLD, ...AXIS, fill: COLOUR.ink };
    const half = Math.min(step, 40) / 2;
    return [
      bookings,
      stripes(x, half, BOTTOM - 11, 11),
      write('?', x, BOTTOM - 11, style, 'middle'),
    ];
  }
  const at = y(attended);
  // Under the dot where the ring of the bookings is right above it.
  const isCrowded = booked !== null && booked >= attended && at - y(booked) < 26;
  const text = isNumbered ? `${Math.round(attended * 10) / 10}` : '';
  const style = { ...BOLD, ...AXIS, fill: COLOUR.attended };
  return [
    bookings,
    disc(x, at, radius),
    write(text, x, at + (isCrowded ? 17 : -17), style, 'middle'),
  ];
}

const line = (d: string, stroke: string, width: number, dashes = 'none') =>
  d !== '' && <path d={d} stroke={stroke} stroke-width={width} stroke-dasharray={dashes} />;
const capacityLine = (d: string) => line(d, COLOUR.capacity, 1.75, '6 4');
const beforeLine = (d: string) => line(d, COLOUR.softInk, 1.75, '2 4');
const attendedLine = (d: string) => line(d, COLOUR.attended, 3);
const ring = (x: number, y: number, radius: number) => (
  <circle cx={x} cy={y} r={radius + 0.75} stroke={COLOUR.booked} stroke-width="2" />
);
const disc = (x: number, y: number, radius: number) => (
  <circle cx={x} cy={y} r={radius} fill={COLOUR.attended} />
);
const stripes = (x: number, half: number, y: number, halfHeight: number) => (
  <rect x={x - half} y={y - halfHeight} width={2 * half} height={2 * halfHeight} fill={STRIPES} />
);

/** What is drawn, and nothing that is not. */
function legend(widthOf: (text: string) => number, points: readonly Point[], unit: string) {
  const has = (figure: keyof Point) => points.some((point) => (point[figure] ?? null) !== null);
  const y = LEGEND_Y;
  const across = (x: number) => `M${x - 12} ${y}h24`;
  const entries: [isDrawn: boolean, label: string, mark: (x: number) => ComponentChildren][] = [
    [has('attended'), unit, (x) => [attendedLine(across(x)), disc(x, y, 4.5)]],
    [has('before'), 'before', (x) => beforeLine(across(x))],
    [has('booked'), 'booked', (x) => ring(x, y, 4.5)],
    [has('capacity'), 'places', (x) => capacityLine(across(x))],
    [points.some(({ attended }) => attended === null), 'unknown', (x) => stripes(x, 12, y, 8)],
  ];
  let left: number = SHEET.margin;
  return entries.map(([isDrawn, label, mark]) => {
    if (!isDrawn) return null;
    const x = left;
    left += 56 + widthOf(label);
    return [mark(x + 12), write(label, x + 32, y, LEGEND)];
  });
}
