/** How full each hour of the week is, as a picture: days down, hours across, the percent in every cell. */

import { OVERFULL_RIM, STEPS, stepOf } from '../../web/look/tokens.ts';
import type { HeatMapData } from './chart.ts';
import { COLOUR, SHEET, Sheet, TEXT } from './sheet.ts';

type Cell = HeatMapData['cells'][number];

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
/** Hours that are drawn where there are no classes at all. */
const USUAL_HOURS = { first: 6, last: 21 } as const;
/** Below the title, above the legend; right of the names of the days. Px of the page. */
const GRID = { left: 72, top: 108, bottom: 452 } as const;
const UNIT_Y = 64;
const LEGEND = { y: 486, width: 24, height: 16 } as const;
/** Columns at least: fewer would be wider than they say anything. */
const FEWEST_HOURS = 10;
const GAP = 3;
/** From this width on a cell has room for how many classes it is of, and the axis for minutes, px. */
const ROOMY_CELL = 44;
/** Twelve hours of every day. With more, a second number in each is a fog, and takes the file above 80 kB. */
const MAX_COUNTED_CELLS = 84;

type Grid = ReturnType<typeof gridOf>;

/**
 * A PNG of 1760 × 1040 px, to be shown at 880 × 520. Hours before the first class and after the last are left out. A cell
 * without classes has a dot, one of unknown fill has stripes; 0 % has the colour of its step and its number.
 */
export async function drawHeatMap(data: HeatMapData): Promise<Buffer> {
  const sheet = await Sheet.open(data.title);
  const grid = gridOf(data.cells);
  drawAxes(sheet, grid, data.unit);
  for (const [row] of DAYS.entries()) {
    for (let column = 0; column < grid.hours; column += 1) {
      const cell = data.cells.find(
        ({ weekday, hour }) => weekday === row + 1 && hour === grid.firstHour + column,
      );
      drawCell(sheet, grid, { row, column, cell });
    }
  }
  if (data.cells.length === 0) sheet.note('No classes in this range');
  drawLegend(sheet, data.unit !== undefined);
  return sheet.png();
}

/** Where the cells are, and whether they have room for how many classes they are of. */
function gridOf(cells: readonly Cell[]) {
  const { first, last } = hoursOf(cells);
  const hours = last - first + 1;
  const cellWidth = (SHEET.width - SHEET.margin - GRID.left) / hours;
  const cellHeight = (GRID.bottom - GRID.top) / DAYS.length;
  const hasCounts = cellWidth >= ROOMY_CELL && cells.length <= MAX_COUNTED_CELLS;
  return { firstHour: first, hours, cellWidth, cellHeight, hasCounts };
}

/** From the first hour with classes to the last; where these are few, with hours before and after. */
function hoursOf(cells: readonly Cell[]): { first: number; last: number } {
  if (cells.length === 0) return USUAL_HOURS;
  const hours = cells.map(({ hour }) => hour);
  let first = Math.min(...hours);
  let last = Math.max(...hours);
  while (last - first + 1 < FEWEST_HOURS) {
    if (first > 0) first -= 1;
    if (last < 23) last += 1;
  }
  return { first, last };
}

function drawAxes(sheet: Sheet, grid: Grid, own: string | undefined): void {
  const { firstHour, hours, cellWidth, cellHeight, hasCounts } = grid;
  const style = { size: TEXT.axis, colour: COLOUR.softInk } as const;
  const unit = own ?? 'Percent of places taken, by weekday and hour of the day';
  const text = hasCounts ? `${unit}; small: number of classes` : unit;
  sheet.write(text, [SHEET.margin, UNIT_Y], style);
  for (const [row, day] of DAYS.entries()) {
    const at = [GRID.left - 12, GRID.top + (row + 0.5) * cellHeight] as const;
    sheet.write(day, at, { ...style, align: 'right' });
  }
  for (let column = 0; column < hours; column += 1) {
    const hour = firstHour + column;
    const label = cellWidth >= ROOMY_CELL ? `${hour}:00` : `${hour}`;
    const at = [GRID.left + (column + 0.5) * cellWidth, GRID.top - 14] as const;
    sheet.write(label, at, { ...style, align: 'center' });
  }
}

function drawCell(
  sheet: Sheet,
  { cellWidth, cellHeight, hasCounts }: Grid,
  { row, column, cell }: { row: number; column: number; cell: Cell | undefined },
): void {
  const left = GRID.left + column * cellWidth + GAP / 2;
  const top = GRID.top + row * cellHeight + GAP / 2;
  const size = [cellWidth - GAP, cellHeight - GAP] as const;
  const middle = [left + size[0] / 2, top + size[1] / 2] as const;
  if (cell === undefined) {
    dot(sheet, middle);
    return;
  }
  const percent = cell.fillRate === null ? null : Math.round(cell.fillRate * 100);
  swatch(sheet, percent, [left, top, ...size]);
  const style = {
    colour: percent === null ? COLOUR.ink : stepOf(percent).ink,
    align: 'center',
  } as const;
  const text = percent === null ? '?' : (cell.text ?? `${percent}`);
  const letters = cellWidth >= ROOMY_CELL ? TEXT.cell : TEXT.narrowCell;
  const at = [middle[0], middle[1] - (hasCounts ? 6 : 0)] as const;
  sheet.write(text, at, { ...style, size: letters, isBold: true });
  const count = [middle[0], middle[1] + 11] as const;
  if (hasCounts) sheet.write(`${cell.classes}×`, count, { ...style, size: TEXT.small });
}

/** The ground of a cell. */
function swatch(
  sheet: Sheet,
  percent: number | null,
  [left, top, width, height]: readonly [number, number, number, number],
): void {
  const { pen } = sheet;
  if (percent === null) {
    sheet.stripes(left, top, width, height);
    return;
  }
  pen.fillStyle = stepOf(percent).colour;
  pen.beginPath();
  pen.roundRect(left, top, width, height, 4);
  pen.fill();
  if (percent <= 100) return;
  pen.strokeStyle = OVERFULL_RIM;
  pen.lineWidth = 2.5;
  pen.beginPath();
  pen.roundRect(left + 1.25, top + 1.25, width - 2.5, height - 2.5, 3);
  pen.stroke();
}

/** Nothing is on. */
function dot({ pen }: Sheet, [x, y]: readonly [number, number]): void {
  pen.fillStyle = COLOUR.stripe;
  pen.beginPath();
  pen.arc(x, y, 1.75, 0, 2 * Math.PI);
  pen.fill();
}

/** All steps, and what has no number, spread over the width. */
function drawLegend(sheet: Sheet, isOfLargest: boolean): void {
  const style = { size: TEXT.legend, colour: COLOUR.softInk } as const;
  const { y, width, height } = LEGEND;
  const entries = [
    ...STEPS.filter(({ from }) => !isOfLargest || from < 100).map(({ from, label }) => ({
      label: isOfLargest ? `${label} of most` : label,
      percent: from,
    })),
    { label: 'unknown', percent: null },
    { label: 'no class', percent: undefined },
  ];
  const taken = entries.reduce((sum, { label }) => sum + width + 6 + sheet.width(label, style), 0);
  const gap = (SHEET.width - 2 * SHEET.margin - taken) / (entries.length - 1);
  let left: number = SHEET.margin;
  for (const { label, percent } of entries) {
    if (percent === undefined) dot(sheet, [left + width / 2, y]);
    else swatch(sheet, percent, [left, y - height / 2, width, height]);
    sheet.write(label, [left + width + 6, y], style);
    left += width + 6 + sheet.width(label, style) + gap;
  }
}
