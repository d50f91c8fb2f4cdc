/** How the pages look, light and dark: a constant, for its hash stands in the policy. Contrasts are held by a test. */

export interface Palette {
  readonly ground: string;
  readonly raised: string;
  readonly ink: string;
  readonly quiet: string;
  readonly line: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly accentOver: string;
  readonly warn: string;
  readonly warnGround: string;
}

export const LIGHT: Palette = {
  ground: '#f6f7f4',
  raised: '#ffffff',
  ink: '#16211e',
  quiet: '#52605b',
  line: '#858f8a',
  accent: '#0b6b5b',
  onAccent: '#ffffff',
  accentOver: '#084f43',
  warn: '#8a2f0b',
  warnGround: '#fdf0e8',
};

export const DARK: Palette = {
  ground: '#101614',
  raised: '#18211e',
  ink: '#e8eeeb',
  quiet: '#a3b1ab',
  line: '#6b7a74',
  accent: '#5fd3bb',
  onAccent: '#06231d',
  accentOver: '#8be4d1',
  warn: '#ffb38f',
  warnGround: '#33201a',
};

const named = (palette: Palette) =>
  Object.entries(palette)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

export const STYLE = `
:root{color-scheme:light dark;${named(LIGHT)}}
@media (prefers-color-scheme:dark){:root{${named(DARK)}}}
*{box-sizing:border-box}
`;
