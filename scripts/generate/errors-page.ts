/** Reference of the error codes, from errors.ts. */

import { ERRORS } from '../../errors.ts';
import { GENERATED_NOTE } from './table.ts';

/** `docs/errors.md`. */
export function errorsPage(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { meaning, status }]) => `- ${status} \`${code}\`: ${meaning}`,
  );
  return `${GENERATED_NOTE}

# Error codes

For integrators: every error of the API, of \`--json\` on the command line and of the log has one of these codes. Codes keep their meaning.
The number is the HTTP status.

${rows.join('\n')}
`;
}
