/** A log line as a person at a terminal reads it: `19:30:03  Camera state: camera studio, state streaming`. */

import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** What is seen of a level: information is the usual thing, and needs no word. */
const LEVELS: Readonly<Record<string, readonly [label: string, style: Style]>> = {
  debug: ['debug: ', 'dim'],
  warn: ['warning: ', 'yellow'],
  error: ['error: ', 'red'],
};

/**
 * One line, with its line end.
 *
 * @param json a line of the log as JSON: `level`, `time`, `event` and the fields of the event.
 * @param isColoured whether the terminal shows colours.
 */
export function textLine(json: string, isColoured: boolean): string {
  const { level, time, event, detail, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const [label, style] = LEVELS[String(level)] ?? ['', null];
  // Whether colours are shown is the caller's to know: Node would ask stdout.
  const paint = (as: Style | null, text: string) =>
    isColoured && as !== null ? styleText(as, text, { validateStream: false }) : text;
  const facts = Object.entries(fields)
    .map(([name, value]) => [name.replaceAll('_', ' '), shown(value)] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} ${value}`);
  const said = typeof detail === 'string' ? [detail] : [];
  const rest = [...said, ...facts].join(', ');
  const clock = new Date(String(time)).toTimeString().slice(0, 8);
  const words = `${label}${String(event).replaceAll('_', ' ')}`;
  return `${paint('dim', clock)}  ${paint(style, words)}${rest === '' ? '' : `: ${rest}`}\n`;
}

/** Empty where there is nothing to show. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(shown).join(' and ');
  if (typeof value !== 'object') return String(value);
  return 'message' in value ? String(value.message) : JSON.stringify(value);
}
