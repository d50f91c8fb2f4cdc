/** Secrets of all nodes together: the first node that needs one makes it. */

import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';

const BYTES = 32;

/** Rejects with `database_unusable`. */
export async function sharedSecret(database: Database, name: string): Promise<Buffer> {
  await database.query(OFFER, [name, randomBytes(BYTES).toString('base64url')]);
  const [row] = await database.query<{ value: string }>(READ, [name]);
  return Buffer.from(row?.value ?? '', 'base64url');
}

const OFFER = 'INSERT INTO shared_secret (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING';
const READ = 'SELECT value FROM shared_secret WHERE name = $1';
