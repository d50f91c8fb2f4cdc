/** A compose file as Compose reads it: variables put in. Its services stand in the order in which they start. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** With the variables of `.env` next to it. Throws for one that must be set, and is not: with its message. */
export function readCompose(folder: string): Service[] {
  const [file = '', given = ''] = ['compose.yaml', '.env'].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  const variables = parseEnv(given);
  const text = file.replace(/\$\{(\w+)(?:(:-|:\?)([^}]*))?\}/g, (_, name, kind, rest) => {
    const value = variables[name] ?? '';
    if (value !== '') return value;
    if (kind === ':?') throw new Error(`${name}: ${rest}`);
    return kind === ':-' ? rest : '';
  });
  const { services } = parse(text);
  return Object.entries<Service>(services).map(([name, body]) => ({ ...body, name }));
}
