/** The page for a sign-in that cannot go on, and must not be sent back to whoever asked for it. */

import { html } from './html.ts';
import { type Page, page } from './page.ts';

/** @param sentences What is wrong, for a person: shown as text. */
export function signInFaultPage(...sentences: readonly string[]): Page {
  return page({
    title: 'Sign-in stopped',
    main: html`<h1>This sign-in cannot go on</h1>
${sentences.map((sentence) => html`<p class="lead" role="alert">${sentence}</p>`)}
<p>Nothing was allowed and nobody was told anything. Start again from the program that sent you here.</p>`,
  });
}
