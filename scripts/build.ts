/**
 * `npm run build`: bundles the program into `dist/`, one entry for each thread and process and for what packages import.
 * Code that several entries share is in `dist/chunks/`, so that one process has one copy of each module. Native packages,
 * and those that look for files of their own, stay in `node_modules`. Types are `tsc`'s.
 */

import { rmSync } from 'node:fs';
import { build } from 'esbuild';
import { buildWeb } from './build-web.ts';
import { BUNDLE, EXTERNAL } from './bundle.ts';

const ENTRIES = [
  'cli/index.ts',
  'detectors/conformance.ts',
  'detectors/index.ts',
  'engine/cameras/thread/worker.ts',
  'engine/conformance/child.ts',
  'engine/pool/plugin-child.ts',
  'engine/pool/worker.ts',
  'service/gyms/estimates/worker.ts',
  'service/parsing/parse-worker.ts',
];

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: ENTRIES,
  outdir: 'dist',
  ...BUNDLE,
  external: [...EXTERNAL],
  // The native parts that ws would look for: no release has them.
  define: { 'process.env.WS_NO_BUFFER_UTIL': '"1"', 'process.env.WS_NO_UTF_8_VALIDATE': '"1"' },
  sourcemap: true,
  // Packages in CommonJS require Node's own modules when they run.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
  jsx: 'automatic',
  jsxImportSource: 'preact',
});
await buildWeb();
