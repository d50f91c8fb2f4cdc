/** Rows that SQLite gives as one JSON text: many of them cost the calling thread little. */

import type { Session } from '../database.ts';

/** @param sql has the one column `page`. */
export async function readJson<Row>(
  session: Session,
  sql: string,
  ...values: (string | number)[]
): Promise<Row[]> {
  const found = await session.get<{ page: string }>(sql, ...values);
  return JSON.parse(found?.page ?? '[]');
}
