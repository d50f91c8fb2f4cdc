/** Connecting a booking system: a form for each, tried before it is added. */

import { BOOKING_SYSTEMS } from '../../../config/booking.ts';
import type { SentForm } from '../../operator-data.ts';
import { Fault, Field, typed } from './field.tsx';

const ACT = 'add-booking';

export function BookingForms({ sent }: { readonly sent: SentForm | null }) {
  const chosen = typed(sent, ACT, 'system');
  return (
    <section aria-labelledby="booking-title">
      <h3 id="booking-title">Connect your booking system</h3>
      <p class="context">
        Turnout reads classes, bookings and check-ins, and never who booked. An OpenActive feed is
        added above, as a calendar.
      </p>
      {Object.entries(BOOKING_SYSTEMS).map(([system, { title, site, account }]) => (
        <details key={system} class="panel" open={system === chosen}>
          <summary>{title}</summary>
          <form method="post" action="/setup/schedule">
            {system === chosen && <Fault sent={sent} acts={[ACT]} />}
            <input type="hidden" name="system" value={system} />
            <Field
              id={`${system}-site`}
              name="site"
              label={site}
              maxLength={200}
              required
              autocomplete="off"
              value={system === chosen ? typed(sent, ACT, 'site') : ''}
            />
            {Object.entries(account).map(([name, label]) => (
              <Field
                key={name}
                id={`${system}-${name}`}
                name={name}
                label={label}
                maxLength={500}
                required
                autocomplete="off"
                {...(name !== 'user' && { type: 'password' as const })}
              />
            ))}
            <p class="note">It is stored on this computer and never shown again.</p>
            <button type="submit" name="act" value={ACT}>
              Try and add
            </button>
          </form>
        </details>
      ))}
    </section>
  );
}
