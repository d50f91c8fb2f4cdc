/** The classes of a gym: files and calendars, by the script web/operator/schedule; without it, what to do on the terminal. */

import type { SetupData } from '../../operator-data.ts';
import { SCHEDULE } from '../../words/schedule.ts';
import { SETUP } from '../../words/setup.ts';

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
        <div class="panel">
          <p>{SCHEDULE.plain.file}</p>
          <pre>{SCHEDULE.plain.command}</pre>
          <p>{SCHEDULE.plain.feed}</p>
          <pre>{SCHEDULE.plain.lines}</pre>
        </div>
      </div>
    </>
  );
}
