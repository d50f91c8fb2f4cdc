/** What a contender is told by whoever starts it, and how it says that it listens. */

import { readFileSync } from 'node:fs';
import type { KeptAnswer } from './raw-answer.ts';

export interface ContenderInput {
  readonly configPath: string;
  /** Its own; with the keys. */
  readonly dir: string;
  readonly kept: KeptAnswer;
}

/** From the file that the only argument names. */
export function contenderInput(): ContenderInput {
  const { configPath, dir, headers, body } = JSON.parse(
    readFileSync(process.argv[2] ?? '', 'utf8'),
  );
  return { configPath, dir, kept: { headers, body: Buffer.from(body, 'base64') } };
}

export function sayListening(port: number): void {
  console.log(JSON.stringify({ event: 'listening', url: `http://127.0.0.1:${port}` }));
}
