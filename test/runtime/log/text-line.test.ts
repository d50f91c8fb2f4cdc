import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { textLine } from '../../../runtime/log/log.ts';

const loggedLine = (fields: object) =>
  ({ level: 'info', time: '2026-11-24T19:30:02.726Z', event: 'started', ...fields }) as const;
const shown = (fields: object) => textLine(loggedLine(fields), false);

it('says what happened in words, with the time of day here', () => {
  expect(
    shown({ event: 'camera_state', camera: 'studio', state: 'streaming', detail: null }),
  ).toMatch(/^\d\d:\d\d:\d\d {2}camera state: camera studio, state streaming\n$/);
  expect(
    shown({ level: 'warn', event: 'feed_failing', detail: 'no answer', rows: [1, 2] }),
  ).toMatch(/ {2}warning: feed failing: no answer, rows 1 and 2\n$/);
});

it('shows the sentence of an error, and nothing of what is not known', () => {
  const error = { type: 'Error', message: 'cannot write', stack: 'Error: cannot write\n  at x' };
  expect(shown({ level: 'error', event: 'stop_failed', error, part: null, reasons: [] })).toMatch(
    / {2}error: stop failed: error cannot write\n$/,
  );
});

it('is coloured only where it is told that colours are shown', () => {
  const warning = loggedLine({ level: 'warn' });
  expect(textLine(warning, true)).toContain('\u001b[33m');
  expect(stripVTControlCharacters(textLine(warning, true))).toBe(textLine(warning, false));
});
