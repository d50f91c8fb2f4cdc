/** The page that asks whether a program may act for a key: the key is typed here, and nothing but the key. No script runs. */

import type { JSX } from 'preact';
import { Alert, field } from '../../parts/forms.tsx';
import { plainPage } from '../../parts/plain.tsx';

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
  /** What the program calls itself: of no worth as a proof, and shown so. */
  readonly clientName: string;
  /** Host that vouches for the program (of its metadata document); null where no one does. */
  readonly clientHost: string | null;
  /** Where the answer goes: the heading of the page, for it cannot be made up. */
  readonly redirectHost: string;
  /** What is asked for, in words for a person; may be empty. */
  readonly scopes: readonly string[];
  /** Of `FormTokens`, bound to the authorization request. */
  readonly csrfToken: string;
  /** The authorization request, to be sent back with the form as it is. */
  readonly hidden: ReadonlyMap<string, string>;
  /** What was wrong with the form sent before, as a sentence for a person; null the first time. */
  readonly error: string | null;
  /** Whether a free key can be made here. */
  readonly hasFreeKeys: boolean;
  /** Whether it was the key. */
  readonly isKeyWrong: boolean;
}

export function consentPage(options: ConsentPageOptions): JSX.Element {
  const { scopes, error, hasFreeKeys, isKeyWrong } = options;
  const host = readable(options.redirectHost);
  const decision = CONSENT_FIELDS.decision;
  return plainPage(
    <bdi>{host}</bdi>,
    'asks to read the figures of this installation.',
    <Alert text={error} id="fault" />,
    <dl>
      <dt>Calls itself</dt>
      <dd>
        “<bdi>{readable(options.clientName)}</bdi>”: {vouchedBy(options.clientHost)}
      </dd>
      {scopes.length > 0 && <dt>May</dt>}
      {scopes.map((scope) => (
        <dd key={scope}>{readable(scope)}</dd>
      ))}
    </dl>,
    <p>
      Go on only if you have just started this yourself, and know <bdi>{host}</bdi>: your answer
      goes there.
    </p>,
    <form method="post" action={options.action} class="panel">
      {[...options.hidden].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name={CONSENT_FIELDS.token} value={options.csrfToken} />
      {field(CONSENT_FIELDS.key, 'API key', {
        id: 'key',
        autocomplete: 'off',
        autocapitalize: 'none',
        spellcheck: false,
        fault: error === null ? undefined : 'fault',
        'aria-invalid': isKeyWrong || undefined,
        autofocus: isKeyWrong,
        hint: [
          'It begins with ',
          <code>tk_</code>,
          '. The program sees what the key may see, and never the key itself.',
        ],
      })}
      <div class="choices">
        {/* The first button of the form is what Enter in the field presses. */}
        <button type="submit" name={decision} value="key">
          Allow with this key
        </button>
        {hasFreeKeys && (
          <button type="submit" name={decision} value="free" class="minor">
            Make a free key and continue
          </button>
        )}
        <button type="submit" name={decision} value="deny" class="minor">
          Do not allow
        </button>
      </div>
    </form>,
  );
}

function vouchedBy(host: string | null) {
  return host === null
    ? 'the name is not verified'
    : ['the name that ', <bdi>{host}</bdi>, ' gives it'];
}

/** Controls, and marks that turn the direction of a line, become U+FFFD: no one reads them, they only mislead. */
function readable(text: string): string {
  return text.replace(/[^\P{Cc}\t\n\r]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}
