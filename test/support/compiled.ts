/**
 * The program, the servers it is measured against and what tests start in threads and processes, bundled as `npm run build`
 * bundles the program: a second or two, and only where a source has changed. So no bench and no test runs an old `dist`, and
 * none of their threads and processes runs through tsx or reads hundreds of modules: that takes seconds at every start.
 */

import { cpSync, existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type esbuild from 'esbuild';
import { PROGRAM } from '../../scripts/bundle.ts';

/** Holds `bin/turnout.cjs` next to `dist`, as an installation does. */
const COMPILED_HOME = resolve('node_modules/.cache/turnout-compiled');
const OUT = join(COMPILED_HOME, 'dist');
const COPIED = [
  'bin',
  'package.json',
  'ask/read/opinion.onnx',
  'detectors/person/person.onnx',
  'engine/pictures/inter',
  'engine/pictures/rooms',
];
const BENCHES = [
  'bench/api/contenders/bare-uws.ts',
  'bench/api/contenders/fastify.ts',
  'bench/api/contenders/node-http.ts',
  'bench/engine/reported.ts',
  'bench/support/rate-generator.ts',
  'bench/support/steady-requests.ts',
];

let isCompiled = false;

/** A file of the compiled tree, by its source: a path from here, or a URL. Compiles what has changed, once a process. */
export function compiledFile(source: string | URL): string {
  compiledTree();
  const path = source instanceof URL ? relative('.', fileURLToPath(source)) : source;
  return join(OUT, path.replace(/\.ts$/, '.js'));
}

/** Where the compiled tree is. What has changed is compiled, once a process. */
export function compiledTree(): string {
  if (isCompiled) return COMPILED_HOME;
  isCompiled = true;
  const sources = readdirSync('.').flatMap((name) =>
    /^(\..*|node_modules|dist|clients)$/.test(name) ? [] : sourcesIn(name),
  );
  const stamp = join(COMPILED_HOME, 'package.json');
  const madeAtMs = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  if (sources.every((source) => statSync(source).mtimeMs < madeAtMs)) return COMPILED_HOME;
  // Only here: what compiles nothing does not load it.
  const { buildSync }: typeof esbuild = createRequire(import.meta.url)('esbuild');
  buildSync({ ...PROGRAM, outdir: OUT });
  const fixtures = sources.filter((source) => source.endsWith('.fixture.ts'));
  const external = [...PROGRAM.external, 'esbuild', 'fastify', 'vitest'];
  buildSync({ ...PROGRAM, entryPoints: [...fixtures, ...BENCHES], external, outdir: OUT });
  for (const file of COPIED) cpSync(file, join(COMPILED_HOME, file), { recursive: true });
  return COMPILED_HOME;
}

function sourcesIn(folder: string): string[] {
  if (!statSync(folder).isDirectory()) return [folder];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file));
}

/** Before all tests of processes and threads, as Vitest calls it. */
export function setup(): void {
  compiledTree();
}
