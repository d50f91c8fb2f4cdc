/** When a request is sent again. */

import { expect, it } from 'vitest';
import { pause, retryAfterIn, waitMs } from '../../../clients/js/src/waiting.ts';

it.each([
  ['is up to half a second at first', { retries: 0, retryAfterS: null, random: 1 }, 500],
  ['may be none', { retries: 3, retryAfterS: null, random: 0 }, 0],
  ['doubles', { retries: 2, retryAfterS: null, random: 1 }, 2_000],
  ['has an end', { retries: 9, retryAfterS: null, random: 1 }, 8_000],
  ['is what the service asks for', { retries: 5, retryAfterS: 3, random: 0 }, 3_000],
  // Those who wait do not come together.
  ['is longer by a random part', { retries: 0, retryAfterS: 3, random: 1 }, 3_500],
  ['is never longer than half a minute', { retries: 0, retryAfterS: 31, random: 0 }, null],
] as const)('the wait before a retry %s', (_, { retries, retryAfterS, random }, expected) => {
  expect(waitMs(retries, retryAfterS, random)).toBe(expected);
});

it('the wait before a retry ends with the signal', async () => {
  const controller = new AbortController();
  const waiting = pause(600_000, controller.signal);
  controller.abort();
  await expect(waiting).rejects.toBe(controller.signal.reason);
  await expect(pause(600_000, controller.signal)).rejects.toBe(controller.signal.reason);
});

const now = Date.UTC(2026, 10, 21, 12);

it.each([
  ['120', 120],
  ['0', 0],
  ['Sat, 21 Nov 2026 12:01:30 GMT', 90],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ['soon', null],
  [null, null],
])('Retry-After %s is %s', (text, seconds) => {
  expect(retryAfterIn(text, now)).toBe(seconds);
});
