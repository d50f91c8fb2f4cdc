/**
 * The query of a request as FastAPI reads it: `+` is a space, names are decoded and case-sensitive, `;` separates
 * nothing, `n` and `n=` are both the empty text. Measured on FastAPI 0.142: docs/method.md#validation.
 */

const NONE: ReadonlyMap<string, string> = new Map();

/** The last value of every name: an earlier one is not even looked at. */
export function parseQuery(rawQuery: string | null): ReadonlyMap<string, string> {
  if (rawQuery === null || rawQuery === '') return NONE;
  const values = new Map<string, string>();
  for (const piece of rawQuery.split('&')) {
    if (piece === '') continue;
    const mark = piece.indexOf('=');
    const name = mark === -1 ? piece : piece.slice(0, mark);
    values.set(decode(name), mark === -1 ? '' : decode(piece.slice(mark + 1)));
  }
  return values;
}

function decode(text: string): string {
  return decodePercent(text.replaceAll('+', ' '));
}

/** As FastAPI undoes it: never an error. Source: `urllib.parse.unquote` of Python. */
const RUN = /(?:%[0-9A-Fa-f]{2})+/g;

/** The text with its percent-encoding undone. What is no encoding stays; what is no UTF-8 becomes U+FFFD. */
export function decodePercent(text: string): string {
  return text.includes('%')
    ? text.replace(RUN, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
    : text;
}
