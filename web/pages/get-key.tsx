/** The pages of `/get-key`: the offer, and the key that is shown once. They work without a script. */

import type { JSX } from 'preact';
import { Plain } from '../parts/plain.tsx';

interface Offer {
  /** Of a new key. */
  readonly lookups: number;
  /** Calls that do without this page, for a shell. */
  readonly calls: { readonly key: string; readonly sample: string };
}

export function keyOfferPage({ lookups, calls }: Offer): JSX.Element {
  return (
    <Plain
      title="Get a free key"
      lead={`${lookups} lookups in a sample gym, to see what Turnout answers. No account, no e-mail address, no payment card.`}
    >
      <form method="post" class="panel">
        <p>
          The key is shown once, on the next page. Turnout keeps only its fingerprint and cannot
          show it again.
        </p>
        <button type="submit">Make a free key</button>
      </form>
      <h2>What the key opens</h2>
      <dl>
        <dt>Gym</dt>
        <dd>
          <code>demo</code>, a sample: a whole timetable, trainers, prices, and six weeks of
          history.
        </dd>
        <dt>Lookups</dt>
        <dd>
          {lookups}. One is spent by each answer with figures; errors and “not modified” cost
          nothing.
        </dd>
        <dt>Your own gym</dt>
        <dd>
          Its operator makes keys with <code>turnout key create</code>.
        </dd>
      </dl>
      <h2>Without this page</h2>
      <Example id="program" heading="A key for a program" code={calls.key} />
      <Example id="sandbox" heading="Sample data without a key" code={calls.sample} />
      <Copied />
    </Plain>
  );
}

interface Issued {
  readonly key: string;
  readonly keyId: string;
  readonly gymId: string;
  /** Null is without limit. */
  readonly lookups: number | null;
  readonly examples: {
    readonly curl: string;
    readonly javascript: string;
    readonly python: string;
  };
}

export function issuedKeyPage({ key, keyId, gymId, lookups, examples }: Issued): JSX.Element {
  return (
    <Plain title="Your key">
      <div class="panel">
        <p class="fault">Keep it now: this page is the only one that shows it.</p>
        <label for="key">API key</label>
        <textarea id="key" class="secret" rows={2} readOnly spellcheck={false} autocomplete="off">
          {key}
        </textarea>
        <Copy id="key" what="key" />
        <dl>
          <dt>Gym</dt>
          <dd>
            <code>{gymId}</code>
          </dd>
          <dt>Lookups</dt>
          <dd>{lookups ?? 'without limit'}</dd>
          <dt>Id of the key</dt>
          <dd>
            <code>{keyId}</code>: its name for the operator of this service; not secret.
          </dd>
        </dl>
      </div>
      <h2>Try it</h2>
      <Example id="curl" heading="curl" code={examples.curl} />
      <Example id="javascript" heading="JavaScript" code={examples.javascript} />
      <Example id="python" heading="Python" code={examples.python} />
      <h2>Where next</h2>
      <p>
        All endpoints and fields are described for machines in{' '}
        <a href="openapi.json">openapi.json</a>. Keep the key out of web addresses: there it is
        refused.
      </p>
      <Copied />
    </Plain>
  );
}

interface ExampleProps {
  /** Unique on the page. */
  readonly id: string;
  readonly heading: string;
  readonly code: string;
}

function Example({ id, heading, code }: ExampleProps) {
  return (
    <section>
      <h3>{heading}</h3>
      <pre>
        <code id={id}>{code}</code>
      </pre>
      <Copy id={id} what={heading} />
    </section>
  );
}

/** Hidden until the script of the page shows it: it is of no use without. `id` is of the element whose text is copied. */
function Copy({ id, what }: { readonly id: string; readonly what: string }) {
  return (
    <button type="button" class="minor" hidden data-copy={id} aria-label={`Copy: ${what}`}>
      Copy
    </button>
  );
}

/** Where the page says that something was copied. */
function Copied() {
  return <p id="copied" class="said" role="status" hidden />;
}
