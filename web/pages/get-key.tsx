/** The pages of `/get-key`: the offer, and the key that is shown once. They work without a script. */

import type { ComponentChildren, JSX } from 'preact';
import { Copied, Copy, Secret } from '../parts/forms.tsx';
import { plainPage } from '../parts/plain.tsx';

interface Offer {
  /** Of a new key. */
  readonly lookups: number;
  /** Calls that do without this page, for a shell. */
  readonly calls: { readonly key: string; readonly sample: string };
}

export function keyOfferPage({ lookups, calls }: Offer): JSX.Element {
  return plainPage(
    'Get a free key',
    `${lookups} lookups in a sample gym, to see what Turnout answers. No account, no e-\u2060mail address, no payment card.`,
    <form method="post" class="panel">
      <p>
        The key is shown once, on the next page. Turnout keeps only its fingerprint and cannot show
        it again.
      </p>
      <button type="submit">Make a free key</button>
    </form>,
    <h2>What the key opens</h2>,
    terms(
      [
        'Gym',
        <>
          <code>demo</code>, a sample: a whole timetable, trainers, prices, and six weeks of
          history.
        </>,
      ],
      [
        'Lookups',
        `${lookups}. Each answer with figures costs one; errors and “not modified” cost nothing.`,
      ],
      ['Your own gym', 'An owner makes keys in Settings, under Keys.'],
    ),
    <h2>Without this page</h2>,
    example('program', 'A key for a program', calls.key),
    example('sandbox', 'Sample data without a key', calls.sample),
    <Copied />,
  );
}

interface Issued {
  readonly key: string;
  readonly keyId: string;
  readonly gymId: string;
  /** Null is without limit. */
  readonly lookups: number | null;
  readonly examples: Readonly<Record<'curl' | 'javascript' | 'python', string>>;
}

export function issuedKeyPage({ key, keyId, gymId, lookups, examples }: Issued): JSX.Element {
  return plainPage(
    'Your key',
    null,
    <div class="panel">
      <p class="fault">Save it now: only this page shows it.</p>
      <Secret label="API key" secret={key} />
      {terms(
        ['Gym', <code>{gymId}</code>],
        ['Lookups', lookups ?? 'without limit'],
        ['Key id', <code>{keyId}</code>],
      )}
    </div>,
    <h2>Try it</h2>,
    example('curl', 'curl', examples.curl),
    example('javascript', 'JavaScript', examples.javascript),
    example('python', 'Python', examples.python),
    <h2>Where next</h2>,
    <p>
      <a href="openapi.json">openapi.json</a> describes every endpoint and field. Never put the key
      in a web address: Turnout refuses it there.
    </p>,
  );
}

function terms(...of: readonly (readonly [string, ComponentChildren])[]) {
  return (
    <dl>
      {of.map(([name, text]) => (
        <>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </>
      ))}
    </dl>
  );
}

/** @param id Unique on the page. */
function example(id: string, heading: string, code: string) {
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
