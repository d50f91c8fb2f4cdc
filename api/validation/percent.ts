/** Percent-encoding as FastAPI undoes it: never an error. Source: `urllib.parse.unquote` of Python. */

const RUN = /(?:%[0-9A-Fa-f]{2})+/g;

/** The text with its percent-encoding undone. What is no encoding stays; what is no UTF-8 becomes U+FFFD. */
export function decodePercent(text: string): string {
  return text.includes('%')
    ? text.replace(RUN, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
    : text;
}
