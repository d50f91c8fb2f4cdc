/** Facts of the program as programs outside read them: names in snake_case, times in ISO 8601. */

/** Some facts by name: `createdUtcMs` becomes `created_at`. Shallow, since the keys of what people wrote are theirs. */
export function wire<Facts extends object, const Name extends keyof Facts & string>(
  facts: Facts,
  ...names: readonly Name[]
): Wire<Facts, Name> {
  const entries = names.map((name) => {
    const value: unknown = facts[name];
    return [wireName(name), name.endsWith('UtcMs') ? instantOrNull(value as number) : value];
  });
  return Object.fromEntries(entries) as Wire<Facts, Name>;
}

/** Two places are all that means anything. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;

export const instant = (atUtcMs: number): string => new Date(atUtcMs).toISOString();

export const instantOrNull = (atUtcMs: number | null) =>
  atUtcMs === null ? null : instant(atUtcMs);

export type Wire<Facts, Name extends keyof Facts & string> = {
  readonly [Key in Name as WireName<Key>]: Key extends `${string}UtcMs`
    ? string | Extract<Facts[Key], null>
    : Facts[Key];
};

type WireName<Name extends string> = Name extends `${infer What}AtUtcMs`
  ? `${Snake<What>}_at`
  : Name extends `${infer What}UtcMs`
    ? `${Snake<What>}_at`
    : Snake<Name>;

type Snake<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';

function wireName(name: string): string {
  return name
    .replace(/(?:At)?UtcMs$/, 'At')
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** What a text, or UTF-8, says as JSON; null for what is none. */
export function parsedJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}

/**
 * All that comes of a body; null where it is more than `mostBytes`: the rest is not read, and its connection is closed. Rejects
 * where it breaks off. @param onPart Called as each part comes.
 */
export async function bytesWithin(
  body: AsyncIterable<Uint8Array> | null,
  mostBytes: number,
  onPart?: () => void,
): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    onPart?.();
    bytes += part.length;
    if (bytes > mostBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
