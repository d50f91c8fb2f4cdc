/**
 * How charts look: sizes and colours, once. A sheet brings its own light ground, so that it reads the same on a white page
 * and on a black one. Every text is at least 4.5 : 1 on what it stands on (WCAG 2.2, 1.4.3); a test computes it.
 */

import { CHART_LIGHT } from '../../web/look/tokens.ts';

/** Of the sheet, px of the page. */
export const SHEET = { width: 880, height: 520, corner: 14, margin: 28 } as const;

/** Pixels of the file for one of the page: sharp on a screen with two of them. */
export const SHARPNESS = 2;

/** Height of letters, px of the page. */
export const TEXT = {
  title: 20,
  axis: 13,
  cell: 15,
  narrowCell: 11.5,
  small: 10.5,
  legend: 12.5,
} as const;

export const COLOUR = {
  ground: '#fbfaf7',
  rim: '#c9ccd1',
  ink: '#1b2430',
  /** Axes, legends. */
  softInk: '#515c68',
  lightInk: '#ffffff',
  /** Lines of a grid. */
  grid: '#e4e3de',
  /** Stripes where nothing is known. */
  stripe: '#c6c9cc',
  attended: CHART_LIGHT.attended,
  band: CHART_LIGHT.band,
  booked: CHART_LIGHT.booked,
  capacity: CHART_LIGHT.capacity,
} as const;
