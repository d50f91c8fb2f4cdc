/**
 * `npm run build`: bundles the program into `dist/`, one entry for each thread and process and for what packages import.
 * Code that several entries share is in `dist/chunks/`, so that one process has one copy of each module. Native packages,
 * and those that look for files of their own, stay in `node_modules`.
 */

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';
import { buildWeb } from './build-web.ts';
import { dropReplaced, PROGRAM } from './bundle.ts';

for (const name of existsSync('dist') ? readdirSync('dist') : []) {
  if (name !== 'chunks') rmSync(`dist/${name}`, { recursive: true });
}
const options = { ...PROGRAM, outdir: 'dist', sourcemap: true, metafile: true } as const;
const { metafile } = await build(options);
dropReplaced('dist/chunks', Object.keys(metafile.outputs), new Date());
await buildWeb();
