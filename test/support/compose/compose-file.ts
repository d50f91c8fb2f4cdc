/** A compose file as Compose reads it: variables put in. Its services stand in the order in which they start. */

import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';

export interface Service {
  readonly name: string;
  readonly image: string;
  /** Without it that of the image. */
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  /** A value may be a number. */
  readonly environment?: Readonly<Record<string, string>>;
  /** `source:target` or `source:target:ro`. */
  readonly volumes?: readonly string[];
  /** `CMD-SHELL` and a text whose exit status 0 means healthy. */
  readonly healthcheck?: { readonly test: readonly [kind: string, text: string] };
}

/** Throws for a variable that must be set, and is not: with its message. */
export function readCompose(path: string, variables: Readonly<Record<string, string>>): Service[] {
  const { services } = parse(withVariables(readFileSync(path, 'utf8'), variables));
  return Object.entries<Service>(services).map(([name, body]) => ({ ...body, name }));
}

/** The variables of a file `.env`. */
export function readEnvFile(path: string): Record<string, string> {
  return parseEnv(readFileSync(path, 'utf8')) as Record<string, string>;
}

function withVariables(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(\w+)(?:(:-|:\?)([^}]*))?\}/g, (_, name, kind, rest) => {
    const value = variables[name] ?? '';
    if (value !== '') return value;
    if (kind === ':?') throw new Error(`${name}: ${rest}`);
    return kind === ':-' ? rest : '';
  });
}
