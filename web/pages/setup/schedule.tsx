/** The classes of a gym: a file that is looked at before it is taken, calendars, and booking systems. */

import { BOOKING_SYSTEMS } from '../../../config/booking.ts';
import type { ScheduleData, SentForm, SetupData } from '../../owner-data.ts';
import {
  Fault,
  Form,
  fieldsOf,
  PASSWORD,
  RowForm,
  Said,
  Submit,
  typed,
  UNSAVED,
  withoutLogin,
} from '../../parts/forms.tsx';
import { Records } from '../../parts/records.tsx';
import { Section } from '../../parts/rows.tsx';
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
        <Form
          {...{ sent, action: HERE, act: 'upload', acts: ['upload', 'read', 'import'] }}
          title="Import a file"
          button="Preview"
          enctype="multipart/form-data"
        >
          {fieldsOf(null, '')('file', 'File with classes, bookings or check-ins', {
            type: 'file',
            required: true,
            accept: '.csv,.tsv,.txt,.xlsx,.ics,.json',
            hint: 'CSV, Excel (.xlsx), calendar (.ics) or JSON, at most 32 MiB. You first see what it would change.',
            value: undefined,
          })}
        </Form>
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
    undone: `The import of ${one?.file ?? 'the file'} is undone. Corrections, counts and later imports stay.`,
    added: `${of} is added. Its classes come in a moment.`,
    removed: `${of} is removed. Its classes stay.`,
  };
  return <Said>{texts[what]}</Said>;
}

interface ListProps {
  readonly schedule: ScheduleData;
  readonly sent: SentForm | null;
}

function ImportList({ schedule: { imports, timezone }, sent }: ListProps) {
  if (imports.length === 0) return null;
  return (
    <Section id="imports" title="Imports so far">
      <Fault sent={sent} acts={['undo']} here={HERE} />
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
    </Section>
  );
}

const STATES = { new: 'not read yet', ok: 'read', failing: 'failing' } as const;

function Calendars({ schedule: { sources, timezone }, sent }: ListProps) {
  const field = fieldsOf(sent, 'add-calendar');
  return (
    <Section id="calendars" title="Connected calendars">
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
      <Form
        {...{ sent, action: HERE, act: 'add-calendar', acts: ['add-calendar', 'remove-calendar'] }}
        id="calendar-add"
        title="Add a calendar"
        text="Turnout reads it once before adding it, which can take half a minute."
        button="Try and add"
      >
        {field('name', 'Name of the calendar', {
          placeholder: 'Mindbody',
          required: true,
          maxLength: 60,
        })}
        {field('url', 'Address', {
          hint: `https://, http:// or webcal://. ${PASSWORD.hint}`,
          required: true,
          maxLength: 2048,
          autocomplete: 'off',
          value: withoutLogin(typed(sent, 'add-calendar', 'url')),
        })}
        {field('user', 'User name, if it asks for one', UNSAVED)}
        {field('password', 'Password', PASSWORD)}
      </Form>
    </Section>
  );
}

const ACT = 'add-booking';

function BookingForms({ sent }: { readonly sent: SentForm | null }) {
  const chosen = typed(sent, ACT, 'system');
  const field = fieldsOf(sent, ACT);
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
            {system === chosen && <Fault sent={sent} acts={[ACT]} here={HERE} />}
            <input type="hidden" name="system" value={system} />
            {field('site', site, {
              ...UNSAVED,
              id: `${system}-site`,
              required: true,
              value: system === chosen ? typed(sent, ACT, 'site') : '',
            })}
            {Object.entries(account).map(([name, label]) =>
              field(name, label, {
                ...(name === 'user' ? UNSAVED : PASSWORD),
                ...secret,
                id: `${system}-${name}`,
              }),
            )}
            <Submit act={ACT}>Try and add</Submit>
          </form>
        </details>
      ))}
    </Section>
  );
}
