/** Monthly parts of what grows for ever: what is too old goes with its part, at once. */

import type { Session } from '../database/database.ts';

const MONTH = /^(\d{4})-(\d\d)/;

/** Makes the parts of `room_day` that some dates (`YYYY-MM-DD`) need. */
export async function ensurePartitions(session: Session, days: readonly string[]): Promise<void> {
  const months = [...new Set(days.map((day) => day.slice(0, 7)))].sort();
  const names = months.map((month) => `room_day_${month.replace('-', '_')}`);
  const there = await session.query<{ name: string }>(
    'SELECT relname AS name FROM pg_class WHERE relname = ANY($1::text[])',
    [names],
  );
  const known = new Set(there.map(({ name }) => name));
  for (const [at, month] of months.entries()) {
    const name = names[at] ?? '';
    if (known.has(name)) continue;
    // Two ingesters: the second waits and finds it there. Both names are made of digits alone.
    await session.query('SELECT pg_advisory_xact_lock(hashtext($1))', [name]);
    await session.query(
      `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF room_day FOR VALUES FROM ('${month}-01') TO ('${after(month)}-01')`,
    );
  }
}

function after(month: string): string {
  const [, year = '', number = ''] = MONTH.exec(month) ?? [];
  const next = Number(number) % 12;
  return `${Number(year) + (next === 0 ? 1 : 0)}-${String(next + 1).padStart(2, '0')}`;
}
