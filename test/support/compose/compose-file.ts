/** A compose file as Compose reads it: variables put in. Its services stand in the order in which they start. */

import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';

export interface Service {
  readonly name: string;
  readonly image: string;
  /** Null: that of the image. */
  readonly entrypoint: readonly string[] | null;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** `source:target` or `source:target:ro`. */
  readonly volumes: readonly string[];
  /** Shell text whose exit status 0 means healthy; null where there is none. */
  readonly health: string | null;
}

/** Throws for a variable that must be set, and is not: with its message. */
export function readCompose(path: string, variables: Readonly<Record<string, string>>): Service[] {
  const { services } = parse(readFileSync(path, 'utf8'));
  const bodies = interpolated(services, variables) as Record<string, Record<string, unknown>>;
  return Object.entries(bodies).map(
    ([name, body]): Service => ({
      name,
      image: String(body['image']),
      entrypoint: (body['entrypoint'] as string[] | undefined) ?? null,
      command: (body['command'] as string[] | undefined) ?? [],
      environment: (body['environment'] as Record<string, string> | undefined) ?? {},
      volumes: (body['volumes'] as string[] | undefined) ?? [],
      health: healthOf(body['healthcheck']),
    }),
  );
}

/** The variables of a file `.env`. */
export function readEnvFile(path: string): Record<string, string> {
  return parseEnv(readFileSync(path, 'utf8')) as Record<string, string>;
}

function interpolated(value: unknown, variables: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return withVariables(value, variables);
  if (Array.isArray(value)) return value.map((one) => interpolated(one, variables));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, one]) => [name, interpolated(one, variables)]));
}

function withVariables(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(\w+)(?:(:-|:\?)([^}]*))?\}/g, (_, name, kind, rest) => {
    const value = variables[name] ?? '';
    if (value !== '') return value;
    if (kind === ':?') throw new Error(`${name}: ${rest}`);
    return kind === ':-' ? rest : '';
  });
}

function healthOf(body: unknown): string | null {
  const [kind, text] = (body as { test?: string[] } | undefined)?.test ?? [];
  return kind === 'CMD-SHELL' && text !== undefined ? text : null;
}
