/** The page for a request to a host name that is not ours. */

import { html } from './html.ts';
import { type Page, page } from './page.ts';

/** @param sentence What was expected, what came and what to do: shown as text. */
export function wrongHostPage(sentence: string): Page {
  return page({
    title: 'Unknown name',
    main: html`<h1>Turnout does not know this name</h1>
<p class="lead" role="alert">${sentence}.</p>
<p>Any website can lead its own name here. So Turnout shows its pages only under names that you gave it.
Add the name to the setting above and restart Turnout, or open Turnout by its address in your own network.</p>`,
  });
}
