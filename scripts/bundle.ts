/** What the bundles of the program and of the package for plugin authors have in common. */

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

/** An entry for each thread and process; names stay as they are written: errors and logs have them. */
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
