/**
 * The sheet that a chart stands on: an SVG with its own light ground and its title, drawn by the canvas and packed as a PNG. In px
 * of the page; the file has `SHARPNESS` times as many.
 */

import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { canvasLibrary, FAMILIES } from '../../engine/pictures/canvas.ts';
import { CHART_LIGHT } from '../../web/look/tokens.ts';

/** Of the sheet, px of the page. */
export const SHEET = { width: 880, height: 520, corner: 14, margin: 28 } as const;

/** Pixels of the file for one of the page: sharp on a screen with two of them. */
const SHARPNESS = 2;

/** Height of letters, px of the page. */
export const TEXT = {
  title: 20,
  axis: 13,
  cell: 15,
  narrowCell: 11.5,
  small: 10.5,
  legend: 12.5,
} as const;

/** Every text is at least 4.5 : 1 on what it stands on (WCAG 2.2, 1.4.3); a test computes it. */
export const COLOUR = {
  ground: '#fbfaf7',
  rim: '#c9ccd1',
  ink: '#1b2430',
  /** Axes, legends. */
  softInk: '#515c68',
  /** Lines of a grid. */
  grid: '#e4e3de',
  /** Stripes where nothing is known. */
  stripe: '#c6c9cc',
  attended: CHART_LIGHT.attended,
  booked: CHART_LIGHT.booked,
  capacity: CHART_LIGHT.capacity,
} as const;

export const BOLD = { 'font-weight': 'bold' } as const;
export const AXIS = { 'font-size': TEXT.axis, fill: COLOUR.softInk } as const;
export const LEGEND = { 'font-size': TEXT.legend, fill: COLOUR.softInk } as const;

/** Capitals are 0.72 of the height of a text: their middle is half of it above the baseline. */
const MIDDLE_SHARE = 0.36;
const TITLE_Y = 38;
/**
 * Flat colours stay exact, so that a step of a scale is that of its legend: with less quality or effort they do not. Packed as
 * well as can be: a full week is 73 kB.
 */
const PALETTE = { palette: true, quality: 100, dither: 0, effort: 7, compressionLevel: 9 } as const;

/** What an SVG cannot hold. */
const NO_TEXT = /\p{Cc}|\p{Surrogate}|\ufffe|\uffff/gu;

interface TextStyle {
  readonly 'font-size': number;
  readonly 'font-weight'?: 'bold';
  readonly fill: string;
}

/** `align` says which end of the text `x` is; `y` is the middle of its height. */
export function write(
  text: string,
  x: number,
  y: number,
  style: TextStyle,
  align: 'start' | 'middle' | 'end' = 'start',
) {
  return (
    <text x={x} y={y + style['font-size'] * MIDDLE_SHARE} text-anchor={align} {...style}>
      {text.replace(NO_TEXT, '')}
    </text>
  );
}

/** Of what is not known. */
export const STRIPES = 'url(#stripes)';

/** A PNG of 1760 × 1040 px, to be shown at 880 × 520. @param chart is given what says how wide a text of a legend is */
export async function draw(
  title: string,
  chart: (widthOf: (text: string) => number) => ComponentChildren,
): Promise<Buffer> {
  const { createCanvas, loadImage } = await canvasLibrary();
  // Loaded with the first chart, as the canvas is: the start does not wait for it.
  const { default: sharp } = await import('sharp');
  const { width, height, corner, margin } = SHEET;
  const canvas = createCanvas(width * SHARPNESS, height * SHARPNESS);
  const pen = canvas.getContext('2d');
  const widthIn = (font: string) => (text: string) => {
    pen.font = `${font}px ${FAMILIES}`;
    return pen.measureText(text).width;
  };
  const heading = cut(title.trim(), width - 2 * margin, widthIn(`bold ${TEXT.title}`));
  const svg = renderToString(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={canvas.width}
      height={canvas.height}
      viewBox={`0 0 ${width} ${height}`}
      font-family={FAMILIES}
      fill="none"
    >
      <title>{heading}</title>
      <pattern id="stripes" width="7" height="7" patternUnits="userSpaceOnUse">
        <path d="M-1 1 1-1M-1 8 8-1M6 8 8 6" stroke={COLOUR.stripe} stroke-width="1.5" />
      </pattern>
      <rect
        x="0.5"
        y="0.5"
        width={width - 1}
        height={height - 1}
        rx={corner}
        fill={COLOUR.ground}
        stroke={COLOUR.rim}
      />
      {write(heading, margin, TITLE_Y, { ...BOLD, 'font-size': TEXT.title, fill: COLOUR.ink })}
      {chart(widthIn(`${TEXT.legend}`))}
    </svg>,
  );
  pen.drawImage(await loadImage(Buffer.from(svg)), 0, 0);
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  // With a palette: a third of what the canvas writes, which has four bytes for every pixel.
  return sharp(data, { raw: { width: canvas.width, height: canvas.height, channels: 4 } })
    .png(PALETTE)
    .toBuffer();
}

/** The text, or as much of its beginning as fits into `room` px, with an ellipsis. */
function cut(text: string, room: number, widthOf: (text: string) => number): string {
  const letters = [...text];
  const shown = () => (letters.length < [...text].length ? `${letters.join('').trimEnd()}…` : text);
  while (letters.length > 0 && widthOf(shown()) > room) letters.pop();
  return shown();
}
