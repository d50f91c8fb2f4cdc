/** `turnout hq token|box`: who may send. */

import type { Database } from '../../hq/database/database.ts';
import { createToken, revokeBox } from '../../hq/sync/boxes.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { CliContext } from '../context.ts';
import { columns } from '../terminal/columns.ts';
import { withOffice } from './office.ts';

export function makeToken(context: CliContext, gym: string): Promise<void> {
  return withOffice(async ({ database }, { publicUrl }) => {
    const invitation = await invite(database, gym, publicUrl);
    context.print(invitation.body, invitation.lines.join('\n'));
  });
}

/** A token for a box of the gym, and what to do with it. Rejects with `gym_unknown`. */
export async function invite(database: Database, gym: string, publicUrl: string | null) {
  const { token, untilUtcMs } = await createToken(database, gym, systemClock.nowUtcMs());
  const until = new Date(untilUtcMs).toISOString();
  const url = publicUrl ?? 'https://hq.example.com';
  return {
    body: { token, gym_id: gym, until },
    lines: [
      token,
      `Good for one box of gym ${gym} until ${until}. At the box:`,
      `  turnout join ${url} --token ${token}`,
    ],
  };
}

interface BoxRow {
  readonly id: string;
  readonly gymId: string;
  readonly hostname: string;
  readonly enrolledUtcMs: number;
  readonly revokedUtcMs: number | null;
  readonly seenUtcMs: number | null;
}

export function listBoxes(context: CliContext): Promise<void> {
  return withOffice(async ({ database }) => {
    const boxes = await database.query<BoxRow>(BOXES);
    const rows = boxes.map(({ id, gymId, hostname, enrolledUtcMs, revokedUtcMs, seenUtcMs }) => ({
      id,
      gym_id: gymId,
      hostname,
      joined_at: instant(enrolledUtcMs),
      last_seen: instant(seenUtcMs),
      revoked_at: instant(revokedUtcMs),
    }));
    const table = columns([
      ['BOX', 'GYM', 'HOST', 'JOINED', 'LAST SEEN', 'REVOKED'],
      ...rows.map((row) => Object.values(row).map((value) => value ?? '')),
    ]);
    context.print(rows, rows.length === 0 ? 'No box has joined yet.' : table.join('\n'));
  });
}

export function shutOut(context: CliContext, id: string): Promise<void> {
  return withOffice(async ({ database }) => {
    await revokeBox(database, id, systemClock.nowUtcMs());
    context.print({ id }, `Box ${id} is shut out from now on; what it sent stays.`);
  });
}

function instant(utcMs: number | null): string | null {
  return utcMs === null ? null : new Date(utcMs).toISOString();
}

const BOXES = `
SELECT b.id, g.id AS "gymId", b.hostname, b.joined_utc_ms AS "enrolledUtcMs", b.revoked_utc_ms AS "revokedUtcMs",
  b.received_utc_ms AS "seenUtcMs"
FROM box b JOIN gym g ON g.key = b.gym ORDER BY b.joined_utc_ms DESC`;
