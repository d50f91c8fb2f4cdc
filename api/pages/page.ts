/**
 * The frame of every page, and the headers that go with it: a policy that runs nothing but what stands here, no frames,
 * nothing kept. A page is complete in itself and asks for no other file.
 */

import { createHash } from 'node:crypto';
import { type Answer, TextBody } from '../http/message.ts';
import { COPY_SCRIPT } from './copy-script.ts';
import { type Html, html } from './html.ts';
import { FAVICON, MARK } from './mark.ts';
import { STYLE } from './style.ts';

const STYLE_SOURCE = `style-src ${hashOf(STYLE)}`;
const SCRIPT_SOURCE = `script-src ${hashOf(COPY_SCRIPT)}`;

export interface PageParts {
  /** Of the window: names the page first. */
  readonly title: string;
  /** What stands in `main`: its first heading is the one `h1`. */
  readonly main: Html;
  /** Whether there are buttons that copy. */
  readonly copies?: boolean;
  /** Sources next to our own where an answer to a form of this page may lead (CSP level 3, `form-action`). */
  readonly formTargets?: readonly string[];
}

export interface Page {
  readonly text: string;
  /** Content-Security-Policy. */
  readonly policy: string;
}

export function page({ title, main, copies = false, formTargets = [] }: PageParts): Page {
  const head = html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Turnout</title>
<link rel="icon" href="${FAVICON}">`;
  const body = html`<header><p>${MARK}<span>Turnout</span></p></header>
<main>
${main}
</main>`;
  const script = copies ? `<script>${COPY_SCRIPT}</script>\n` : '';
  const policy = [
    "default-src 'none'",
    STYLE_SOURCE,
    ...(copies ? [SCRIPT_SOURCE] : []),
    'img-src data:',
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
  const text = `<!doctype html>
<html lang="en">
<head>
${head.text}
<style>${STYLE}</style>
</head>
<body>
${body.text}
${script}</body>
</html>
`;
  return { text, policy };
}

/** A page as an answer. `headers` are added to those of every page. */
export function pageAnswer(
  status: number,
  { text, policy }: Page,
  headers: NonNullable<Answer['headers']> = [],
): Answer<never> {
  return {
    status,
    value: new TextBody('text/html; charset=utf-8', text),
    headers: [['Content-Security-Policy', policy], ...PAGE_HEADERS, ...headers],
  };
}

/** `same-origin` and no stricter: without a referrer browsers send the forms of a page with the origin `null`. */
const PAGE_HEADERS: NonNullable<Answer['headers']> = [
  ['X-Frame-Options', 'DENY'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'same-origin'],
  [
    'Permissions-Policy',
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-write=(self)',
  ],
  ['Cache-Control', 'no-store'],
];

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
