/** When a box asks for a new pass. */

import { expect, it } from 'vitest';
import { isRenewalDue, renewAfterMs } from '../../../../service/line/nats/pass.ts';

const DAY_MS = 86_400_000;
const ISSUED = Date.UTC(2026, 10, 1);

function passOf(lifeMs: number): string {
  const times = { iat: ISSUED / 1_000, exp: (ISSUED + lifeMs) / 1_000 };
  return `x.${Buffer.from(JSON.stringify(times)).toString('base64url')}.y`;
}

it('is at half of its life: the fifteenth day of thirty, and not before', () => {
  const pass = passOf(30 * DAY_MS);
  let nowUtcMs = ISSUED;
  while (!isRenewalDue(pass, nowUtcMs)) nowUtcMs += renewAfterMs(pass, nowUtcMs);
  expect((nowUtcMs - ISSUED) / DAY_MS).toBe(15);
});

it('is again some seconds after a renewal that failed', () => {
  const nowUtcMs = ISSUED + 20 * DAY_MS;
  expect(isRenewalDue(passOf(30 * DAY_MS), nowUtcMs)).toBe(true);
  expect(renewAfterMs(passOf(30 * DAY_MS), nowUtcMs)).toBe(10_000);
  expect(renewAfterMs(passOf(4_000), ISSUED + 3_000)).toBe(400);
});

it('is at the next look for a pass whose times cannot be read', () => {
  expect(isRenewalDue('x', ISSUED)).toBe(true);
  expect(renewAfterMs('x', ISSUED)).toBe(3_600_000);
});
