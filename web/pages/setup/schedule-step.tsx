/** The classes of a gym: booking systems by form; files and calendars by the script web/operator/schedule. */

import type { SetupData } from '../../operator-data.ts';
import { SETUP } from '../../words/setup.ts';
import { BookingForms } from './booking-form.tsx';

export function ScheduleStep({ content }: { readonly content: SetupData }) {
  const words = SETUP.schedule;
  return (
    <>
      <p class="context">{words.text}</p>
      {content.classes > 0 && (
        <p>
          {content.classes} {words.known}
        </p>
      )}
      <div data-schedule>
        <p class="panel">To add files or calendars, turn on JavaScript in your browser.</p>
      </div>
      <BookingForms sent={content.sent} />
    </>
  );
}
