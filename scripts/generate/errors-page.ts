/** Reference of the error codes, from errors.ts. */

import { ERRORS } from '../../errors.ts';
import { GENERATED_NOTE, table } from './table.ts';

/** `docs/errors.md`. */
export function errorsPage(): string {
  const rows = Object.entries(ERRORS).map(([code, { meaning, status }]) => [
    `\`${code}\``,
    meaning,
    String(status),
  ]);
  return `${GENERATED_NOTE}

# Error codes

Every error of Turnout has one of these codes, on the command line (\`--json\`), in the log and in answers of the API.
Codes never change their meaning. Messages are for people and may change. A message is one sentence: where the fault is, what
was expected, what was found, and what to do. No message contains the address or the password of a camera.

${table(['Code', 'Meaning', 'HTTP status'], rows)}
`;
}
