/** Rows that SQLite gives as one JSON text: many of them cost the calling thread little. */

import type { Session } from '../database.ts';

/** What answers questions: a session, or a connection between the questions of others. */
export type Questions = Pick<Session, 'get'>;

/** @param sql has the one column `page`. */
export async function readJson<Row>(
  questions: Questions,
  sql: string,
  ...values: (string | number)[]
): Promise<Row[]> {
  const found = await questions.get<{ page: string }>(sql, ...values);
  return JSON.parse(found?.page ?? '[]');
}
