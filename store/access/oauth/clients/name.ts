/**
 * What can be shown of the name that a client gives itself. No one has checked it, so at least it cannot be spelt with
 * letters of another script that look the same: the rule is "highly restrictive" of Unicode Technical Standard 39,
 * section 5.2, over the scripts that Unicode Standard Annex 31 recommends for names (its table 5).
 */

const MAX_CHARACTERS = 80;

/** Han stands with the scripts that are written with it; all of these with Latin. Every other script stands alone. */
const TOGETHER = [
  'Latin Han Hiragana Katakana',
  'Latin Han Bopomofo',
  'Latin Han Hangul',
  ...'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati'.split(' '),
  ...'Gurmukhi Hebrew Kannada Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil'.split(' '),
  ...'Telugu Thaana Thai Tibetan'.split(' '),
].map((scripts) => {
  const classes = ['Common', 'Inherited', ...scripts.split(' ')];
  return new RegExp(`^[${classes.map((name) => `\\p{Script=${name}}`).join('')}]*$`, 'u');
});

/** No control characters, none that turn the direction of writing, no runs of spaces, 1..80 characters; null for none. */
export function shownName(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const shown = Array.from(
    name
      .slice(0, 1_000)
      .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
      .trim(),
  );
  return shown.length === 0 ? null : shown.slice(0, MAX_CHARACTERS).join('').trim();
}

/** Whether all letters of a name are of scripts that are written together. */
export function isOneScript(name: string): boolean {
  return TOGETHER.some((letters) => letters.test(name));
}
