/** Status codes with their reason phrases, as HTTP/1.1 writes them. */

import { STATUS_CODES } from 'node:http';

const lines = new Map<number, string>();

/** `404` becomes `404 Not Found`. */
export function statusLine(status: number): string {
  const line = lines.get(status) ?? `${status} ${STATUS_CODES[status] ?? 'Unknown'}`;
  lines.set(status, line);
  return line;
}
