/** Whether an answer of `/get-key` is a page or JSON. */

import { preferredType } from '../../http/accept.ts';
import type { Headers } from '../../http/message.ts';

export const HTML = 'text/html';
export const JSON_TYPE = 'application/json';

/** The answer depends on it. */
export const BY_ACCEPT: Headers = [['Vary', 'Accept']];
/** Also not kept: pages say so themselves. */
export const NOT_KEPT: Headers = [...BY_ACCEPT, ['Cache-Control', 'no-store']];

/** A page, unless JSON is named and nothing is preferred to it. */
export function isPageReadFor(accept: string | undefined): boolean {
  const names = accept?.toLowerCase() ?? '';
  const isProgram = names.includes(JSON_TYPE) && !names.includes(HTML);
  return isProgram ? isPagePostedFor(accept) : preferredType(accept, [HTML, JSON_TYPE]) === HTML;
}

/** JSON, unless a page is preferred to it: as browsers do when they send a form. */
export function isPagePostedFor(accept: string | undefined): boolean {
  return preferredType(accept, [JSON_TYPE, HTML]) === HTML;
}
