/** A page as an answer: its headers are the same for all; the files that pages load, and pages kept with the view they were made from. */

import { readFileSync } from 'node:fs';
import type { JSX } from 'preact';
import { installedFile } from '../../../runtime/installation.ts';
import { type Files, plainDocument } from '../../../web/document.tsx';
import { THEME_COOKIE, THEMES } from '../../../web/look/tokens.ts';
import { type OwnNames, transportOf } from '../../auth/browsers.ts';
import {
  type Answer,
  type ApiRequest,
  AssetBody,
  type Headers,
  TextBody,
} from '../../http/message.ts';

/**
 * Nothing runs, loads or is sent anywhere but here, and no text becomes code.
 *
 * @param formTargets Where the answer to a form may lead beside here (CSP level 3, `form-action`).
 */
function policy(formTargets: readonly string[] = []): Headers[number] {
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return ['Content-Security-Policy', directives.join('; ')];
}

const PAGE_HEADERS: Headers = [
  ['X-Frame-Options', 'DENY'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
  ['Vary', 'Accept, Cookie'],
];

const ASKED_EACH_TIME: Headers = [['Cache-Control', 'private, no-cache']];
const NOT_KEPT: Headers = [['Cache-Control', 'no-store']];

const HTML_TYPE = 'text/html; charset=utf-8';

/** @param headers beside those of every page. */
function answered(
  status: number,
  value: TextBody,
  headers: Headers,
  formTargets?: readonly string[],
) {
  return { status, value, headers: [policy(formTargets), ...PAGE_HEADERS, ...headers] };
}

export function page(status: number, text: string): Answer {
  return answered(status, new TextBody(HTML_TYPE, text), ASKED_EACH_TIME);
}

/** A page that no one keeps: it asks for a key, or shows one. */
export function passingPage(status: number, text: string, headers: Headers = []): Answer {
  return answered(status, new TextBody(HTML_TYPE, text), [...NOT_KEPT, ...headers]);
}

/** A page outside a gym, which no one keeps. Where the pages were not built it has no style. @param made `title` of the window: names the page first. */
export function plainPage(made: {
  readonly status: number;
  readonly title: string;
  readonly body: JSX.Element;
  readonly headers?: Headers;
  readonly formTargets?: readonly string[];
}): Answer<never> {
  const { status, title, body, headers = [], formTargets } = made;
  const files = builtAssets()?.files ?? { inlineStyle: '' };
  const text = plainDocument(`${title} · Turnout`, body, files);
  return answered(status, new TextBody(HTML_TYPE, text), [...NOT_KEPT, ...headers], formTargets);
}

/** On to another page of ours; a form is not sent again. */
export function onTo(path: string, headers: Headers = []): Answer {
  const value = new TextBody('text/plain; charset=utf-8', 'Go on.\n');
  return answered(303, value, [['Location', path], ...NOT_KEPT, ...headers]);
}

const HTML = '<html lang="en"';

/** A browser heeds it only over https and on this computer, and complains of it on every page elsewhere. */
const ALONE: Headers = [['Cross-Origin-Opener-Policy', 'same-origin']];

/** For the browser that asks: alone in its window, and in the colours that a person has chosen in it, which wait for no script. */
export function fitted(
  made: Answer,
  { headers }: Pick<ApiRequest, 'headers'>,
  names: OwnNames,
): Answer {
  if (!(made.value instanceof TextBody)) return made;
  const transport = transportOf(headers, names);
  const isSecure = transport === 'encrypted' || transport === 'local';
  const own = [...(made.headers ?? []), ...(isSecure ? ALONE : [])];
  const cookies = (headers.get('cookie') ?? '').split(/;\s*/);
  const theme = THEMES.find((one) => cookies.includes(`${THEME_COOKIE}=${one}`));
  if (theme === undefined) return { ...made, headers: own };
  const { contentType, text } = made.value;
  const inColours = text.replace(HTML, `${HTML} data-theme="${theme}"`);
  return { ...made, headers: own, value: new TextBody(contentType, inColours) };
}

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
  const answers = new Map(
    Object.values(manifest).map((name) => [
      name,
      { status: 200, value: bodyOf(name), headers: FOR_EVER },
    ]),
  );
  const files = Object.entries(manifest).map(([what, name]) => [what, `${ASSETS}${name}`]);
  return {
    files: Object.fromEntries(files),
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
