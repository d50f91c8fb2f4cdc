/** How full each hour of the week is, as a picture: days down, hours across, the percent in every cell. */

import { OVERFULL_RIM, STEPS, stepOf } from '../../web/look/tokens.ts';
import type { HeatMapData } from './chart.ts';
import { AXIS, BOLD, COLOUR, draw, LEGEND, SHEET, STRIPES, TEXT, write } from './sheet.tsx';

type Cell = HeatMapData['cells'][number];

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
/** Below the title, above the legend; right of the names of the days. Px of the page. */
const GRID = { left: 72, top: 108, bottom: 452 } as const;
const UNIT_Y = 64;
const LEGEND_Y = 486;
/** Columns at least: fewer would be wider than they say anything. */
const FEWEST_HOURS = 10;
const GAP = 3;
/** From this width on a cell has room for how many classes it is of, and the axis for minutes, px. */
const ROOMY_CELL = 44;
/** Twelve hours of every day. With more, a second number in each is a fog, and takes the file above 80 kB. */
const MAX_COUNTED_CELLS = 84;

/**
 * Hours before the first class and after the last are left out. A cell without classes has a dot, one of unknown fill has
 * stripes; 0 % has the colour of its step and its number.
 */
export function drawHeatMap({ title, unit, cells }: HeatMapData): Promise<Buffer> {
  const hours = hoursOf(cells);
  const width = (SHEET.width - SHEET.margin - GRID.left) / hours.length;
  const height = (GRID.bottom - GRID.top) / DAYS.length;
  const isRoomy = width >= ROOMY_CELL;
  const hasCounts = isRoomy && cells.length <= MAX_COUNTED_CELLS;
  const what = unit ?? 'Percent of places taken, by weekday and hour of the day';
  const x = (column: number) => GRID.left + (column + 0.5) * width;
  const y = (row: number) => GRID.top + (row + 0.5) * height;
  const cellOf = ({ fillRate, text, classes }: Cell, atX: number, atY: number) => {
    const percent = fillRate === null ? null : Math.round(fillRate * 100);
    const fill = percent === null ? COLOUR.ink : stepOf(percent).ink;
    const style = { ...BOLD, 'font-size': isRoomy ? TEXT.cell : TEXT.narrowCell, fill };
    const number = percent === null ? '?' : (text ?? `${percent}`);
    return [
      swatch(percent, atX, atY, width - GAP, height - GAP),
      write(number, atX, atY - (hasCounts ? 6 : 0), style, 'middle'),
      hasCounts && write(`${classes}×`, atX, atY + 11, { 'font-size': TEXT.small, fill }, 'middle'),
    ];
  };
  return draw(title, (widthOf) => [
    write(`${what}${hasCounts ? '; small: number of classes' : ''}`, SHEET.margin, UNIT_Y, AXIS),
    hours.map((hour, column) =>
      write(`${hour}${isRoomy ? ':00' : ''}`, x(column), GRID.top - 14, AXIS, 'middle'),
    ),
    DAYS.map((day, row) => [
      write(day, GRID.left - 12, y(row), AXIS, 'end'),
      hours.map((hour, column) => {
        const cell = cells.find((one) => one.weekday === row + 1 && one.hour === hour);
        return cell === undefined ? dot(x(column), y(row)) : cellOf(cell, x(column), y(row));
      }),
    ]),
    legend(widthOf, unit !== undefined),
  ]);
}

/** From the first hour with classes to the last; where these are few, with hours before and after. */
function hoursOf(cells: readonly Cell[]): readonly number[] {
  const hours = cells.map(({ hour }) => hour);
  let first = Math.min(...hours);
  let last = Math.max(...hours);
  while (last - first + 1 < FEWEST_HOURS) {
    if (first > 0) first -= 1;
    if (last < 23) last += 1;
  }
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** The ground of a cell around its middle. */
function swatch(percent: number | null, x: number, y: number, width: number, height: number) {
  const isOver = percent !== null && percent > 100;
  const inset = isOver ? 1.25 : 0;
  return (
    <rect
      x={x - width / 2 + inset}
      y={y - height / 2 + inset}
      width={width - 2 * inset}
      height={height - 2 * inset}
      rx={percent === null ? 0 : 4 - inset}
      fill={percent === null ? STRIPES : stepOf(percent).colour}
      stroke={isOver ? OVERFULL_RIM : 'none'}
      stroke-width="2.5"
    />
  );
}

/** Nothing is on. */
const dot = (x: number, y: number) => <circle cx={x} cy={y} r="1.75" fill={COLOUR.stripe} />;

/** All steps, and what has no number, spread over the width. */
function legend(widthOf: (text: string) => number, isOfLargest: boolean) {
  const steps = STEPS.filter(({ from }) => !isOfLargest || from < 100);
  const entries = [
    ...steps.map(({ from, label }) => [isOfLargest ? `${label} of most` : label, from] as const),
    ['unknown', null] as const,
    ['no class'] as const,
  ];
  const widths = entries.map(([label]) => 30 + widthOf(label));
  const sum = (some: readonly number[]) => some.reduce((all, one) => all + one, 0);
  const gap = (SHEET.width - 2 * SHEET.margin - sum(widths)) / (entries.length - 1);
  return entries.map(([label, percent], at) => {
    const left = SHEET.margin + sum(widths.slice(0, at)) + at * gap;
    const mark =
      percent === undefined
        ? dot(left + 12, LEGEND_Y)
        : swatch(percent, left + 12, LEGEND_Y, 24, 16);
    return [mark, write(label, left + 30, LEGEND_Y, LEGEND)];
  });
}
