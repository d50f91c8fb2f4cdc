/** The classes of a gym: a file that is looked at before it is taken, calendars, and booking systems. */

import { BOOKING_SYSTEMS } from '../../../config/booking.ts';
import type { ScheduleData, SentForm, SetupData } from '../../owner-data.ts';
import {
  Form,
  faultOf,
  field,
  fieldsOf,
  Note,
  PASSWORD,
  rowForm,
  submit,
  UNSAVED,
  withoutLogin,
} from '../../parts/forms.tsx';
import { records } from '../../parts/records.tsx';
import { Section } from '../../parts/rows.tsx';
import { counted, UNKNOWN } from '../../words/format.ts';
import { countsText, previewForm, when } from './preview.tsx';

const HERE = '/setup/schedule';

export function scheduleStep({ schedule, sent, rooms, classes }: SetupData) {
  if (schedule === undefined) return null;
  return (
    <>
      <p class="context">
        Export your timetable from your booking system as a spreadsheet, or connect its calendar.
      </p>
      {classes > 0 && (
        <p>{counted(classes, 'class', 'classes')} from six weeks back to tomorrow.</p>
      )}
      {done(schedule)}
      {sent?.preview === undefined ? (
        <Form
          {...{ sent, action: HERE, act: 'upload', acts: ['upload', 'read', 'import'] }}
          title="Import a file"
          button="Preview"
          enctype="multipart/form-data"
        >
          {field('file', 'File with classes, bookings or check-ins', {
            type: 'file',
            required: true,
            accept: '.csv,.tsv,.txt,.xlsx,.ics,.json',
            hint: 'CSV, Excel (.xlsx), calendar (.ics) or JSON, at most 32 MiB. You first see what it would change.',
          })}
        </Form>
      ) : (
        previewForm(sent.preview, sent, rooms)
      )}
      {importList(schedule, sent)}
      {calendars(schedule, sent)}
      {bookingForms(sent)}
    </>
  );
}

function done({ done: act, imports }: ScheduleData) {
  if (act === null) return null;
  const { what, of } = act;
  const one = imports.find(({ id }) => String(id) === of);
  const texts = {
    imported:
      one === undefined
        ? 'The file is imported. Nothing has changed.'
        : `${one.file} is imported: ${countsText(one.counts)}.`,
    undone: `The import of ${one?.file ?? 'the file'} is undone. Corrections, counts and later imports stay.`,
    added: `${of} is added. Its classes come in a moment.`,
    removed: `${of} is removed. Its classes stay.`,
  };
  return <Note>{texts[what]}</Note>;
}

function importList({ imports, timezone }: ScheduleData, sent: SentForm | null) {
  if (imports.length === 0) return null;
  return (
    <Section id="imports" title="Imports so far">
      {faultOf(sent, ['undo'], HERE)}
      {sent?.code === 'import_covered' && (
        <form method="post" action={HERE}>
          <input type="hidden" name="import" value={sent.fields.get('import')} />
          <input type="hidden" name="rest" value="yes" />
          {submit('undo', 'Undo the other classes', 'minor')}
        </form>
      )}
      {records(
        ['When', 'File or calendar', 'Classes', ''],
        imports.map(({ id, at, file, counts, undone_at: undone, can_undo: canUndo }) => {
          const made = when(at, timezone);
          const act = ['undo', 'Undo', `the import of ${file}, ${made}`] as const;
          const state = undone === null ? 'too long ago' : 'undone';
          return [
            made,
            <bdi>{file}</bdi>,
            countsText(counts),
            canUndo ? rowForm(HERE, ['import', id], act) : <span class="note">{state}</span>,
          ];
        }),
      )}
    </Section>
  );
}

const STATES = { new: 'being read now', ok: 'read', failing: 'failing' } as const;

function calendars({ sources, timezone }: ScheduleData, sent: SentForm | null) {
  const { typed, field } = fieldsOf(sent, 'add-calendar');
  return (
    <Section id="calendars" title="Connected calendars">
      {sources.length > 0 &&
        records(
          ['Calendar', 'State', 'Classes', ''],
          sources.map(({ id, kind, state, last_success_at: readAt, fault, classes }) => [
            <>
              <bdi>{id}</bdi>
              {kind === 'file' && <span class="note"> a file on the server</span>}
            </>,
            <>
              {STATES[state]}
              {readAt !== null && `, ${when(readAt, timezone)}`}
              {fault !== null && <span class="note"> {fault.detail}</span>}
            </>,
            state === 'new' ? UNKNOWN : classes,
            rowForm(HERE, ['calendar', id], ['remove-calendar', 'Remove', `the calendar ${id}`]),
          ]),
        )}
      <Form
        {...{ sent, action: HERE, act: 'add-calendar', acts: ['add-calendar', 'remove-calendar'] }}
        id="calendar-add"
        title="Add a calendar"
        text="Turnout reads it once before adding it, which can take half a minute."
        button="Try and add"
      >
        {field('name', 'Short name, such as mindbody', { required: true, maxLength: 60 })}
        {field('url', 'Address', {
          hint: `https://, http:// or webcal://. ${PASSWORD.hint}`,
          required: true,
          maxLength: 2048,
          autocomplete: 'off',
          value: withoutLogin(typed('url')),
        })}
        {field('user', 'User name, if it asks for one', UNSAVED)}
        {field('password', 'Password', PASSWORD)}
      </Form>
    </Section>
  );
}

const ACT = 'add-booking';

function bookingForms(sent: SentForm | null) {
  const { typed, field } = fieldsOf(sent, ACT);
  const chosen = typed('system');
  const secret = { maxLength: 500, required: true, value: undefined } as const;
  return (
    <Section id="booking" title="Connect your booking system">
      <p class="context">
        Turnout reads classes, bookings and check-ins, but never who booked. Add an OpenActive feed
        above, as a calendar.
      </p>
      {Object.entries(BOOKING_SYSTEMS).map(([system, { title, site, account }]) => (
        <details key={system} class="panel" open={system === chosen}>
          <summary>{title}</summary>
          <form method="post" action={HERE}>
            {system === chosen && faultOf(sent, [ACT], HERE)}
            <input type="hidden" name="system" value={system} />
            {field('site', site, {
              ...UNSAVED,
              id: `${system}-site`,
              required: true,
              value: system === chosen ? typed('site') : '',
            })}
            {Object.entries(account).map(([name, label]) =>
              field(name, label, {
                ...(name === 'user' ? UNSAVED : PASSWORD),
                ...secret,
                id: `${system}-${name}`,
              }),
            )}
            {submit(ACT, 'Try and add')}
          </form>
        </details>
      ))}
    </Section>
  );
}
