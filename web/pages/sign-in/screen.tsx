/** What a screen shows until an owner lets it in: a code that is typed somewhere else. */

import { SCREEN, SIGN_IN } from '../../words/sign-in.ts';
import { Product } from './sign-in.tsx';

/** @param code `BCDF-GHJK`. @param address Where an owner types it. */
export function screenPage(code: string, address: string) {
  return (
    <main class="plain pairing" id="content" data-waits>
      <Product />
      <h1>{SCREEN}</h1>
      <p class="code">{code}</p>
      <p>
        An owner types this code within 15 minutes. Then the rooms and the next classes show here.
      </p>
      <p>
        On a phone or computer where an owner is signed in: <strong>{address}</strong>
      </p>
      <p class="context">Switch off sleep in the screen’s own settings.</p>
      <p>
        <a class="more" href="/screen">
          Continue
        </a>
      </p>
    </main>
  );
}

export function screenTooFastPage() {
  return (
    <main class="plain" id="content">
      <Product />
      <h1>{SCREEN}</h1>
      <p role="alert">Too many codes were made here. Wait a minute, then open this page again.</p>
      <p>
        <a class="more" href="/sign-in">
          {SIGN_IN}
        </a>
      </p>
    </main>
  );
}
