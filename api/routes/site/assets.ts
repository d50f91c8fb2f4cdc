/** The files of the pages: read once at the start, served from memory, each under a name with its hash. */

import { readFileSync } from 'node:fs';
import { installedFile } from '../../../runtime/installation.ts';
import type { Files } from '../../../web/document.tsx';
import { type Answer, AssetBody, type Headers, TextBody } from '../../http/message.ts';

export const ASSETS = '/assets/';

/** A name with a hash always means the same bytes. */
const FOR_EVER: Headers = [
  ['Cache-Control', 'public, max-age=31536000, immutable'],
  ['Vary', 'Accept-Encoding'],
];

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webmanifest: 'application/manifest+json',
};

type Manifest = Extract<Files, { style: string }> & { readonly weekApp: string };

export interface Assets {
  /** Addresses for the head of a page. */
  readonly files: Extract<Files, { style: string }>;
  /** The sheet itself, for a document that stands alone. */
  readonly style: string;
  /** The script of the view for clients of MCP. */
  readonly weekApp: string;
  answer(name: string): Answer;
}

let built: Assets | null | undefined;

/** Null where the pages were not built: this runs from its sources, and nobody ran `npm run build`. */
export function builtAssets(): Assets | null {
  if (built === undefined) built = readAssets();
  return built;
}

function readAssets(): Assets | null {
  const manifest = readManifest();
  if (manifest === null) return null;
  const names = Object.values(manifest);
  const answers = new Map(
    names.map((name) => [name, { status: 200, value: bodyOf(name), headers: FOR_EVER }]),
  );
  return {
    files: Object.fromEntries(
      Object.entries(manifest).map(([what, name]) => [what, `${ASSETS}${name}`]),
    ) as unknown as Assets['files'],
    style: read(manifest.style).toString('utf8'),
    weekApp: read(manifest.weekApp).toString('utf8'),
    answer: (name) => answers.get(name) ?? MISSING,
  };
}

/** Never the page in its place: a script that is gone must not be read as one. */
const MISSING: Answer = {
  status: 404,
  value: new TextBody('text/plain; charset=utf-8', 'No such file.\n'),
};

function readManifest(): Manifest | null {
  try {
    return JSON.parse(read('manifest.json').toString('utf8')) as Manifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function bodyOf(name: string): AssetBody {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  return new AssetBody(TYPES[extension] ?? 'application/octet-stream', {
    identity: read(name),
    gzip: read(`${name}.gz`),
    br: read(`${name}.br`),
  });
}

function read(name: string): Buffer {
  return readFileSync(installedFile(`dist/web/${name}`));
}
