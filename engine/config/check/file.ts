/** Checks a whole configuration file: syntax, schema and rules, and gives every fault of all three. */

import { CONFIG_FILE, type ConfigFile } from '../sections/index.ts';
import type { Env } from '../values/index.ts';
import { parseYaml } from './document.ts';
import type { ConfigFault } from './fault.ts';
import type { Incomplete } from './incomplete.ts';
import { type ReadResult, readDocument } from './reader.ts';
import type { Variables } from './reading.ts';
import { checkRules } from './rules.ts';
import { schemaNode } from './schema-node.ts';

/** A file without faults, or all of its faults. */
export type CheckedFile =
  | { readonly ok: true; readonly file: ConfigFile }
  | { readonly ok: false; readonly faults: readonly ConfigFault[] };

/** Reads and checks the text of a configuration file. Never throws on a bad one. */
export function checkFile(text: string, env: Env): CheckedFile {
  const { value, faults } = check(text, { env, mayLackVariables: false });
  // The reader leaves out what does not fit: without a fault, the value is the whole schema's. A property test in
  // `test/engine/config/check/file.test.ts` holds it against typebox's own check.
  return faults.length === 0 ? { ok: true, file: value as ConfigFile } : { ok: false, faults };
}

/** Faults of a text that a command has changed: variables that are not set here may be set where the server runs. */
export function checkEdited(text: string, env: Env): readonly ConfigFault[] {
  return check(text, { env, mayLackVariables: true }).faults;
}

/** What could be read, and all faults in the order of the file. */
function check(text: string, variables: Variables): ReadResult {
  const document = parseYaml(text);
  const { value, faults } = readDocument(document, schemaNode(CONFIG_FILE), variables);
  const rules = checkRules((value ?? {}) as Incomplete<ConfigFile>).map(({ path, ...finding }) =>
    document.fault(document.offsetOf(path), path, finding),
  );
  const all = [...document.faults, ...faults, ...rules];
  return { value, faults: all.sort((a, b) => a.line - b.line || a.column - b.column) };
}
