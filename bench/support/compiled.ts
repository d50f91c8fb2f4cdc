/**
 * The program and the servers it is measured against, compiled as `npm run build` compiles them but without looking at
 * types: some seconds the first time, then only what has changed. So a bench never measures an old `dist`, and nobody
 * runs through tsx, whose names for closures cost time at every request.
 */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const HOME = resolve('node_modules/.cache/turnout-bench');
const FOLDERS = ['cli', 'api', 'engine', 'detectors', 'bench/api/contenders', 'bench/support'];

let isCompiled = false;

/** Where they lie: `bin/turnout.cjs` beside `dist`, which mirrors the sources. Compiled once in a process. */
export function compiledTree(): string {
  if (isCompiled) return HOME;
  isCompiled = true;
  const rootFiles = readdirSync('.').filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.config.ts'),
  );
  const sources = [
    ...rootFiles,
    ...FOLDERS.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => join(folder, file)),
    ),
  ];
  mkdirSync(join(HOME, 'bin'), { recursive: true });
  copyFileSync('bin/turnout.cjs', join(HOME, 'bin/turnout.cjs'));
  copyFileSync('package.json', join(HOME, 'package.json'));
  const compilerOptions = optionsOf('tsconfig.build.json');
  for (const source of sources) compile(source, compilerOptions);
  return HOME;
}

/** A file of the compiled tree, by its source: a path from here, or a URL. */
export function compiledFile(source: string | URL): string {
  const path = source instanceof URL ? relative('.', fileURLToPath(source)) : source;
  return join(HOME, 'dist', path.replace(/\.ts$/, '.js'));
}

function compile(source: string, compilerOptions: ts.CompilerOptions): void {
  const target = compiledFile(source);
  const { mtimeMs } = statSync(source);
  if (existsSync(target) && statSync(target).mtimeMs > mtimeMs) return;
  const text = readFileSync(source, 'utf8');
  const { outputText } = ts.transpileModule(text, { fileName: source, compilerOptions });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, outputText);
}

/** One file at a time the compiler does not see `package.json`, so the kind of its modules is said here. */
function optionsOf(path: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: ['main.ts'] },
    ts.sys,
    '.',
  );
  return {
    ...options,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    sourceMap: false,
    declaration: false,
    incremental: false,
  };
}
