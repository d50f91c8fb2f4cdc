/** What stands in place of the pages of a gym for who is not signed in. It works without a script. */

import { Mark } from '../../parts/icon.tsx';
import { EN } from '../../words/en.ts';
import { FIRST_KEY, OPEN_HTTP, SIGN_IN, type SignInFault } from '../../words/sign-in.ts';

interface SignInProps {
  /** Where the person wanted to go: a path of ours. */
  readonly next: string;
  readonly fault: SignInFault | null;
  /** Whether others in the network can read along. */
  readonly isPlain: boolean;
  /** Whether somebody is signed in who must show the key again. */
  readonly isAgain: boolean;
}

export function signInPage({ next, fault, isPlain, isAgain }: SignInProps) {
  const isWrong = fault === 'wrong' || fault === 'free';
  return (
    <main class="plain sign-in" id="content">
      <Product />
      <h1>{SIGN_IN.title}</h1>
      <p class="context">{isAgain ? SIGN_IN.again : SIGN_IN.text}</p>
      <form class="panel" method="post" action="/sign-in">
        {fault !== null && (
          <p class="fault" id="fault" role="alert">
            {SIGN_IN.faults[fault]}
          </p>
        )}
        {/* Managers of passwords keep a key under a name. */}
        <input
          class="unseen"
          type="text"
          name="username"
          value={EN.product}
          autocomplete="username"
          tabIndex={-1}
          aria-hidden="true"
          readOnly
        />
        <input type="hidden" name="next" value={next} />
        <label for="key">{SIGN_IN.field}</label>
        <input
          id="key"
          name="key"
          type="password"
          autocomplete="current-password"
          autocapitalize="none"
          spellcheck={false}
          maxLength={200}
          aria-describedby={fault === null ? 'hint' : 'fault hint'}
          aria-invalid={isWrong ? 'true' : undefined}
          autofocus
          required
        />
        <p class="note" id="hint">
          {SIGN_IN.hint}
        </p>
        {isPlain && <p class="unsafe">{SIGN_IN.plain}</p>}
        <button type="submit">{SIGN_IN.button}</button>
      </form>
      <details class="panel">
        <summary>{SIGN_IN.help}</summary>
        <p>{SIGN_IN.first}</p>
        <pre>
          <code>{SIGN_IN.commands.join('\n')}</code>
        </pre>
        <p class="context">{SIGN_IN.code}</p>
      </details>
      <p>
        <a class="more" href="/screen">
          {SIGN_IN.screen}
        </a>
      </p>
    </main>
  );
}

/** Nothing is asked for where it could be read on the way. */
export function openHttpPage() {
  return (
    <main class="plain sign-in" id="content">
      <Product />
      <h1>{OPEN_HTTP.title}</h1>
      <p class="context">{OPEN_HTTP.text}</p>
      <p>{OPEN_HTTP.how}</p>
    </main>
  );
}

/** The key of an owner who came in by a set-up code: shown this once. */
export function firstKeyPage(secret: string, next: string) {
  return (
    <main class="plain sign-in" id="content">
      <Product />
      <h1>{FIRST_KEY.title}</h1>
      <p class="context">{FIRST_KEY.text}</p>
      <div class="panel">
        <label for="key">{FIRST_KEY.label}</label>
        <textarea id="key" class="secret" rows={2} readOnly spellcheck={false} autocomplete="off">
          {secret}
        </textarea>
        <p>
          <a class="button" href={next}>
            {FIRST_KEY.go}
          </a>
        </p>
      </div>
    </main>
  );
}

export function Product() {
  return (
    <p class="gym">
      <Mark /> {EN.product}
    </p>
  );
}
