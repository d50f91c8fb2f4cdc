/** The pass of a box: a user JWT of NATS. Its signature is the broker's business; here only its times are read. */

/** After a renewal that failed, and never more often. */
const MIN_MS = 10_000;
/** The clock of the box may be set meanwhile. */
const MAX_MS = 24 * 3_600_000;
/** Of a pass without times. */
const DEFAULT_MS = 3_600_000;

/** Whether half of the life of a pass is over; a pass without times is renewed whenever it is looked at. */
export function isRenewalDue(jwt: string, nowUtcMs: number): boolean {
  const times = timesOf(jwt);
  return times === null || nowUtcMs >= (times.issuedUtcMs + times.expiresUtcMs) / 2;
}

/** How long until it is looked whether a new pass is due, ms: at half of its life, and once a day until then. */
export function renewAfterMs(jwt: string, nowUtcMs: number): number {
  const times = timesOf(jwt);
  if (times === null) return DEFAULT_MS;
  const lifeMs = times.expiresUtcMs - times.issuedUtcMs;
  const dueMs = times.issuedUtcMs + lifeMs / 2 - nowUtcMs;
  return Math.min(MAX_MS, Math.max(Math.min(MIN_MS, lifeMs / 10), dueMs));
}

function timesOf(
  jwt: string,
): { readonly issuedUtcMs: number; readonly expiresUtcMs: number } | null {
  try {
    const payload = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const { iat, exp } = payload;
    if (typeof iat !== 'number' || typeof exp !== 'number' || exp <= iat) return null;
    return { issuedUtcMs: iat * 1_000, expiresUtcMs: exp * 1_000 };
  } catch {
    return null;
  }
}
