/** The pages of `/get-key`: the offer, the key that is shown once, and the refusals in words. */

import { COPIED, copyButton } from './copy-button.ts';
import { example } from './example.ts';
import { html } from './html.ts';
import { type KeyExamples, shellText } from './key-examples.ts';
import { type Page, page } from './page.ts';

export interface Offer {
  /** Of a new key. */
  readonly lookups: number;
  /** Public address of the service. */
  readonly base: string;
}

/** What a key is, and the button that makes one. It works without a script: the form is sent to its own address. */
export function offerPage({ lookups, base }: Offer): Page {
  return page({
    title: 'Get a free key',
    copies: true,
    main: html`<h1>Get a free key</h1>
<p class="lead">${lookups} lookups in a sample gym, to see what Turnout answers. No account, no e-mail address, no payment card.</p>
<form method="post" class="panel">
<p>The key is shown once, on the next page. Turnout keeps only its fingerprint and cannot show it again.</p>
<button>Make a free key</button>
</form>
<h2>What the key opens</h2>
<dl class="panel">
<div><dt>Gym</dt><dd><code>demo</code>, a sample: a whole timetable, trainers, prices, and six weeks of history.</dd></div>
<div><dt>Lookups</dt><dd>${lookups}. One is spent by each answer with figures; errors and “not modified” cost nothing.</dd></div>
<div><dt>Your own gym</dt><dd>Its operator makes keys with <code>turnout key create</code>.</dd></div>
</dl>
<h2>Without this page</h2>
${example({
  id: 'program',
  heading: 'A key for a program',
  what: 'the call for a key',
  code: `curl -X POST ${shellText(`${base}/get-key`)}`,
})}
${example({
  id: 'sandbox',
  heading: 'Sample data without a key',
  what: 'the call without a key',
  code: `curl -H 'X-Sandbox: true' ${shellText(`${base}/v1/summary`)}`,
})}
${COPIED}`,
  });
}

export interface Issued {
  readonly key: string;
  readonly keyId: string;
  readonly gymId: string;
  /** Null is without limit. */
  readonly lookups: number | null;
  readonly examples: KeyExamples;
}

/** The key, this once, with calls to try it. */
export function issuedPage({ key, keyId, gymId, lookups, examples }: Issued): Page {
  return page({
    title: 'Your key',
    copies: true,
    main: html`<h1>Your key</h1>
<div class="panel">
<p class="warning">Keep it now: this page is the only one that shows it.</p>
<label for="key">API key</label>
<div class="row"><textarea id="key" rows="2" readonly spellcheck="false" autocomplete="off">${key}</textarea>${copyButton('key', 'the key')}</div>
<dl>
<div><dt>Gym</dt><dd><code>${gymId}</code></dd></div>
<div><dt>Lookups</dt><dd>${lookups ?? 'without limit'}</dd></div>
<div><dt>Id of the key</dt><dd><code>${keyId}</code>: its name for the operator of this service; not secret.</dd></div>
</dl>
</div>
<h2>Try it</h2>
${example({ id: 'curl', heading: 'curl', what: 'the curl example', code: examples.curl })}
${example({ id: 'javascript', heading: 'JavaScript', what: 'the JavaScript example', code: examples.javascript })}
${example({ id: 'python', heading: 'Python', what: 'the Python example', code: examples.python })}
<h2>Where next</h2>
<p>All endpoints and fields are described for machines in <a href="openapi.json">openapi.json</a>. Keep the key out of web addresses: there it is refused.</p>
${COPIED}`,
  });
}

/** Why there is no key: one heading, one sentence for a person, and the way back. */
export function refusalPage(heading: string, sentence: string): Page {
  return page({
    title: heading,
    main: html`<h1>${heading}</h1>
<p class="lead" role="alert">${sentence}</p>
<p><a href="get-key">Back to the page for keys</a></p>`,
  });
}
