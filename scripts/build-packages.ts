/**
 * `npx tsx scripts/build-packages.ts`: makes what plugin authors install from the files of the program, in `dist/packages/` or the folder
 * that is named, with the types that `tsc` finds. Of `turnout-detector` every dependency but onnxruntime-node is part of the
 * bundle; `LICENSES` has them. The shipped detectors are left out.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { modelEntry } from '../engine/models/installed.ts';
import { BUNDLE } from './bundle.ts';
import { readManifest } from './release/program-tree.ts';

const SOURCES = 'detectors/package';
const [, , TARGET = 'dist/packages'] = process.argv;
const ENTRIES = [
  'cli/author/main.ts',
  'detectors/conformance.ts',
  'detectors/index.ts',
  'detectors/package/onnx.ts',
  'engine/conformance/child.ts',
];
/** Those that others import have types. */
const TYPED = ['detectors/conformance', 'detectors/index', 'detectors/package/onnx'];

/** Where `tsconfig.packages.json` has them written. */
const TYPES = 'node_modules/.cache/package-types';

/** What authors read, next to the examples that it links to. */
const PAGES = ['tutorial.md', 'reference.md'];

/** An import of another declaration. */
const RELATIVE = /'(\.[^']+)\.ts'/g;

execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.packages.json'], { stdio: 'inherit' });
const program = readManifest();

await makeDetectorPackage(join(TARGET, 'turnout-detector'));
makeCreator(join(TARGET, 'create-turnout-detector'));

async function makeDetectorPackage(folder: string): Promise<void> {
  startPackage('turnout-detector', folder);
  for (const page of PAGES) cpSync(join('detectors', page), join(folder, page));
  cpSync('detectors/examples', join(folder, 'examples'), {
    recursive: true,
    // Its own is about this tree.
    filter: (path) => !path.endsWith('tsconfig.json'),
  });
  const { metafile } = await build({
    entryPoints: ENTRIES,
    outdir: join(folder, 'dist'),
    ...BUNDLE,
    metafile: true,
    plugins: [
      standIn(/\/registry\.ts$/, 'no-shipped.ts'),
      standIn(/^onnxruntime-node$/, 'onnx-runtime.ts'),
    ],
  });
  writeFileSync(join(folder, 'LICENSES'), licencesOf(Object.keys(metafile.inputs)));
  for (const path of typesFrom(TYPED)) {
    const text = readFileSync(join(TYPES, path), 'utf8');
    const declared = text
      .replaceAll(RELATIVE, "'$1.js'")
      // Examples in comments: there the same entry points have the name of this package.
      .replaceAll("'turnout/detector", "'turnout-detector");
    mkdirSync(dirname(join(folder, 'dist', path)), { recursive: true });
    writeFileSync(join(folder, 'dist', path), declared);
  }
}

/** Puts a file of the package in the place of what the program imports there. */
function standIn(filter: RegExp, file: string): Plugin {
  const path = resolve(SOURCES, file);
  return { name: file, setup: ({ onResolve }) => onResolve({ filter }, () => ({ path })) };
}

function makeCreator(folder: string): void {
  startPackage('create-turnout-detector', folder);
  const path = join(folder, 'template/_package.json');
  const template = readManifest(path);
  const { address, testedSha256 } = modelEntry('yolox-nano');
  const known = { ...program.dependencies, ...program.devDependencies };
  const versionOf = (name: string) => `^${known[name] ?? program.version}`;
  const filled = (names: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, versionOf(name)]));
  const { dependencies, devDependencies, scripts } = template;
  const model = (scripts['model'] ?? '')
    .replace('MODEL_ADDRESS', address ?? '')
    .replace('MODEL_SHA256', testedSha256 ?? '');
  writeJson(path, {
    ...template,
    scripts: { ...scripts, model },
    dependencies: filled(dependencies),
    devDependencies: filled(devDependencies),
  });
}

/** Its own files, the licence, and the version of the program. */
function startPackage(name: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(SOURCES, name), folder, { recursive: true });
  cpSync('LICENSE', join(folder, 'LICENSE'));
  const path = join(folder, 'package.json');
  writeJson(path, { ...readManifest(path), version: program.version });
}

/** The declarations that `entries` need. */
function typesFrom(entries: readonly string[]): ReadonlySet<string> {
  const found = new Set(entries.map((entry) => `${entry}.d.ts`));
  // A set that grows while it is read: what it has gained comes later.
  for (const path of found) {
    const text = readFileSync(join(TYPES, path), 'utf8');
    for (const [, name] of text.matchAll(RELATIVE)) {
      found.add(posix.join(posix.dirname(path), `${name}.d.ts`));
    }
  }
  return found;
}

/** The licences of the packages whose files are part of the bundle. */
function licencesOf(inputs: readonly string[]): string {
  const names = inputs.flatMap(
    (path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  );
  const texts = [...new Set(names)].sort().map((name) => {
    const folder = join('node_modules', name);
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    if (file === undefined) throw new Error(`expected a licence in ${folder}, got none`);
    return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}`;
  });
  return texts.join('\n\n----\n\n');
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
