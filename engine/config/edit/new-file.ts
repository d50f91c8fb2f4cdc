/** The head of a configuration file that a command creates. */

import { existsSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Comments that say what the file is, and the line that gives editors completion. */
export function newFileText(path: string): string {
  const schema = schemaFor(path);
  const completion = schema === null ? '' : `# yaml-language-server: $schema=${schema}\n`;
  return `${completion}# Configuration of Turnout. It is the only truth for gyms, rooms and cameras; commands such as "turnout camera add"
# change it in place and keep your comments. All keys: docs/configuration.md. A running server takes changes at once.
# Durations and sizes carry their unit (5s, 30d, 64MB). \${NAME} is an environment variable: keep passwords there.
`;
}

/** The schema lies beside the sources, also seen from `dist/`. */
const SCHEMA_PLACES = ['../schema.json', '../../../../engine/config/schema.json'];

/** Path of the schema from the folder of `path`, absolute where it lies outside; null where it is not installed. */
function schemaFor(path: string): string | null {
  const places = SCHEMA_PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const schema = places.find((place) => existsSync(place));
  if (schema === undefined) return null;
  const way = relative(dirname(path), schema);
  return way.startsWith('..') ? schema : `./${way}`;
}
