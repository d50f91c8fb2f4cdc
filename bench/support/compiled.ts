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
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { COMPILED_HOME, compiledFile } from './compiled-file.ts';

export { compiledFile };

const PROGRAM = [
  'cli',
  'api',
  'ask',
  'service',
  'store',
  'engine',
  'gym',
  'config',
  'runtime',
  'detectors',
];
const FOLDERS = [...PROGRAM, 'bench/api/contenders', 'bench/support', 'test/support/plugins'];
const MODEL = 'detectors/person/person.onnx';

let isCompiled = false;

/** Where they lie. Compiled once in a process. */
export function compiledTree(): string {
  if (isCompiled) return COMPILED_HOME;
  isCompiled = true;
  const rootFiles = readdirSync('.').filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.config.ts'),
  );
  const sources = [
    ...rootFiles,
    ...FOLDERS.flatMap((folder) => filesIn(folder, '.ts')),
    ...filesIn('test', '.fixture.ts'),
  ];
  for (const file of ['bin/turnout.cjs', 'bin/runtime.cjs', 'package.json', MODEL]) {
    mkdirSync(join(COMPILED_HOME, dirname(file)), { recursive: true });
    copyFileSync(file, join(COMPILED_HOME, file));
  }
  const compilerOptions = optionsOf('tsconfig.build.json');
  for (const source of sources) compile(source, compilerOptions);
  return COMPILED_HOME;
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file));
}

function compile(source: string, compilerOptions: ts.CompilerOptions): void {
  const target = compiledFile(source);
  const { mtimeMs } = statSync(source);
  if (existsSync(target) && statSync(target).mtimeMs > mtimeMs) return;
  const text = readFileSync(source, 'utf8');
  const { outputText } = ts.transpileModule(text, { fileName: source, compilerOptions });
  mkdirSync(dirname(target), { recursive: true });
  // All at once: others may be reading it.
  const draft = `${target}.${process.pid}`;
  writeFileSync(draft, outputText);
  renameSync(draft, target);
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
