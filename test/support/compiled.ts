/**
 * The program, the servers it is measured against and what tests start in threads and processes, compiled as `npm run
 * build` compiles them but without looking at types: some seconds the first time, then only what has changed. So no bench
 * and no test runs an old `dist`, and none of their threads and processes runs through tsx: its names for closures cost
 * time at every request, and itself some two seconds at every start.
 */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type ts from 'typescript';

/** Holds `bin/turnout.cjs` next to `dist`, which mirrors the sources. */
const COMPILED_HOME = resolve('node_modules/.cache/turnout-compiled');

const PROGRAM = [
  'cli',
  'api',
  'ask',
  'notify',
  'web',
  'hq',
  'service',
  'store',
  'engine',
  'chain',
  'gym',
  'config',
  'runtime',
  'detectors',
];
const FOLDERS = [...PROGRAM, 'bench/api/contenders', 'bench/support', 'test/support/plugins'];
const MODEL = 'detectors/person/person.onnx';
const FONTS = 'engine/pictures/inter';
const ROOMS = 'engine/pictures/rooms';

let isCompiled = false;

/** A file of the compiled tree, by its source: a path from here, or a URL. Compiles what has changed, once a process. */
export function compiledFile(source: string | URL): string {
  compiledTree();
  return targetOf(source);
}

/** Where the compiled tree is. What has changed is compiled, once a process. */
export function compiledTree(): string {
  if (isCompiled) return COMPILED_HOME;
  isCompiled = true;
  const rootFiles = readdirSync('.').filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.config.ts'),
  );
  const sources = [
    ...rootFiles,
    ...FOLDERS.flatMap((folder) => [...filesIn(folder, '.ts'), ...filesIn(folder, '.tsx')]),
    ...filesIn('test', '.fixture.ts'),
    // What starts plugins from a compiled fixture.
    'test/support/compiled.ts',
  ];
  const fonts = filesIn(FONTS, '.woff2');
  const rooms = filesIn(ROOMS, '.jpg');
  for (const file of [
    'bin/turnout.cjs',
    'bin/runtime.cjs',
    'package.json',
    MODEL,
    ...fonts,
    ...rooms,
  ]) {
    mkdirSync(join(COMPILED_HOME, dirname(file)), { recursive: true });
    copyFileSync(file, join(COMPILED_HOME, file));
  }
  const stale = sources.filter(isStale);
  if (stale.length > 0) compile(stale);
  return COMPILED_HOME;
}

function filesIn(folder: string, ending: string): string[] {
  return (
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      // Declarations of packages without types make no code.
      .filter((file) => file.endsWith(ending) && !file.endsWith('.d.ts'))
      .map((file) => join(folder, file))
  );
}

function targetOf(source: string | URL): string {
  const path = source instanceof URL ? relative('.', fileURLToPath(source)) : source;
  return join(COMPILED_HOME, 'dist', path.replace(/\.tsx?$/, '.js'));
}

function isStale(source: string): boolean {
  const target = targetOf(source);
  return !existsSync(target) || statSync(target).mtimeMs <= statSync(source).mtimeMs;
}

function compile(sources: readonly string[]): void {
  // Only here: loading it takes a second, which a test that compiles nothing does not pay.
  const compiler: typeof ts = createRequire(import.meta.url)('typescript');
  const compilerOptions = optionsOf('tsconfig.build.json', compiler);
  for (const source of sources) {
    const target = targetOf(source);
    const text = readFileSync(source, 'utf8');
    const { outputText } = compiler.transpileModule(text, { fileName: source, compilerOptions });
    mkdirSync(dirname(target), { recursive: true });
    // All at once: others may be reading it.
    const draft = `${target}.${process.pid}`;
    writeFileSync(draft, outputText);
    renameSync(draft, target);
  }
}

/** One file at a time the compiler does not see `package.json`, so the kind of its modules is said here. */
function optionsOf(path: string, compiler: typeof ts): ts.CompilerOptions {
  const { config } = compiler.readConfigFile(path, compiler.sys.readFile);
  const { options } = compiler.parseJsonConfigFileContent(
    { ...config, include: ['main.ts'] },
    compiler.sys,
    '.',
  );
  return {
    ...options,
    module: compiler.ModuleKind.ESNext,
    moduleResolution: compiler.ModuleResolutionKind.Bundler,
    sourceMap: false,
    declaration: false,
    incremental: false,
  };
}

/** Before all tests of processes and threads, as Vitest calls it. */
export function setup(): void {
  compiledTree();
}
