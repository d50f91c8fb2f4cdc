/** A page as an answer: its headers are the same for all; the files that pages load, and pages kept with the view they were made from. */

import { readFileSync } from 'node:fs';
import type { JSX } from 'preact';
import { once } from '../../../runtime/clock.ts';
import { installedFile } from '../../../runtime/installation.ts';
import type { PageData } from '../../../web/app.tsx';
import { type Files, pageDocument, plainDocument } from '../../../web/document.tsx';
import { THEME_COOKIE, THEMES } from '../../../web/look/tokens.ts';
import { type OwnNames, transportOf } from '../../auth/browsers.ts';
import {
  type Answer,
  type ApiRequest,
  type Headers,
  RawBody,
  rangesOf,
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

export const REVALIDATED: Headers = [['Cache-Control', 'private, no-cache']];
const NO_STORE: Headers = [['Cache-Control', 'no-store']];

const HTML_TYPE = 'text/html; charset=utf-8';

/** @param headers beside those of every page. */
function answered(status: number, value: RawBody, headers: Headers, targets?: readonly string[]) {
  return { status, value, headers: [policy(targets), ...PAGE_HEADERS, ...headers] };
}

/** Where the pages were not built they have no style. */
const files = () => builtAssets()?.files ?? { inlineStyle: '' };

/** @param caching Who may keep it. */
export function page(status: number, data: PageData, caching = REVALIDATED): Answer {
  return answered(status, new RawBody(HTML_TYPE, pageDocument(data, files())), caching);
}

/** A page that no one keeps: what was typed is on it, or a secret. */
export const passingPage = (status: number, data: PageData) => page(status, data, NO_STORE);

/** A page outside a gym, which no one keeps unless said. @param title Of the window: names the page first. */
export function plainPage(made: {
  readonly status: number;
  readonly title: string;
  readonly body: JSX.Element;
  readonly headers?: Headers;
  readonly caching?: Headers;
  readonly formTargets?: readonly string[];
}): Answer<never> {
  const { status, title, body, headers = [], caching = NO_STORE, formTargets } = made;
  const text = plainDocument(`${title} · Turnout`, body, files());
  return answered(status, new RawBody(HTML_TYPE, text), [...caching, ...headers], formTargets);
}

/** On to another page of ours; a form is not sent again. */
export function onTo(path: string, headers: Headers = []): Answer {
  const value = new RawBody('text/plain; charset=utf-8', 'Go on.\n');
  return answered(303, value, [['Location', path], ...NO_STORE, ...headers]);
}

const HTML = '<html lang="en"';

/** A browser heeds it only over https and on this computer, and complains of it on every page elsewhere. */
const ALONE: Headers = [['Cross-Origin-Opener-Policy', 'same-origin']];

/** For the browser that asks: alone in its window, and in the colours that a person has chosen in it, which wait for no script. */
export function fitted(made: Answer, { headers }: ApiRequest, names: OwnNames): Answer {
  const { value } = made;
  if (!(value instanceof RawBody) || typeof value.content !== 'string') return made;
  const transport = transportOf(headers, names);
  const isSecure = transport === 'encrypted' || transport === 'local';
  const own = [...(made.headers ?? []), ...(isSecure ? ALONE : [])];
  const cookies = (headers.get('cookie') ?? '').split(/;\s*/);
  const theme = THEMES.find((one) => cookies.includes(`${THEME_COOKIE}=${one}`));
  if (theme === undefined) return { ...made, headers: own };
  const inColours = value.content.replace(HTML, `${HTML} data-theme="${theme}"`);
  return { ...made, headers: own, value: new RawBody(value.contentType, inColours) };
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

type Manifest = Extract<Files, { style: string }>;

/**
 * `files`: addresses for the head of a page. `style`: the sheet itself, for a document that stands alone. `answer` gives a
 * file, compressed as the client reads it.
 */
export type Assets = NonNullable<ReturnType<typeof readAssets>>;

/** Null where the pages were not built: this runs from its sources, and nobody ran `npm run build`. */
export const builtAssets = once(readAssets);

function readAssets() {
  const manifest = readManifest();
  if (manifest === null) return null;
  const bodies = new Map(Object.values(manifest).map((name) => [name, bodiesOf(name)]));
  const files = Object.entries(manifest).map(([what, name]) => [what, `${ASSETS}${name}`]);
  return {
    files: Object.fromEntries(files) as Manifest,
    style: read(manifest.style).toString('utf8'),
    answer: (name: string, acceptEncoding = ''): Answer => {
      const taken = rangesOf(acceptEncoding).filter(({ quality }) => quality > 0);
      const value = bodies
        .get(name)
        ?.find(({ encoding }) => encoding === null || taken.some(({ type }) => type === encoding));
      return value === undefined ? MISSING : { status: 200, value, headers: FOR_EVER };
    },
  };
}

/** Never the page in its place: a script that is gone must not be read as one. */
const MISSING: Answer = {
  status: 404,
  value: new RawBody('text/plain; charset=utf-8', 'No such file.\n'),
};

function readManifest(): Manifest | null {
  try {
    return JSON.parse(read('manifest.json').toString('utf8')) as Manifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A file as it was compressed when the program was built: the smallest first. */
function bodiesOf(name: string): readonly RawBody[] {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  return [
    new RawBody(type, read(`${name}.br`), 'br'),
    new RawBody(type, read(`${name}.gz`), 'gzip'),
    new RawBody(type, read(name)),
  ];
}

function read(name: string): Buffer {
  return readFileSync(installedFile(`dist/web/${name}`));
}
