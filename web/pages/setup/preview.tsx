/** What a file would change, before it is taken: what was understood, what was not, and how else it could be read. */

import type { Preview, SentForm, SetupData } from '../../owner-data.ts';
import { Fault, Said, Submit } from '../../parts/forms.tsx';
import { Records } from '../../parts/records.tsx';
import { More } from '../../parts/rows.tsx';
import { classes, list, UNKNOWN } from '../../words/format.ts';

const KINDS = {
  add: 'new',
  change: 'changed',
  move: 'moved',
  cancel: 'cancelled',
  remove: 'removed',
  unchanged: 'as before',
} as const;
type Kind = keyof typeof KINDS;

/** `4 new, 1 cancelled`. */
export function countsText(counts: Readonly<Record<Kind, number>>): string {
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) => counts[kind] > 0);
  return kinds.map((kind) => `${counts[kind]} ${KINDS[kind]}`).join(', ');
}

/** In the zone of the gym. */
export function when(instant: string, timeZone: string): string {
  return new Date(instant).toLocaleString('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
}

interface PreviewFormProps {
  readonly preview: Preview;
  readonly sent: SentForm;
  readonly rooms: SetupData['rooms'];
}

export function PreviewForm({ preview, sent, rooms }: PreviewFormProps) {
  const { unused_columns: unused, too_many: many } = preview;
  const counts = countsText(preview.counts);
  return (
    <form class="panel preview" method="post" action="/setup/schedule">
      <h3>What this would change</h3>
      <Fault sent={sent} acts={['upload', 'read', 'import']} />
      <Said>
        {counts === ''
          ? 'No class could be read. Choose the columns of the class and its start below.'
          : `${classes(preview.classes)} understood: ${counts}.`}
      </Said>
      {unused.length > 0 && (
        <p>
          Not understood, and left out: <bdi>{list(unused.map((name) => `“${name}”`))}</bdi>. If
          your figures need {unused.length === 1 ? 'it' : 'one of them'}, say below what it is.
        </p>
      )}
      <input type="hidden" name="upload" value={preview.upload} />
      <input type="hidden" name="preview" value={preview.preview} />
      <Findings preview={preview} />
      {many.length > 0 && (
        <label class="check">
          <input type="checkbox" name="force" value="yes" required /> Import these counts as they
          are
        </label>
      )}
      <p class="acts">
        {preview.classes > 0 && <Submit act="import">Import {classes(preview.classes)}</Submit>}
        <More to="/setup/schedule">Cancel</More>
      </p>
      <Reading {...{ preview, rooms }} />
    </form>
  );
}

function Findings({ preview }: { readonly preview: Preview }) {
  const { timezone, changes, joins, odd_ones: odd } = preview;
  const changed = changes.filter(({ kind }) => kind !== 'add');
  const strange = odd.filter(({ kind }) => kind !== 'room');
  return (
    <>
      <Sample preview={preview} />
      <Lines
        title="Changes"
        lines={changed.map(({ kind, name, starts_at: starts, fields }) => {
          const told = fields
            .filter(({ field }) => !field.endsWith('_at'))
            .map(({ field, before, after }) => `${field.replace('_', ' ')}: ${before} → ${after}`);
          return `${when(starts, timezone)} ${name}, ${KINDS[kind]}${told.length === 0 ? '' : `: ${told.join('; ')}`}`;
        })}
        count={changed.length}
      />
      <Lines
        title="More people than 1.5 times the places"
        lines={preview.too_many.map(
          ({ line, name, people, field, places }) =>
            `${at(line)}${name}: ${people} ${field}, ${places} places`,
        )}
        count={preview.too_many.length}
      />
      <Lines
        title="Left out or guessed"
        lines={preview.faults.map(
          ({ line, field, expected, got, effect }) =>
            `${at(line)}${field === null ? '' : `${field}: `}expected ${expected}, got ${got} (${effect === 'skipped' ? 'left out' : 'taken without it'})`,
        )}
        count={preview.fault_count}
      />
      <Lines
        title="Rows that are no classes"
        lines={preview.passed_over.map(({ line, what }) => `${at(line)}${what}`)}
        count={preview.passed_over_count}
      />
      <Lines
        title="Odd ones out, to look at"
        lines={strange.map((one) => oddText(one, timezone))}
        count={strange.length}
      />
      <Lines
        title="Trainers known under two names, now one person"
        lines={joins.map(({ name, into }) => `“${name}” is ${into}`)}
        count={joins.length}
      />
    </>
  );
}

function oddText(one: Preview['odd_ones'][number], timeZone: string): string {
  const begin = 'starts_at' in one ? `${when(one.starts_at, timeZone)}: ` : '';
  switch (one.kind) {
    case 'once':
      return `${begin}${one.name} is there once only, and no series`;
    case 'two_titles':
      return `${begin}two titles at one time, “${one.names?.[0]}” and “${one.names?.[1]}”`;
    case 'turned':
      return `The trainer “${one.name}” is ${one.near}`;
    default:
      return `The trainer “${one.name}” is new, and there is ${one.near}`;
  }
}

function Sample({ preview: { sample, timezone } }: { readonly preview: Preview }) {
  if (sample.length === 0) return null;
  return (
    <Records
      caption="The first classes, as understood"
      head={['Starts', 'Class', 'Trainer', 'Room', 'Places', 'Booked', 'Came']}
      rows={sample.map((one) => [
        when(one.starts_at, timezone),
        <>
          <bdi>{one.name}</bdi>
          {one.cancelled && ' (cancelled)'}
        </>,
        <bdi>{one.trainer ?? UNKNOWN}</bdi>,
        <bdi>{one.room ?? UNKNOWN}</bdi>,
        one.capacity ?? UNKNOWN,
        one.booked ?? UNKNOWN,
        one.attended ?? UNKNOWN,
      ])}
    />
  );
}

/** Lines of a list; nobody reads more. */
const SHOWN = 10;

function Lines({ title, lines, count }: { title: string; lines: string[]; count: number }) {
  if (count === 0) return null;
  const shown = lines.slice(0, SHOWN);
  return (
    <>
      <h4>{title}</h4>
      <ul class="findings">
        {shown.map((line) => (
          <li key={line}>
            <bdi>{line}</bdi>
          </li>
        ))}
        {count > shown.length && <li>… and {count - shown.length} more</li>}
      </ul>
    </>
  );
}

function at(line: number | null): string {
  return line === null ? '' : `line ${line}, `;
}

/** What a column can be; what most files have comes first. */
const FIELDS = {
  name: 'Class',
  start: 'Start (date and time)',
  date: 'Date',
  time: 'Time',
  weekday: 'Weekday',
  end: 'End',
  duration: 'Duration',
  trainer: 'Trainer',
  room: 'Room',
  capacity: 'Places',
  booked: 'Booked',
  attended: 'Checked in',
  no_shows: 'No-shows',
  late_cancels: 'Late cancellations',
  waitlisted: 'Waiting list',
  revenue: 'Revenue',
  id: 'Id',
  trainer_id: 'Id of the trainer',
  from: 'First date of a weekly class',
  until: 'Last date of a weekly class',
  closed: 'Days without classes',
  status: 'Cancelled',
  substitute: 'Substitute',
} as const;

/** What most files have. */
const USUAL = 12;

/** Which column is which, and which rooms are meant: guessed, and to be changed. */
function Reading({ preview, rooms: known }: Omit<PreviewFormProps, 'sent'>) {
  const { columns, rooms } = preview;
  const strange = rooms.filter(({ room }) => room === null);
  if (columns.length === 0 && strange.length === 0) return null;
  const isAsked = strange.length > 0 || preview.classes === 0;
  return (
    <details class="panel" open={isAsked}>
      <summary>Columns and rooms</summary>
      {rooms.map(
        // What is known, or was chosen before, is not asked again.
        ({ name, room }) =>
          room !== null && <input key={name} type="hidden" name={`room:${name}`} value={room} />,
      )}
      {strange.length > 0 && (
        <fieldset>
          <legend>Rooms that Turnout does not know</legend>
          <div class="pairs">
            {strange.map(({ name, nearest }, index) => (
              <div key={name}>
                <label for={`room-${index}`}>
                  <bdi>{name}</bdi>
                </label>
                <select id={`room-${index}`} name={`room:${name}`}>
                  <option value="">no room: no camera counts</option>
                  <option value="+">a new room</option>
                  {known.map((room) => (
                    <option key={room.id} value={room.id} selected={room.id === nearest}>
                      {room.name}
                    </option>
                  ))}
                </select>
              </div>
            ))}
          </div>
        </fieldset>
      )}
      {columns.length > 0 && <Columns preview={preview} />}
      <Submit act="read" isMinor formNoValidate>
        Read it again like this
      </Submit>
    </details>
  );
}

function Columns({ preview: { columns, column_of: chosen } }: { readonly preview: Preview }) {
  const fields = Object.entries(FIELDS).map(([field, words]) => (
    <div key={field}>
      <label for={`column-${field}`}>{words}</label>
      <select id={`column-${field}`} name={`column:${field}`}>
        <option value="">not in the file</option>
        {columns.map((column) => (
          <option key={column} value={column} selected={chosen[field] === column}>
            {column}
          </option>
        ))}
      </select>
    </div>
  ));
  return (
    <>
      <p>Turnout has guessed which column is which. Choose others where it is wrong.</p>
      <div class="pairs">{fields.slice(0, USUAL)}</div>
      <details>
        <summary>Further columns</summary>
        <div class="pairs">{fields.slice(USUAL)}</div>
      </details>
    </>
  );
}
