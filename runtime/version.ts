/** The version of the program, from the one place that states it: `package.json`. */

import { existsSync, readFileSync } from 'node:fs';

/** Works from the source tree and from `dist/`, which is one folder deeper. */
function readVersion(): string {
  const places = ['../package.json', '../../package.json'].map(
    (path) => new URL(path, import.meta.url),
  );
  const place = places.find((path) => existsSync(path));
  const manifest: { version?: string } =
    place === undefined ? {} : JSON.parse(readFileSync(place, 'utf8'));
  return manifest.version ?? '0.0.0';
}

/** `major.minor.patch`. */
export const VERSION = readVersion();
