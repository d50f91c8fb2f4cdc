/** What the bundles of the program and of the package for plugin authors have in common. */

import { existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import type { BuildOptions } from 'esbuild';

/** Packages that the bundle of the program does not contain: native ones, and those that look for files of their own. */
export const EXTERNAL: readonly string[] = [
  '@btc-vision/uwebsockets.js',
  '@napi-rs/canvas',
  '@trufflesuite/uws-js-unofficial',
  'node-av',
  'onnxruntime-node',
  'pg',
  'piscina',
  'sharp',
  'sqlite3',
];

/** Names stay as they are written: errors and logs have them. */
export const BUNDLE = {
  outbase: '.',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Fewer bytes to compile at the start.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** The program: an entry for each thread and process, and for what packages import. */
export const PROGRAM = {
  ...BUNDLE,
  entryPoints: [
    'cli/index.ts',
    'detectors/conformance.ts',
    'detectors/index.ts',
    'engine/cameras/thread/worker.ts',
    'engine/conformance/child.ts',
    'engine/pool/plugin-child.ts',
    'engine/pool/worker.ts',
    'service/gyms/estimates/worker.ts',
    'service/parsing/parse-worker.ts',
  ],
  external: [...EXTERNAL],
  // The native parts that ws would look for: no release has them.
  define: { 'process.env.WS_NO_BUFFER_UTIL': '"1"', 'process.env.WS_NO_UTF_8_VALIDATE': '"1"' },
  // Packages in CommonJS require Node's own modules when they run.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
  jsx: 'automatic',
  jsxImportSource: 'preact',
} satisfies BuildOptions;

/** A server that runs loads a chunk when it first needs it, so one that a build replaces stays a week. Chosen here. */
const REPLACED_MS = 7 * 86_400_000;

/** Deletes chunks that were replaced a week ago. @param made files of the newest build. */
export function dropReplaced(folder: string, made: readonly string[], now: Date): void {
  for (const path of readdirSync(folder).map((name) => `${folder}/${name}`)) {
    if (made.includes(path)) continue;
    // A chunk loses its map when it is replaced.
    if (path.endsWith('.map')) {
      rmSync(path);
      utimesSync(path.slice(0, -'.map'.length), now, now);
    } else if (!existsSync(`${path}.map`) && +now - statSync(path).mtimeMs > REPLACED_MS) {
      rmSync(path);
    }
  }
}
