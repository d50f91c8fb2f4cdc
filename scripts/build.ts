/**
 * `npm run build`: bundles the program into `dist/`, one entry for each thread and process and for what packages import.
 * Code that several entries share is in `dist/chunks/`, so that one process has one copy of each module. Native packages,
 * and those that look for files of their own, stay in `node_modules`.
 */

import { rmSync } from 'node:fs';
import { build } from 'esbuild';
import { buildWeb } from './build-web.ts';
import { PROGRAM } from './bundle.ts';

rmSync('dist', { recursive: true, force: true });
await build({ ...PROGRAM, outdir: 'dist', sourcemap: true });
await buildWeb();
