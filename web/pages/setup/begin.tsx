/** What is asked before there is a gym, and so an owner. It works without a script. */

import { SIGN_IN_FAULTS, type SignInFault } from '../../words/sign-in.ts';
import { Product } from '../sign-in/sign-in.tsx';
import { Field } from './field.tsx';
import { CURRENCY_HINT } from './settings.tsx';

export interface BeginProps {
  readonly zones: readonly string[];
  /** The zone of this computer. */
  readonly zone: string;
  readonly fault: SignInFault | null;
  /** What is wrong with the fields; null for nothing. */
  readonly told: string | null;
  /** What was typed before. */
  readonly typed: ReadonlyMap<string, string>;
}

export function beginPage({ zones, zone, fault, told, typed }: BeginProps) {
  const shown = told ?? (fault === null ? null : SIGN_IN_FAULTS[fault]);
  return (
    <main class="plain sign-in" id="content">
      <Product />
      <h1>Settings</h1>
      <p class="context">
        This leaves the sample data. The set-up code is where Turnout was started.
      </p>
      <form class="panel" method="post" action="/setup">
        {shown !== null && (
          <p class="fault" role="alert">
            {shown}
          </p>
        )}
        <Field
          name="code"
          label="Set-up code"
          hint="8 digits. If it has expired, restart Turnout for a new one."
          inputMode="numeric"
          autocomplete="off"
          required
          value={typed.get('code')}
        />
        <Field name="name" label="Gym name" maxLength={100} required value={typed.get('name')} />
        <label for="timezone">Time zone</label>
        <select id="timezone" name="timezone" data-guess={typed.size === 0}>
          {zones.map((each) => (
            <option key={each} selected={each === zone}>
              {each}
            </option>
          ))}
        </select>
        <Field
          name="currency"
          label="Currency"
          hint={CURRENCY_HINT}
          pattern="[A-Za-z]{3}"
          maxLength={3}
          value={typed.get('currency')}
        />
        <button type="submit">Create gym</button>
      </form>
    </main>
  );
}
