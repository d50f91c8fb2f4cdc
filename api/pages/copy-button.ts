/** A button that copies, hidden until the script shows it, and the place where it tells that it has. */

import { type Html, html } from './html.ts';

/** @param id Of the element whose text is copied. @param what As it is read out: `the key`. */
export function copyButton(id: string, what: string): Html {
  return html`<button type="button" class="plain" hidden data-copy="${id}" data-copied="Copied ${what}."><span>Copy</span><span class="unseen"> ${what}</span></button>`;
}

/** Once on every page with such buttons. */
export const COPIED = html`<p id="copied" class="notice" role="status"></p>`;
