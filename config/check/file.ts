/** Checks whole files: syntax, schema and rules, and gives every fault of all three. */

import type { Static, TSchema } from 'typebox';
import { CONFIG_FILE, type ConfigFile } from '../sections/file.ts';
import { ZONES_FILE, type ZonesFile } from '../sections/gym/zone.ts';
import type { Env } from '../values/interpolation.ts';
import { parseYaml } from './document.ts';
import type { ConfigFault } from './fault.ts';
import type { Incomplete } from './incomplete.ts';
import { type ReadResult, readDocument, type Variables } from './read.ts';
import { checkRules, checkZones, type RuleFinding } from './rules.ts';
import { schemaNode } from './schema-node.ts';

/** A file without faults, or all of its faults in its order. */
export type CheckedFile<File> =
  | { readonly ok: true; readonly file: File }
  | { readonly ok: false; readonly faults: readonly ConfigFault[] };

/** What a kind of file must be. */
interface FileKind<Schema extends TSchema> {
  readonly schema: Schema;
  readonly rules: (file: Incomplete<Static<Schema>>) => readonly RuleFinding[];
}

const CONFIG: FileKind<typeof CONFIG_FILE> = { schema: CONFIG_FILE, rules: checkRules };
const ZONES: FileKind<typeof ZONES_FILE> = {
  schema: ZONES_FILE,
  rules: ({ zones }) => checkZones(zones, ['zones']),
};

/** Reads and checks the text of a configuration file. Never throws on a bad one. */
export function checkFile(text: string, env: Env): CheckedFile<ConfigFile> {
  return checked(check(text, CONFIG, { env, mayLackVariables: false }));
}

/** Reads and checks the text of a file of zones alone. Never throws on a bad one. */
export function checkZonesFile(text: string, env: Env): CheckedFile<ZonesFile> {
  return checked(check(text, ZONES, { env, mayLackVariables: false }));
}

/** Faults of a configuration that a command has changed: variables not set here may be set where the server runs. */
export function checkEdited(text: string, env: Env): readonly ConfigFault[] {
  return check(text, CONFIG, { env, mayLackVariables: true }).faults;
}

/**
 * The reader leaves out what does not fit: without a fault, the value is the whole schema's. A property test in
 * `test/config/check/file.test.ts` holds it against typebox's own check.
 */
function checked<File>({ value, faults }: ReadResult): CheckedFile<File> {
  return faults.length === 0 ? { ok: true, file: value as File } : { ok: false, faults };
}

function check<Schema extends TSchema>(
  text: string,
  { schema, rules }: FileKind<Schema>,
  variables: Variables,
): ReadResult {
  const document = parseYaml(text);
  const { value, faults } = readDocument(document, schemaNode(schema), variables);
  const found = rules((value ?? {}) as Incomplete<Static<Schema>>).map(({ path, ...finding }) =>
    document.fault(document.offsetOf(path), path, finding),
  );
  const all = [...document.faults, ...faults, ...found];
  return { value, faults: all.sort((a, b) => a.line - b.line || a.column - b.column) };
}
