/**
 * Colours of everything that Turnout draws: pages, charts of the pages, charts of answers. The one source: the style sheets
 * and the painter of charts take them from here. Contrasts are held by tests.
 */

export const LIGHT = {
  ground: '#f6f7f4',
  raised: '#ffffff',
  ink: '#16211e',
  quiet: '#52605b',
  /** Round what can be typed in. */
  line: '#7f8a85',
  /** Between things, for the eye only. */
  edge: '#dfe4e0',
  accent: '#0b6b5b',
  onAccent: '#ffffff',
  accentOver: '#084f43',
  warn: '#8a2f0b',
  warnGround: '#fdf0e8',
};

export const DARK: typeof LIGHT = {
  ground: '#101614',
  raised: '#18211e',
  ink: '#e8eeeb',
  quiet: '#a3b1ab',
  line: '#6f7f78',
  edge: '#2b3632',
  accent: '#5fd3bb',
  onAccent: '#06231d',
  accentOver: '#8be4d1',
  warn: '#ffb38f',
  warnGround: '#33201a',
};

/** What a mark of a chart stands for. Each has a word or an icon next to it: no colour is alone. */
export const CHART_LIGHT = {
  attended: '#14507a',
  band: '#c2dbe8',
  booked: '#b4540a',
  capacity: '#515c68',
  track: '#e6ebe8',
  good: '#0b6b5b',
  weak: '#8a5a00',
  dead: '#a1251b',
};

export const CHART_DARK: typeof CHART_LIGHT = {
  attended: '#7cc0ee',
  band: '#24506b',
  booked: '#f0a35e',
  capacity: '#aab4be',
  track: '#2a3531',
  good: '#5fd3bb',
  weak: '#e6b955',
  dead: '#ff9d8f',
};

/** A step of how full: the colour, and the ink that is read on it. */
interface Step {
  /** First whole percent of the step. */
  readonly from: number;
  readonly label: string;
  readonly colour: string;
  readonly ink: string;
}

const DARK_INK = '#1b2430';
const LIGHT_INK = '#ffffff';

/**
 * From light to dark, each step darker than the one before: told apart by brightness alone, so for colour-blind eyes and
 * in grey too. In steps and not gliding, since no ink reads on the middle of a gliding scale. Over 100% has a rim too.
 */
export const STEPS: readonly Step[] = [
  { from: 0, label: '0–19%', colour: '#e0ece6', ink: DARK_INK },
  { from: 20, label: '20–39%', colour: '#b3d9cc', ink: DARK_INK },
  { from: 40, label: '40–59%', colour: '#76bcb6', ink: DARK_INK },
  { from: 60, label: '60–79%', colour: '#22748c', ink: LIGHT_INK },
  { from: 80, label: '80–100%', colour: '#174a72', ink: LIGHT_INK },
  { from: 101, label: 'over 100%', colour: '#241447', ink: LIGHT_INK },
];

/** Around cells over 100 %. */
export const OVERFULL_RIM = '#f0a028';

/** The step of a whole percent, 0... */
export function stepOf(percent: number): Step {
  const step = STEPS.findLast(({ from }) => from <= percent) ?? STEPS[0];
  if (step === undefined) throw new RangeError('the scale has steps');
  return step;
}

/** Colours as custom properties: `--ink:#16211e;…`. */
export function propertiesOf(colours: typeof LIGHT | typeof CHART_LIGHT): string {
  return Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

export const THEMES = ['light', 'dark'] as const;
/** Names the choice; set by the script of the page, read by the server. Nothing else is kept in it. */
export const THEME_COOKIE = 'turnout-theme';
