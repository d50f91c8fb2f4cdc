/** The page that asks whether a client may act for a key: the key is typed here, and nothing but the key. */

import { type Html, html } from './html.ts';
import { type Page, page } from './page.ts';

/** Names of the fields that the form sends next to those it was given. */
export const CONSENT_FIELDS = {
  token: 'csrf_token',
  key: 'api_key',
  /** `key`: with the key typed. `free`: with a new free key. `deny`: not at all. */
  decision: 'decision',
} as const;

export interface ConsentPageOptions {
  /** Path that the form is sent to, our own: `/oauth/authorize`. */
  readonly action: string;
  /** What the client calls itself: of no worth as a proof, and shown so. */
  readonly clientName: string;
  /** Host that vouches for the client (of its metadata document); null where no one does. */
  readonly clientHost?: string | null;
  /** Where the answer goes: the heading of the page, for it cannot be made up. */
  readonly redirectHost: string;
  /** The same address in full, so that the browser lets the answer through to it. */
  readonly redirectUri: string;
  /** What is asked for, in words for a person; may be empty. */
  readonly scopes: readonly string[];
  /** Of {@link FormTokens}, bound to the authorization request. */
  readonly csrfToken: string;
  /** The authorization request, to be sent back with the form as it is. */
  readonly hidden: ReadonlyMap<string, string>;
  /** What was wrong with the form sent before, as a sentence for a person; null the first time. */
  readonly error: string | null;
  /** Whether a free key can be made here; default: it can. */
  readonly hasFreeKeys?: boolean;
  /** Whether it was the key. */
  readonly isKeyWrong?: boolean;
}

/** The page; `error` is read out first. Answer it with {@link pageAnswer}: 200, or 400 and 401 where there is an error. */
export function consentPage(options: ConsentPageOptions): Page {
  const { redirectHost, redirectUri } = options;
  return page({
    title: `Let ${redirectHost} read the figures?`,
    main: consentForm(options),
    formTargets: formTargetsOf(redirectUri),
  });
}

/**
 * Browsers hold the answer to a form, and every redirect behind it, to the policy of the page with the form. A client may
 * lead on to another address of its own, so https is open as a whole; its own scheme or loopback address is added.
 */
function formTargetsOf(redirectUri: string): readonly string[] {
  const { protocol, hostname, port } = new URL(redirectUri);
  if (protocol === 'https:') return ['https:'];
  const isName = /^[a-z0-9.-]+$/.test(hostname);
  const source = protocol === 'http:' && isName ? `http://${hostname}:${port || '80'}` : protocol;
  return ['https:', source];
}

function consentForm(options: ConsentPageOptions): Html {
  const { clientName, redirectHost, scopes, error } = options;
  return html`<h1 class="host"><bdi>${redirectHost}</bdi></h1>
<p class="lead">asks to read the figures of this installation.</p>
${error === null ? null : html`<p class="warning" role="alert" id="fault">${error}</p>`}
<dl class="panel">
<div><dt>Calls itself</dt><dd>“<bdi>${clientName}</bdi>”: ${vouchedBy(options.clientHost ?? null)}</dd></div>
${scopes.length === 0 ? null : html`<div><dt>May</dt><dd><ul>${scopes.map((scope) => html`<li>${scope}</li>`)}</ul></dd></div>`}
</dl>
<p class="quiet">Go on only if you have just started this yourself, and know <bdi>${redirectHost}</bdi>: your answer goes there.</p>
<form method="post" action="${options.action}" class="panel">
${[...options.hidden].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}<input type="hidden" name="${CONSENT_FIELDS.token}" value="${options.csrfToken}">
<label for="key">API key</label>
${keyField(options)}
<p class="quiet hint" id="hint">It begins with <code>tk_</code>. The program sees what the key may see, and never the key itself.</p>
<div class="choices">
<button name="${CONSENT_FIELDS.decision}" value="key">Allow with this key</button>
${options.hasFreeKeys === false ? null : html`<button name="${CONSENT_FIELDS.decision}" value="free" class="plain">Make a free key and continue</button>`}
<button name="${CONSENT_FIELDS.decision}" value="deny" class="plain">Do not allow</button>
</div>
</form>`;
}

function vouchedBy(host: string | null): Html {
  return host === null
    ? html`the name is not verified`
    : html`the name that <bdi>${host}</bdi> gives it`;
}

/** The first button of the form is what Enter in the field presses. */
function keyField({ error, isKeyWrong = false }: ConsentPageOptions): Html {
  const told = error === null ? html`hint` : html`fault hint`;
  const state = isKeyWrong ? html` aria-invalid="true" autofocus` : null;
  return html`<input id="key" name="${CONSENT_FIELDS.key}" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="${told}"${state}>`;
}
