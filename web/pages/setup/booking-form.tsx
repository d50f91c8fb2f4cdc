/** Connecting a booking system: a form for each, which is sent to the server, tried there, and comes back with what was found. */

import { BOOKING_SYSTEMS } from '../../../config/booking.ts';
import type { SentForm } from '../../operator-data.ts';
import { SETUP } from '../../words/setup.ts';
import { Field } from './field.tsx';

export function BookingForms({ sent }: { readonly sent: SentForm | null }) {
  const words = SETUP.booking;
  const chosen = sent?.fields.get('system');
  return (
    <section>
      <h3>{words.title}</h3>
      <p class="context">{words.text}</p>
      {sent !== null && (
        <p
          class={sent.fault === null ? 'said' : 'fault'}
          role={sent.fault === null ? 'status' : 'alert'}
        >
          {sent.fault ?? sent.told}
        </p>
      )}
      {Object.entries(BOOKING_SYSTEMS).map(([system, { title, site, account }]) => (
        <details key={system} open={system === chosen && sent?.fault !== null}>
          <summary>{title}</summary>
          <form class="panel" method="post" action="/setup/schedule">
            <input type="hidden" name="system" value={system} />
            <Field
              name={`${system}.site`}
              label={site}
              maxLength={200}
              required
              autocomplete="off"
              value={system === chosen ? sent?.fields.get(`${system}.site`) : undefined}
            />
            {Object.entries(account).map(([name, label]) => (
              <Field
                key={name}
                name={`${system}.${name}`}
                label={label}
                maxLength={500}
                required
                autocomplete="off"
                {...(name !== 'user' && { type: 'password' as const })}
              />
            ))}
            <p class="note">{words.stored}</p>
            <button type="submit">{words.button}</button>
          </form>
        </details>
      ))}
    </section>
  );
}
