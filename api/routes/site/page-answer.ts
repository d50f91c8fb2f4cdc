/** A page as an answer: its headers are the same for all. */

import type { JSX } from 'preact';
import { plainDocument } from '../../../web/document.tsx';
import { THEME_COOKIE, THEMES } from '../../../web/look/theme.ts';
import { type OwnNames, transportOf } from '../../auth/browsers.ts';
import { type Answer, type ApiRequest, type Headers, TextBody } from '../../http/message.ts';
import { builtAssets } from './assets.ts';

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

export function page(status: number, text: string): Answer {
  const headers = [policy(), ...PAGE_HEADERS, ...ASKED_EACH_TIME];
  return { status, value: new TextBody('text/html; charset=utf-8', text), headers };
}

/** A page that no one keeps: it asks for a key, or shows one. */
export function passingPage(status: number, text: string, headers: Headers = []): Answer {
  const value = new TextBody('text/html; charset=utf-8', text);
  return { status, value, headers: [policy(), ...PAGE_HEADERS, ...NOT_KEPT, ...headers] };
}

interface PlainPage {
  readonly status: number;
  /** Of the window: names the page first. */
  readonly title: string;
  readonly body: JSX.Element;
  readonly headers?: Headers;
  readonly formTargets?: readonly string[];
}

/** A page outside a gym, which no one keeps. Where the pages were not built it has no style. */
export function plainPage({
  status,
  title,
  body,
  headers = [],
  formTargets,
}: PlainPage): Answer<never> {
  const files = builtAssets()?.files ?? { inlineStyle: '' };
  return {
    status,
    value: new TextBody(
      'text/html; charset=utf-8',
      plainDocument(`${title} · Turnout`, body, files),
    ),
    headers: [policy(formTargets), ...PAGE_HEADERS, ...NOT_KEPT, ...headers],
  };
}

/** On to another page of ours; a form is not sent again. */
export function onTo(path: string, headers: Headers = []): Answer {
  return {
    status: 303,
    value: new TextBody('text/plain; charset=utf-8', 'Go on.\n'),
    headers: [['Location', path], policy(), ...PAGE_HEADERS, ...NOT_KEPT, ...headers],
  };
}

const HTML = '<html lang="en"';

/** A browser heeds it only over https and on this computer, and complains of it on every page elsewhere. */
const ALONE: Headers = [['Cross-Origin-Opener-Policy', 'same-origin']];

/** For the browser that asks: see {@link themed} and {@link ALONE}. */
export function fitted<Made extends Answer>(
  made: Made,
  { headers }: Pick<ApiRequest, 'headers'>,
  names: OwnNames,
): Made {
  const transport = transportOf(headers, names);
  const isSecure = transport === 'encrypted' || transport === 'local';
  const isPage = made.value instanceof TextBody;
  return themed(
    isSecure && isPage ? { ...made, headers: [...(made.headers ?? []), ...ALONE] } : made,
    headers,
  );
}

/** In the colours that a person has chosen in this browser: they hold from the first picture on, and wait for no script. */
function themed<Made extends Answer>(made: Made, headers: ApiRequest['headers']): Made {
  const cookie = headers.get('cookie') ?? '';
  const theme = THEMES.find((one) => cookie.split(/;\s*/).includes(`${THEME_COOKIE}=${one}`));
  if (theme === undefined || !(made.value instanceof TextBody)) return made;
  const { contentType, text } = made.value;
  const inColours = text.replace(HTML, `${HTML} data-theme="${theme}"`);
  return { ...made, value: new TextBody(contentType, inColours) };
}
