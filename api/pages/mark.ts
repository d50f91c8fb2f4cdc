/** The mark of the program: three heads, counted. */

import { html } from './html.ts';

const SHAPES =
  '%3Crect width=%2232%22 height=%2232%22 rx=%228%22 fill=%22%230b6b5b%22/%3E%3Cg fill=%22%23fff%22%3E%3Ccircle cx=%229%22 cy=%2216%22 r=%223.5%22/%3E%3Ccircle cx=%2216%22 cy=%2216%22 r=%223.5%22/%3E%3Ccircle cx=%2223%22 cy=%2216%22 r=%223.5%22 fill-opacity=%22.45%22/%3E%3C/g%3E';

/** For the tab of a browser, without asking for another file. */
export const FAVICON = `data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 32%22%3E${SHAPES}%3C/svg%3E`;

/** Beside the name, which says it in words. */
export const MARK = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="8" fill="#0b6b5b"/><g fill="#fff"><circle cx="9" cy="16" r="3.5"/><circle cx="16" cy="16" r="3.5"/><circle cx="23" cy="16" r="3.5" fill-opacity=".45"/></g></svg>`;
