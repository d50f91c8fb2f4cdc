/** How a figure is printed. */

import { type Figure, keepsLimit } from './report.ts';

/** One line of the screen, with `✗` before a figure that misses its limit. */
export function lineOf(figure: Figure): string {
  const mark = keepsLimit(figure) ? ' ' : '✗';
  const note = figure.note === undefined ? '' : `   (${figure.note})`;
  const value = valueText(figure).padStart(16);
  return `  ${mark} ${figure.name.padEnd(66)} ${value}   ${limitText(figure)}${note}`;
}

function valueText({ value, unit }: Figure): string {
  return value === null ? 'not measured' : `${fourDigits(value)} ${unit}`.trim();
}

/** Nothing for a figure without a limit. */
function limitText({ limit, direction, unit }: Figure): string {
  if (limit === null) return '';
  return `${direction === 'max' ? '≤' : '≥'} ${limit} ${unit}`.trim();
}

/** Large whole numbers stay whole: 260,000 requests are not 2.6e5. */
function fourDigits(value: number): string {
  const digits = Math.abs(value) >= 10_000 ? Math.round(value) : Number(value.toPrecision(4));
  return digits.toLocaleString('en', { maximumFractionDigits: 9 });
}
