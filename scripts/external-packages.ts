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
