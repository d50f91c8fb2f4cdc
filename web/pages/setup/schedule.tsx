/** The classes of a gym: a file that is looked at before it is taken, calendars, and booking systems. */

import { BOOKING_SYSTEMS } from '../../../config/booking.ts';
import type { ScheduleData, SentForm, SetupData } from '../../owner-data.ts';
import { Fault, fieldsOf, RowForm, Said, Submit, typed, withoutLogin } from '../../parts/forms.tsx';
import { Records } from '../../parts/records.tsx';
import { countsText, PreviewForm, when } from './preview.tsx';

const HERE = '/setup/schedule';

export function ScheduleStep({ content }: { readonly content: SetupData }) {
  const { schedule, sent, rooms, classes } = content;
  if (schedule === undefined) return null;
  return (
    <>
      <p class="context">
        Export your timetable from your booking system as a spreadsheet, or connect its calendar.
      </p>
      {classes > 0 && <p>{classes} classes so far.</p>}
      <Done schedule={schedule} />
      {sent?.preview === undefined ? (
        <Upload sent={sent} />
      ) : (
        <PreviewForm {...{ preview: sent.preview, sent, rooms }} />
      )}
      <ImportList {...{ schedule, sent }} />
      <Calendars {...{ schedule, sent }} />
      <BookingForms sent={sent} />
    </>
  );
}

function Done({ schedule: { done, imports } }: { readonly schedule: ScheduleData }) {
  if (done === null) return null;
  const { what, of } = done;
  const one = imports.find(({ id }) => String(id) === of);
  const texts = {
    imported:
      one === undefined
        ? 'The file is imported. Nothing has changed.'
        : `${one.file} is imported: ${countsText(one.counts)}.`,
    undone: `The import of ${one?.file ?? 'the file'} is undone. Corrections and counts stay, and what later imports say.`,
    added: `${of} is added. Its classes come in a moment.`,
    removed: `${of} is removed. Its classes stay.`,
  };
  return <Said>{texts[what]}</Said>;
}

function Upload({ sent }: { readonly sent: SentForm | null }) {
  return (
    <form class="panel" method="post" action={HERE} enctype="multipart/form-data">
      <h3>Import a file</h3>
      <Fault sent={sent} acts={['upload', 'read', 'import']} />
      <label for="file">File with classes, bookings or check-ins</label>
      <input
        id="file"
        name="file"
        type="file"
        required
        accept=".csv,.tsv,.txt,.xlsx,.ics,.json"
        aria-describedby="file-hint"
      />
      <p class="note" id="file-hint">
        CSV, Excel (.xlsx), calendar (.ics) or JSON, at most 32 MiB. You see first what it would
        change.
      </p>
      <Submit act="upload">Preview</Submit>
    </form>
  );
}

interface ListProps {
  readonly schedule: ScheduleData;
  readonly sent: SentForm | null;
}

function ImportList({ schedule: { imports, timezone }, sent }: ListProps) {
  if (imports.length === 0) return null;
  return (
    <section aria-labelledby="imports-title">
      <h3 id="imports-title">Imports so far</h3>
      <Fault sent={sent} acts={['undo']} />
      {sent?.code === 'import_covered' && (
        <form method="post" action={HERE}>
          <input type="hidden" name="import" value={sent.fields.get('import')} />
          <input type="hidden" name="rest" value="yes" />
          <Submit act="undo" isMinor>
            Undo the other classes
          </Submit>
        </form>
      )}
      <Records
        head={['When', 'File or calendar', 'Classes', '']}
        rows={imports.map(({ id, at, file, counts, undone_at: undone, can_undo: canUndo }) => [
          when(at, timezone),
          <bdi>{file}</bdi>,
          countsText(counts),
          canUndo ? (
            <RowForm
              action={HERE}
              field="import"
              value={id}
              acts={[['undo', 'Undo', `the import of ${file}, ${when(at, timezone)}`]]}
            />
          ) : (
            <span class="note">{undone === null ? 'too long ago' : 'undone'}</span>
          ),
        ])}
      />
    </section>
  );
}

const STATES = { new: 'not read yet', ok: 'read', failing: 'failing' } as const;

function Calendars({ schedule: { sources, timezone }, sent }: ListProps) {
  const field = fieldsOf(sent, 'add-calendar');
  return (
    <section aria-labelledby="calendars-title">
      <h3 id="calendars-title">Connected calendars</h3>
      {sources.length > 0 && (
        <Records
          head={['Calendar', 'State', 'Classes', '']}
          rows={sources.map(({ id, kind, state, last_success_at: readAt, fault, classes }) => [
            <>
              <bdi>{id}</bdi>
              {kind === 'file' && <span class="note"> a file on the server</span>}
            </>,
            <>
              {STATES[state]}
              {readAt !== null && `, ${when(readAt, timezone)}`}
              {fault !== null && <span class="note"> {fault.detail}</span>}
            </>,
            classes,
            <RowForm
              action={HERE}
              field="calendar"
              value={id}
              acts={[['remove-calendar', 'Remove', `the calendar ${id}`]]}
            />,
          ])}
        />
      )}
      <form
        class="panel"
        method="post"
        action={`${HERE}#calendar-add`}
        aria-labelledby="calendar-add"
      >
        <h4 id="calendar-add">Add a calendar</h4>
        <p class="context">It is read once before it is added, which can take half a minute.</p>
        <Fault sent={sent} acts={['add-calendar', 'remove-calendar']} />
        {field('name', 'Name of the calendar', {
          hint: 'Such as Mindbody.',
          required: true,
          maxLength: 60,
        })}
        {field('url', 'Address', {
          hint: 'https://, http:// or webcal://. It is stored on this computer and never shown again.',
          required: true,
          maxLength: 2048,
          autocomplete: 'off',
          value: withoutLogin(typed(sent, 'add-calendar', 'url')),
        })}
        {field('user', 'User, where it asks for one', { autocomplete: 'off', maxLength: 200 })}
        {field('password', 'Password', {
          type: 'password',
          autocomplete: 'new-password',
          maxLength: 200,
        })}
        <Submit act="add-calendar">Try and add</Submit>
      </form>
    </section>
  );
}

const ACT = 'add-booking';

function BookingForms({ sent }: { readonly sent: SentForm | null }) {
  const chosen = typed(sent, ACT, 'system');
  const field = fieldsOf(sent, ACT);
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
            {field('site', site, {
              id: `${system}-site`,
              maxLength: 200,
              required: true,
              autocomplete: 'off',
              value: system === chosen ? typed(sent, ACT, 'site') : '',
            })}
            {Object.entries(account).map(([name, label]) =>
              field(name, label, {
                id: `${system}-${name}`,
                maxLength: 500,
                required: true,
                autocomplete: 'off',
                value: undefined,
                ...(name !== 'user' && { type: 'password' }),
              }),
            )}
            <p class="note">It is stored on this computer and never shown again.</p>
            <Submit act={ACT}>Try and add</Submit>
          </form>
        </details>
      ))}
    </section>
  );
}
