/**
 * What of the packages is left out of an artefact: the binaries of other platforms, and what no run needs. Packages that
 * npm can choose by platform are not named here: npm installs the right one of those.
 */

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Target {
  readonly cpus: readonly string[];
  /** Versions of Node's binary interface. */
  readonly abis: readonly string[];
}

interface Rule {
  /** What is meant, by its path from `node_modules`. */
  readonly path: RegExp;
  /** Whether a path of them stays; without it none does. */
  readonly stays?: (path: string, target: Target) => boolean;
}

const RULES: readonly Rule[] = [
  {
    path: /^onnxruntime-node\/bin\/[^/]+\/[^/]+\/[^/]+$/,
    stays: (path, { cpus }) => cpus.some((cpu) => path.endsWith(`/linux/${cpu}`)),
  },
  { path: /^@btc-vision\/uwebsockets\.js\/uws_.*\.node$/, stays: isOfTarget },
  { path: /^@trufflesuite\/uws-js-unofficial\/binaries\/.*\.node$/, stays: isOfTarget },
  // A second copy, and the imitation in JavaScript, which Turnout never loads (docs/api.md).
  { path: /^@trufflesuite\/uws-js-unofficial\/(dist|docs|node_modules|src\/fallback)$/ },
  // WebRTC of node-av: only `node-av/lib` and `node-av/constants` are imported.
  { path: /^(werift.*|mediabunny|node-av\/dist\/(api|webrtc))$/ },
  // FFmpeg: its licences forbid to hand it on (docs/licences.md), so each installation fetches it.
  { path: /^@seydx$/ },
  // Sources of SQLite, and what compiles them.
  { path: /^sqlite3\/(build|deps|src|node-addon-api)$/ },
  { path: /^(node-gyp|node-addon-api|prebuild-install)$/ },
  // Optional parts of ws, which nothing uses.
  { path: /^(bufferutil|utf-8-validate)$/ },
  { path: /^(\.bin|\.package-lock\.json)$/ },
  { path: /\.(d\.[mc]?ts|map|md|markdown)$/, stays: isLicence },
];

function isOfTarget(path: string, { cpus, abis }: Target): boolean {
  return cpus.some((cpu) => abis.some((abi) => path.endsWith(`uws_linux_${cpu}_${abi}.node`)));
}

function isLicence(path: string): boolean {
  return /(^|\/)(licen[cs]e|copying|notice|third)[^/]*$/i.test(path);
}

/** Deletes it below `packages`, a folder `node_modules`. */
export function leaveOut(packages: string, target: Target): void {
  for (const path of readdirSync(packages, { recursive: true, encoding: 'utf8' })) {
    const rule = RULES.find((one) => one.path.test(path));
    if (rule === undefined || (rule.stays?.(path, target) ?? false)) continue;
    rmSync(join(packages, path), { recursive: true, force: true });
  }
}

/** Packages whose binaries are put in place by us, and what of their dependencies runs. */
const RUNS_WITH: Readonly<Record<string, readonly string[]>> = {
  'onnxruntime-node': ['onnxruntime-common'],
  sqlite3: ['bindings'],
  '@btc-vision/uwebsockets.js': [],
  '@trufflesuite/uws-js-unofficial': [],
};

export const BUNDLED: readonly string[] = Object.keys(RUNS_WITH);

/** A list of files would leave out of our package what we have put there. */
const GONE = ['files', 'scripts', 'optionalDependencies', 'peerDependencies'];

/** Takes out of their manifests what npm would fetch and run after an installation. */
export function leaveOutScripts(packages: string): void {
  for (const [name, needed] of Object.entries(RUNS_WITH)) {
    const path = join(packages, name, 'package.json');
    if (!existsSync(path)) continue;
    const { dependencies = {}, ...manifest } = JSON.parse(readFileSync(path, 'utf8'));
    for (const field of GONE) delete manifest[field];
    manifest.dependencies = Object.fromEntries(needed.map((one) => [one, dependencies[one]]));
    // With it npm does not compile for the sake of a `binding.gyp`.
    manifest.gypfile = false;
    writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
  }
}
