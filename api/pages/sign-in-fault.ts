/** The page for a sign-in that cannot go on. */

import { html } from './html.ts';
import { type Page, page } from './page.ts';

export interface WayBack {
  readonly host: string;
  /** Allowed as a redirect address of the client, with the fault in its query. */
  readonly address: string;
}

/**
 * @param sentence What is wrong, for a person: shown as text.
 * @param back To the program, where it is known; no one is led there without a click.
 */
export function signInFaultPage(sentence: string, back?: WayBack): Page {
  return page({
    title: 'Sign-in stopped',
    main: html`<h1>This sign-in cannot go on</h1>
<p class="lead" role="alert">${sentence}</p>
<p>Nothing was allowed. Start again from the program that sent you here.</p>
${back === undefined ? null : html`<p><a href="${back.address}" rel="noreferrer">Back to <bdi>${back.host}</bdi></a></p>`}`,
  });
}
