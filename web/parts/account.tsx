/** Who is signed in, in the head of every page, and the way out. It opens without a script. */

import { type Frame, isOperator, type Reader } from '../data.ts';
import { CAMERAS } from '../words/cameras/cameras.ts';
import { AUDIT } from '../words/owner/audit.ts';
import { CALIBRATE } from '../words/owner/calibration.ts';
import { SETUP } from '../words/setup.ts';
import { ACCOUNT, SIGN_INS } from '../words/sign-in.ts';
import { Icon } from './icon.tsx';

export function Account({ frame }: { readonly frame: Frame }) {
  const { reader } = frame;
  if (reader === null) return null;
  const role = ACCOUNT.roles[reader.role];
  return (
    <details class="account" data-signed-in>
      <summary aria-label={`${ACCOUNT.label}: ${nameOf(reader)}`}>
        <Icon name="trainers" />
        <span>{nameOf(reader)}</span>
      </summary>
      <div class="menu">
        <p>
          <strong>
            <bdi>{nameOf(reader)}</bdi>
          </strong>
          {reader.name !== null && <span class="note"> {role}</span>}
        </p>
        {reader.role === 'owner' && (
          <p>
            {isOperator(frame) && <OperatorPlaces />}
            <a class="more" href="/sign-ins">
              {frame.office === undefined ? ACCOUNT.list : SIGN_INS.office.title}
            </a>
          </p>
        )}
        <form method="post" action="/sign-out">
          <button type="submit">{ACCOUNT.out}</button>
        </form>
      </div>
    </details>
  );
}

function OperatorPlaces() {
  return (
    <>
      <a class="more" href="/setup">
        {SETUP.title}
      </a>
      <a class="more" href="/cameras">
        {CAMERAS.title}
      </a>
      <a class="more" href="/calibrate">
        {CALIBRATE.title}
      </a>
      <a class="more" href="/audit">
        {AUDIT.title}
      </a>
    </>
  );
}

function nameOf({ role, name }: Reader): string {
  return name ?? ACCOUNT.roles[role];
}

/** Told on every page, since it is so on every page. */
export function Unsafe({ frame: { reader } }: { readonly frame: Frame }) {
  return reader?.isPlain === true ? <p class="unsafe">{ACCOUNT.plain}</p> : null;
}
