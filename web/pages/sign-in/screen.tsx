/** What a screen shows until an owner lets it in: a code that is typed somewhere else. */

import { SCREEN, SIGN_IN } from '../../words/sign-in.ts';
import { Product } from './sign-in.tsx';

/** @param code `BCDF-GHJK`. @param address Where an owner types it. */
export function screenPage(code: string, address: string) {
  return (
    <main class="plain pairing" id="content" data-waits>
      <Product />
      <h1>{SCREEN.title}</h1>
      <p class="code">{code}</p>
      <p>{SCREEN.text}</p>
      <p>
        {SCREEN.where} <strong>{address}</strong>
      </p>
      <p>
        {SCREEN.orCommand}{' '}
        <code>
          {SCREEN.command} {code}
        </code>
      </p>
      <p class="context">{SCREEN.sleep}</p>
      <p>
        <a class="more" href="/screen">
          {SCREEN.go}
        </a>
      </p>
    </main>
  );
}

export function screenTooFastPage() {
  return (
    <main class="plain" id="content">
      <Product />
      <h1>{SCREEN.title}</h1>
      <p role="alert">{SCREEN.tooFast}</p>
      <p>
        <a class="more" href="/sign-in">
          {SIGN_IN.title}
        </a>
      </p>
    </main>
  );
}
