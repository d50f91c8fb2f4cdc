/** Who is not in yet: sign-in, the code of a wall screen, and the first form of a new gym. None needs a script. */

import { Alert, field, Secret } from '../../parts/forms.tsx';
import { plainPage } from '../../parts/plain.tsx';
import { More } from '../../parts/rows.tsx';
import {
  FIRST_KEY,
  OPEN_HTTP,
  SCREEN,
  SIGN_IN,
  SIGN_IN_FAULTS,
  type SignInFault,
} from '../../words/sign-in.ts';
import { placeFields } from '../setup/settings.tsx';

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
  return plainPage(
    SIGN_IN,
    isAgain
      ? 'Type your key once more: this page changes who gets in.'
      : 'These pages show one gym’s figures, so you need a key.',
    <form class="panel" method="post" action="/sign-in">
      <Alert text={fault && SIGN_IN_FAULTS[fault]} id="fault" />
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
      {field('key', 'Key or set-up code', {
        type: 'password',
        autocomplete: 'current-password',
        autocapitalize: 'none',
        spellcheck: false,
        maxLength: 200,
        fault: fault === null ? undefined : 'fault',
        'aria-invalid': isWrong || undefined,
        autofocus: true,
        required: true,
        hint: 'A key starts with tk_. A set-up code has 8 digits.',
      })}
      {isPlain && (
        <p class="fault">
          This connection is not encrypted: others on this network could read your key. You will be
          signed out after 8 hours.
        </p>
      )}
      <button type="submit">Sign in</button>
    </form>,
    <details class="panel">
      <summary>No key, or lost it?</summary>
      <p>Ask an owner: they make a new key in Settings, under Keys.</p>
      <p class="context">
        If you are the owner, ask whoever runs the Turnout computer for a set-up code. It works
        once, for 15 minutes.
      </p>
    </details>,
    <p>
      <More to="/screen">This is a wall screen</More>
    </p>,
  );
}

/** Nothing is asked for where it could be read on the way. */
export function openHttpPage() {
  return plainPage(
    OPEN_HTTP,
    'This connection is not encrypted and may cross the internet: anyone on the way could read your key.',
    <p>
      Open Turnout by its address in your own network, such as http://192.168.1.20:8080, or put it
      behind https.
    </p>,
  );
}

/** The key of an owner who came in by a set-up code: shown this once. */
export function firstKeyPage(secret: string, next: string) {
  return plainPage(
    FIRST_KEY,
    'You’re signed in. Save this key now: it is shown only here, and you need it on other devices.',
    <div class="panel">
      <Secret label="Owner key" secret={secret} />
      <p>
        <a class="button" href={next}>
          I’ve saved it. Continue
        </a>
      </p>
    </div>,
  );
}

/** @param code `BCDF-GHJK`. @param address Where an owner types it. */
export function screenPage(code: string, address: string) {
  return plainPage(
    SCREEN,
    null,
    <p class="code" data-waits>
      {code}
    </p>,
    <p>
      An owner types this code within 15 minutes. Then the rooms and the next classes show here.
    </p>,
    <p>
      On a phone or computer where an owner is signed in: <strong>{address}</strong>
    </p>,
    <p class="context">Switch off sleep in the screen’s own settings.</p>,
    <p>
      <More to="/screen">Continue</More>
    </p>,
  );
}

export function screenTooFastPage() {
  return plainPage(
    SCREEN,
    null,
    <p role="alert">Too many codes were made here. Wait a minute, then open this page again.</p>,
    <p>
      <More to="/sign-in">{SIGN_IN}</More>
    </p>,
  );
}

export interface BeginProps {
  readonly zones: readonly string[];
  /** The zone of this computer. */
  readonly zone: string;
  readonly fault: SignInFault | null;
  /** What is wrong with the fields; null for nothing. */
  readonly message: string | null;
  /** What was typed before. */
  readonly typed: ReadonlyMap<string, string>;
}

export function beginPage({ zones, zone, fault, message, typed }: BeginProps) {
  const shown = message ?? (fault === null ? null : SIGN_IN_FAULTS[fault]);
  return plainPage(
    'Set up your gym',
    'This leaves the sample data. The set-up code is in the window where Turnout was started.',
    <form class="panel" method="post" action="/setup">
      <Alert text={shown} />
      {field('code', 'Set-up code', {
        hint: '8 digits. If it has expired, restart Turnout for a new one.',
        inputMode: 'numeric',
        autocomplete: 'off',
        required: true,
        value: typed.get('code'),
      })}
      {field('name', 'Gym name', { maxLength: 100, required: true, value: typed.get('name') })}
      {placeFields(zones, zone, typed.get('currency'), typed.size === 0)}
      <button type="submit">Create gym</button>
    </form>,
  );
}
