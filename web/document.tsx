/**
 * A page as a document: rendered here first, so that its figures are there before any script, and drawn again from the same
 * data by the script. The data are no script: a block of JSON that the policy has nothing to say about.
 */

import type { JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { App, titleOf } from './app.tsx';
import type { PageData } from './data.ts';

/** Where the built files are served; a document that stands alone has its style in itself. */
export type Files =
  | {
      readonly style: string;
      readonly script: string;
      readonly theme: string;
      readonly icon: string;
    }
  | { readonly inlineStyle: string };

/** The whole document of a page. */
export function pageDocument(data: PageData, files: Files): string {
  return documentOf({
    title: titleOf(data),
    body: renderToString(<App {...data} />),
    data: JSON.stringify(data),
    files,
    kind: data.content.page,
  });
}

/** The whole document of a page without figures, such as the one that says how to sign in. */
export function plainDocument(title: string, body: JSX.Element, files: Files): string {
  return documentOf({ title, body: renderToString(body), data: null, files, kind: 'plain' });
}

interface Parts {
  readonly title: string;
  readonly body: string;
  readonly data: string | null;
  readonly files: Files;
  readonly kind: string;
}

function documentOf({ title, body, data, files, kind }: Parts): string {
  const head =
    'inlineStyle' in files
      ? `<style>${files.inlineStyle.replaceAll('</', '<\\/')}</style>`
      : `<link rel="icon" href="${files.icon}">\n<link rel="stylesheet" href="${files.style}">\n<script src="${files.theme}"></script>\n<script type="module" fetchpriority="low" src="${files.script}"></script>`;
  const block =
    data === null || 'inlineStyle' in files
      ? ''
      : `\n<script type="application/json" id="data">${asBlock(data)}</script>`;
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
<div id="page">${body}</div>${block}
</body>
</html>
`;
}

/** JSON that cannot end the block that it stands in. */
function asBlock(json: string): string {
  return json
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function asText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
