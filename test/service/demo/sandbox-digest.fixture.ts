/** Says the digest of the sandbox of the dates it is given, for a process of its own. */

import { createHash } from 'node:crypto';
import { sandboxView } from '../../../service/demo/sandbox.ts';

export function digestOf(date: string): string {
  const view = sandboxView(Date.parse(`${date}T12:00:00Z`));
  return createHash('sha256').update(JSON.stringify(view)).digest('hex');
}

const asked = process.argv.slice(2).filter((text) => /^\d{4}-\d{2}-\d{2}$/.test(text));
if (asked.length > 0) process.stdout.write(asked.map(digestOf).join('\n'));
