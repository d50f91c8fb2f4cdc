/** A piece of code to be copied, under its heading. */

import { copyButton } from './copy-button.ts';
import { type Html, html } from './html.ts';

export interface Example {
  /** Unique on the page. */
  readonly id: string;
  readonly heading: string;
  /** As the copy button says it: `the curl example`. */
  readonly what: string;
  readonly code: string;
}

export function example({ id, heading, what, code }: Example): Html {
  return html`<section class="example">
<div><h3>${heading}</h3>${copyButton(id, what)}</div>
<pre><code id="${id}">${code}</code></pre>
</section>`;
}
