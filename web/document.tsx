/** A page as a document. It is whole as it is rendered here: its figures are there before any script. */

import type { JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { gymBase, ledUnder } from './addresses.ts';
import { App, isFollowed, type PageData, titleOf } from './app.tsx';

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
    }
  | { readonly inlineStyle: string };

/** The whole document of a page. */
export function pageDocument(data: PageData, files: Files): string {
  const { office, generatedAt, timezone } = data.frame;
  const gym = office?.gym ?? null;
  const body = renderToString(<App {...data} />);
  const clock = { 'data-at': generatedAt, 'data-zone': timezone };
  return documentOf(
    titleOf(data),
    gym === null ? body : ledUnder(gymBase(gym.id), body),
    files,
    isFollowed(data) ? { 'data-followed': true, ...clock, 'data-gym': gym?.id } : {},
    data.content.page === 'camera',
  );
}

/** The whole document of a page without figures, such as the one that says how to sign in. */
export function plainDocument(title: string, body: JSX.Element, files: Files): string {
  return documentOf(title, renderToString(body), files);
}

/** @param about What the script of the page is told. */
function documentOf(
  title: string,
  body: string,
  files: Files,
  about: Readonly<Record<string, unknown>> = {},
  isCamera = false,
): string {
  const isAlone = 'inlineStyle' in files;
  const head = renderToString(
    <>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <title>{title}</title>
      {!isAlone && (
        <>
          <script defer src={files.afterPaint} data-then={files.script} />
          <link rel="stylesheet" href={files.style} />
          <link rel="icon" href={files.icon} />
          <link rel="apple-touch-icon" href={files.touchIcon} />
          <link rel="manifest" href={files.app} />
          {isCamera && <script type="module" src={files.camera} />}
        </>
      )}
    </>,
  );
  const style = isAlone ? `<style>${inside(files.inlineStyle)}</style>` : '';
  const page = renderToString(<div id="page" {...about} />).replace('</div>', () => body);
  return `<!doctype html>
<html lang="en">
<head>${head}${style}</head>
<body>${page}</div></body>
</html>
`;
}

/** Text of an element that ends at its own closing tag alone. */
function inside(text: string): string {
  return text.replaceAll('</', '<\\/');
}
