/** The pass of a box: a user JWT of NATS. Its signature is the broker's business; here only its times are read. */

/** After a renewal that failed, and never more often. */
const MIN_MS = 10_000;
const MAX_MS = 24 * 3_600_000;
/** Of a pass without times. */
const DEFAULT_MS = 3_600_000;

/** How long until a new pass is asked for, ms: until half of its life is over, and a part of the remainder after that. */
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
