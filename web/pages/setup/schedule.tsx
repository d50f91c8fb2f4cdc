/** The classes of a gym: a file that is looked at before it is taken, the imports so far, and calendars that are read again. */

import type { ScheduleData, SentForm, SetupData } from '../../operator-data.ts';
import { BookingForms } from './booking-form.tsx';
import { Fault, Field, typed, withoutLogin } from './field.tsx';
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
  return (
    <p class="said" role="status">
      {texts[what]}
    </p>
  );
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
      <button type="submit" name="act" value="upload">
        Look at it
      </button>
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
          <button type="submit" class="minor" name="act" value="undo">
            Undo the other classes
          </button>
        </form>
      )}
      <table class="sign-ins">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">File or calendar</th>
            <th scope="col">Classes</th>
            <th scope="col">Undo</th>
          </tr>
        </thead>
        <tbody>
          {imports.map(({ id, at, file, counts, undone_at: undone, can_undo: canUndo }) => (
            <tr key={id}>
              <th scope="row">{when(at, timezone)}</th>
              <td data-name="File or calendar">
                <bdi>{file}</bdi>
              </td>
              <td data-name="Classes">{countsText(counts)}</td>
              <td>
                {canUndo ? (
                  <form method="post" action={HERE}>
                    <input type="hidden" name="import" value={id} />
                    <button type="submit" class="minor" name="act" value="undo">
                      Undo
                      <span class="unseen">
                        {' '}
                        the import of {file}, {when(at, timezone)}
                      </span>
                    </button>
                  </form>
                ) : (
                  <span class="note">{undone === null ? 'too long ago' : 'undone'}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const STATES = { new: 'not read yet', ok: 'read', failing: 'failing' } as const;

function Calendars({ schedule: { sources, timezone }, sent }: ListProps) {
  const shown = (name: string) => typed(sent, 'add-calendar', name);
  return (
    <section aria-labelledby="calendars-title">
      <h3 id="calendars-title">Calendars that are read again and again</h3>
      {sources.length > 0 && (
        <table class="sign-ins">
          <thead>
            <tr>
              <th scope="col">Calendar</th>
              <th scope="col">State</th>
              <th scope="col">Classes</th>
              <th scope="col">Remove</th>
            </tr>
          </thead>
          <tbody>
            {sources.map((source) => (
              <tr key={source.id}>
                <th scope="row">
                  <bdi>{source.id}</bdi>
                  {source.kind === 'file' && <span class="note"> a file on the server</span>}
                </th>
                <td data-name="State">
                  {STATES[source.state]}
                  {source.last_success_at !== null && `, ${when(source.last_success_at, timezone)}`}
                  {source.fault !== null && <span class="note"> {source.fault.detail}</span>}
                </td>
                <td data-name="Classes">{source.classes}</td>
                <td>
                  <form method="post" action={HERE}>
                    <input type="hidden" name="calendar" value={source.id} />
                    <button type="submit" class="minor" name="act" value="remove-calendar">
                      Remove<span class="unseen"> the calendar {source.id}</span>
                    </button>
                  </form>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
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
        <Field
          name="name"
          label="Name of the calendar"
          hint="Such as Mindbody."
          required
          maxLength={60}
          value={shown('name')}
        />
        <Field
          name="url"
          label="Address"
          hint="https://, http:// or webcal://. It is stored on this computer and never shown again."
          required
          maxLength={2048}
          autocomplete="off"
          value={withoutLogin(shown('url'))}
        />
        <Field
          name="user"
          label="User, where it asks for one"
          autocomplete="off"
          maxLength={200}
          value={shown('user')}
        />
        <Field
          name="password"
          type="password"
          label="Password"
          autocomplete="new-password"
          maxLength={200}
        />
        <button type="submit" name="act" value="add-calendar">
          Try and add
        </button>
      </form>
    </section>
  );
}
