/** `WWW-Authenticate` taken apart: RFC 9110, 11.6.1. Several challenges may stand in one header or in several. */

export interface Challenge {
  /** In lower case: `basic`, `digest`. */
  readonly scheme: string;
  /** Names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** A parameter (`name=value` or `name="quoted \" value"`), or the name of a scheme. */
const PIECE = /([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+)))?/g;

/** The challenges of all headers, in order. What is not understood is left out. */
export function parseChallenges(headers: readonly string[]): Challenge[] {
  return headers.flatMap(parseHeader);
}

function parseHeader(header: string): Challenge[] {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  for (const [, name = '', quoted, bare] of header.matchAll(PIECE)) {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? bare;
    if (value === undefined) {
      challenges.push({ scheme: name.toLowerCase(), parameters: new Map() });
    } else {
      challenges.at(-1)?.parameters.set(name.toLowerCase(), value);
    }
  }
  return challenges;
}
