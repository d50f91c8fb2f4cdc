/** What stands in place of the pages of a gym for who is not signed in. It works without a script. */

import { Mark } from '../../parts/icon.tsx';
import {
  FIRST_KEY,
  OPEN_HTTP,
  SIGN_IN,
  SIGN_IN_FAULTS,
  type SignInFault,
} from '../../words/sign-in.ts';

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
      <h1>{SIGN_IN}</h1>
      <p class="context">
        {isAgain
          ? 'Type your key once more: this page changes who gets in.'
          : 'These pages show one gym’s figures, so you need a key.'}
      </p>
      <form class="panel" method="post" action="/sign-in">
        {fault !== null && (
          <p class="fault" id="fault" role="alert">
            {SIGN_IN_FAULTS[fault]}
          </p>
        )}
        {/* Managers of passwords keep a key under a name. */}
        <input
          class="unseen"
          type="text"
          name="username"
          value="Turnout"
          autocomplete="username"
          tabIndex={-1}
          aria-hidden="true"
          readOnly
        />
        <input type="hidden" name="next" value={next} />
        <label for="key">Key or set-up code</label>
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
          A key starts with tk_. A set-up code has 8 digits.
        </p>
        {isPlain && (
          <p class="unsafe">
            This connection is not encrypted: others on this network could read your key. You will
            be signed out after 8 hours.
          </p>
        )}
        <button type="submit">Sign in</button>
      </form>
      <details class="panel">
        <summary>No key, or lost it?</summary>
        <p>Ask an owner: they make a new key in Settings, under Keys.</p>
        <p class="context">
          If you are the owner, ask whoever runs the Turnout computer for a set-up code. It works
          once, for 15 minutes.
        </p>
      </details>
      <p>
        <a class="more" href="/screen">
          This is a wall screen
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
      <h1>{OPEN_HTTP}</h1>
      <p class="context">
        This connection is not encrypted and may cross the internet: anyone on the way could read
        your key.
      </p>
      <p>
        Open Turnout by its address in your own network, such as http://192.168.1.20:8080, or put it
        behind https.
      </p>
    </main>
  );
}

/** The key of an owner who came in by a set-up code: shown this once. */
export function firstKeyPage(secret: string, next: string) {
  return (
    <main class="plain sign-in" id="content">
      <Product />
      <h1>{FIRST_KEY}</h1>
      <p class="context">
        You’re signed in. Save this key now: it is shown only here, and you need it on other
        devices.
      </p>
      <div class="panel">
        <label for="key">Owner key</label>
        <textarea id="key" class="secret" rows={2} readOnly spellcheck={false} autocomplete="off">
          {secret}
        </textarea>
        <button type="button" class="minor" hidden data-copy="key">
          Copy
        </button>
        <p id="copied" class="said" role="status" hidden />
        <p>
          <a class="button" href={next}>
            I’ve saved it. Continue
          </a>
        </p>
      </div>
    </main>
  );
}

export function Product() {
  return (
    <p class="gym">
      <Mark /> Turnout
    </p>
  );
}
