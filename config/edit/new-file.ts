/** The head of a configuration file that a command creates. */

import { existsSync } from 'node:fs';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installedFile } from '../../runtime/installation.ts';

/**
 * Comments that say what the file at `path` is, and the line that gives editors completion. `schema` is the absolute
 * path of the schema, null where it is not installed; that line is then left out.
 */
export function newFileText(path: string, schema: string | null = installedSchema()): string {
  const completion =
    schema === null ? '' : `# yaml-language-server: $schema=${addressOf(schema, dirname(path))}\n`;
  return `${completion}# Configuration of Turnout. It is the only truth for gyms, rooms and cameras; commands such as "turnout camera add"
# change it in place and keep your comments. All keys: docs/configuration.md. A running server takes changes at once.
# Durations and sizes carry their unit (5s, 30d, 64MB). \${NAME} is an environment variable: keep passwords there.
`;
}

function installedSchema(): string | null {
  const path = fileURLToPath(installedFile('config/schema.json'));
  return existsSync(path) ? path : null;
}

/**
 * The schema from `folder`: a relative path where it lies below, so that both can be moved together, a file: URL
 * elsewhere. Editors end the address at the first space, which only a URL can hold.
 */
function addressOf(schema: string, folder: string): string {
  const way = relative(folder, schema);
  const isBelow = !isAbsolute(way) && !way.startsWith('..') && !/\s/.test(way);
  return isBelow ? `./${way.replaceAll(sep, '/')}` : pathToFileURL(schema).href;
}
