/** A page as a document. It is whole as it is rendered here: its figures are there before any script. */

import type { JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { gymBase, under } from './addresses.ts';
import { App, titleOf } from './app.tsx';
import { type Frame, isFollowed, type PageData } from './data.ts';

/** Where the built files are served; a document that stands alone has its style in itself. */
export type Files =
  | {
      readonly style: string;
      readonly script: string;
      /** Of the page of a camera: its picture, and its zones. */
      readonly camera: string;
      readonly afterPaint: string;
      readonly icon: string;
      /** Of the app that a phone makes of the pages, and its manifest. */
      readonly touchIcon: string;
      readonly app: string;
      /** The sheet of a head office. */
      readonly office: string;
    }
  | { readonly inlineStyle: string; readonly inlineScript?: string };

/** The whole document of a page. */
export function pageDocument(data: PageData, files: Files): string {
  const { office } = data.frame;
  const gym = office?.gym ?? null;
  return documentOf({
    title: titleOf(data),
    body: under(gym === null ? '' : gymBase(gym.id), () => renderToString(<App {...data} />)),
    followed: isFollowed(data) ? data.frame : null,
    files,
    kind: data.content.page,
    isCamera: data.content.page === 'camera',
    isOffice: office !== undefined,
  });
}

/** The whole document of a page without figures, such as the one that says how to sign in. */
export function plainDocument(title: string, body: JSX.Element, files: Files): string {
  return documentOf({ title, body: renderToString(body), followed: null, files, kind: 'plain' });
}

interface Parts {
  readonly title: string;
  readonly body: string;
  /** Of a page that the script keeps as its gym is. */
  readonly followed: Frame | null;
  readonly files: Files;
  readonly kind: string;
  /** Whether it is the page of a camera. */
  readonly isCamera?: boolean;
  /** Whether it is a page of a head office. */
  readonly isOffice?: boolean;
}

function documentOf(parts: Parts): string {
  const { title, body, followed, files, kind, isCamera, isOffice } = parts;
  const camera =
    isCamera === true && 'camera' in files
      ? `\n<script type="module" src="${files.camera}"></script>`
      : '';
  const office =
    isOffice === true && 'office' in files
      ? `\n<link rel="stylesheet" href="${files.office}">`
      : '';
  const head =
    'inlineStyle' in files
      ? `<style>${files.inlineStyle.replaceAll('</', '<\\/')}</style>`
      : `<script defer src="${files.afterPaint}" data-then="${files.script}"></script>\n<link rel="stylesheet" href="${files.style}">\n<link rel="icon" href="${files.icon}">\n<link rel="apple-touch-icon" href="${files.touchIcon}">\n<link rel="manifest" href="${files.app}">${office}${camera}`;
  const script =
    'inlineStyle' in files && files.inlineScript !== undefined
      ? `\n<script>${files.inlineScript.replaceAll('</', '<\\/')}</script>`
      : '';
  const live =
    followed === null
      ? ''
      : ` data-followed data-at="${asValue(followed.generatedAt)}" data-zone="${asValue(followed.timezone)}"${gymOf(followed)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${asText(title)}</title>
${head}
</head>
<body class="page-${kind}">
<div id="page"${live}>${body}</div>${script}
</body>
</html>
`;
}

/** The script asks for the events of this gym. */
function gymOf({ office }: Frame): string {
  return office?.gym ? ` data-gym="${asValue(office.gym.id)}"` : '';
}

function asValue(text: string): string {
  return asText(text).replaceAll('"', '&quot;');
}

function asText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
