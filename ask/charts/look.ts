/**
 * How charts look: sizes and colours, once. A sheet brings its own light ground, so that it reads the same on a white page
 * and on a black one. Every text is at least 4.5 : 1 on what it stands on (WCAG 2.2, 1.4.3); a test computes it.
 */

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
  attended: '#14507a',
  band: '#c2dbe8',
  booked: '#b4540a',
  capacity: '#515c68',
} as const;

/** A step of how full: the colour, and the ink that is read on it. */
export interface Step {
  /** First whole percent of the step. */
  readonly from: number;
  readonly label: string;
  readonly colour: string;
  readonly ink: string;
}

/**
 * From light to dark, each step darker than the one before: told apart by brightness alone, so for colour-blind eyes and
 * in grey too. In steps and not gliding, since no ink reads on the middle of a gliding scale. Over 100 % has a rim too.
 */
export const STEPS: readonly Step[] = [
  { from: 0, label: '0–19 %', colour: '#e0ece6', ink: COLOUR.ink },
  { from: 20, label: '20–39 %', colour: '#b3d9cc', ink: COLOUR.ink },
  { from: 40, label: '40–59 %', colour: '#76bcb6', ink: COLOUR.ink },
  { from: 60, label: '60–79 %', colour: '#22748c', ink: COLOUR.lightInk },
  { from: 80, label: '80–100 %', colour: '#174a72', ink: COLOUR.lightInk },
  { from: 101, label: 'over 100 %', colour: '#241447', ink: COLOUR.lightInk },
];
/** Around cells over 100 %. */
export const OVERFULL_RIM = '#f0a028';

/** The step of a whole percent, 0... */
export function stepOf(percent: number): Step {
  const step = STEPS.findLast(({ from }) => from <= percent) ?? STEPS[0];
  if (step === undefined) throw new RangeError('the scale has steps');
  return step;
}
