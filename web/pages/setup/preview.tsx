/** What a file would change, before it is taken: what was understood, what was not, and how else it could be read. */

import type { Preview, SentForm, SetupData } from '../../owner-data.ts';
import { faultOf, Note, select, submit, Tick } from '../../parts/forms.tsx';
import { records } from '../../parts/records.tsx';
import { More } from '../../parts/rows.tsx';
import { classes, list, number, UNKNOWN } from '../../words/format.ts';

export const KINDS = {
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
  return kinds.map((kind) => `${number(counts[kind])} ${KINDS[kind]}`).join(', ');
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

export function previewForm(preview: Preview, sent: SentForm, rooms: SetupData['rooms']) {
  const { unused_columns: unused, too_many: many } = preview;
  return (
    <form class="panel preview" method="post" action="/setup/schedule">
      <h3>What this would change</h3>
      {faultOf(sent, ['upload', 'read', 'import'], '/setup/schedule')}
      <Note>
        {countsText(preview.counts) === ''
          ? 'No class could be read. Choose the columns of the class and its start below.'
          : `${classes(preview.classes)} understood: ${countsText(preview.counts)}.`}
      </Note>
      {unused.length > 0 && (
        <p>
          Not understood, and left out: <bdi>{list(unused.map((name) => `“${name}”`))}</bdi>. If you
          need {unused.length === 1 ? 'it' : 'one of them'}, say below what it is.
        </p>
      )}
      <input type="hidden" name="upload" value={preview.upload} />
      <input type="hidden" name="preview" value={preview.preview} />
      {preview.sample.length > 0 && sampleOf(preview)}
      {linesOf(preview).map(listOf)}
      {many.length > 0 && (
        <Tick type="checkbox" name="force" value="yes" required>
          Import these counts as they are
        </Tick>
      )}
      <p class="acts">
        {preview.classes > 0 && submit('import', `Import ${classes(preview.classes)}`)}
        <More to="/setup/schedule">Cancel</More>
      </p>
      {reading(preview, rooms)}
    </form>
  );
}

type Listed = readonly [title: string, lines: readonly string[], count?: number];

/** What a person should look at, under its heading, of how many. */
function linesOf(preview: Preview): readonly Listed[] {
  const changed = preview.changes
    .filter(({ kind }) => kind !== 'add')
    .map(({ kind, name, starts_at: starts, fields }) => {
      const differences = fields
        .filter(({ field }) => !field.endsWith('_at'))
        .map(({ field, before, after }) => `${field.replace('_', ' ')}: ${before} → ${after}`);
      return `${when(starts, preview.timezone)} ${[`${name}, ${KINDS[kind]}`, ...differences].join('; ')}`;
    });
  const { change, move, cancel, remove } = preview.counts;
  return [['Changes', changed, change + move + cancel + remove], ...findingsOf(preview)];
}

type Findings = Pick<Preview, 'timezone' | 'joins' | 'faults' | 'fault_count'> &
  Pick<Preview, 'passed_over' | 'passed_over_count'> &
  Partial<Pick<Preview, 'odd_ones' | 'too_many'>>;

/** What an import, or its preview, has found in the file. */
export function findingsOf(found: Findings): readonly Listed[] {
  const { timezone, joins, odd_ones = [], faults, passed_over: passed, too_many = [] } = found;
  const at = (line: number | null) => (line === null ? '' : `line ${line}, `);
  return [
    [
      'Over 1.5 times as many people as spots',
      too_many.map(
        ({ line, name, people, field, places, room }) =>
          `${at(line)}${name}: ${people} ${field}, ${places} spots${room === null ? '' : ` in ${room}`}`,
      ),
    ],
    [
      'Left out or guessed',
      faults.map(({ line, field, expected, got, effect }) => {
        const note = line === null ? '' : ' (class kept)';
        return `${at(line)}${field ? `${field}: ` : ''}expected ${expected}, got ${got}${effect === 'skipped' ? ' (left out)' : note}`;
      }),
      found.fault_count,
    ],
    [
      'Rows that are not classes',
      passed.map(({ line, what }) => `${at(line)}${what}`),
      found.passed_over_count,
    ],
    [
      'Worth a look',
      odd_ones.filter(({ kind }) => kind !== 'room').map((one) => oddText(one, timezone)),
    ],
    [
      'Trainers known under two names, now one person',
      joins.map(({ name, into }) => `“${name}” is ${into}`),
    ],
  ];
}

function oddText(one: Preview['odd_ones'][number], timeZone: string): string {
  const begin = 'starts_at' in one ? `${when(one.starts_at, timeZone)}: ` : '';
  switch (one.kind) {
    case 'once':
      return `${begin}${one.name} is there only once`;
    case 'two_titles':
      return `${begin}two titles at one time, “${one.names?.[0]}” and “${one.names?.[1]}”`;
    case 'turned':
      return `The trainer “${one.name}” is ${one.near}`;
    default:
      return `The trainer “${one.name}” is new, and there is ${one.near}`;
  }
}

function sampleOf({ sample, timezone }: Preview) {
  return records(
    ['Starts', 'Class', 'Trainer', 'Room', 'Spots', 'Booked', 'Came'],
    sample.map((one) => [
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
    ]),
    { caption: 'The first classes, as understood' },
  );
}

/** Lines of a list; nobody reads more. */
const SHOWN = 10;

function listOf([title, lines, count = lines.length]: Listed) {
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
  capacity: 'Spots',
  booked: 'Booked',
  attended: 'Checked in',
  no_shows: 'No-shows',
  late_cancels: 'Late cancellations',
  waitlisted: 'Waiting list',
  revenue: 'Revenue',
  id: 'Id',
  trainer_id: 'Trainer id',
  from: 'First date of a weekly class',
  until: 'Last date of a weekly class',
  closed: 'Days without classes',
  status: 'Cancelled',
  substitute: 'Substitute',
} as const;

/** What most files have. */
const USUAL = 12;

/** Which column is which, and which rooms are meant: guessed, and to be changed. */
function reading(preview: Preview, known: SetupData['rooms']) {
  const { columns, rooms } = preview;
  const strange = rooms.filter(({ room }) => room === null);
  if (columns.length === 0 && strange.length === 0) return null;
  return (
    <details class="panel" open={strange.length > 0 || preview.classes === 0}>
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
            {strange.map(({ name }, at) => (
              <div key={name}>
                {select(
                  `meant:${name}`,
                  <bdi>{name}</bdi>,
                  [
                    ['', 'no room: no camera counts'],
                    ['+', 'a new room'],
                    ...known.map((room) => [room.id, room.name] as const),
                  ],
                  { id: `room-${at}` },
                )}
              </div>
            ))}
          </div>
        </fieldset>
      )}
      {columns.length > 0 && columnChoices(preview)}
      {submit('read', 'Read it again like this', 'minor')}
    </details>
  );
}

function columnChoices({ columns, column_of: columnOf }: Preview) {
  const options = [
    ['', 'not in the file'],
    ...columns.map((column) => [column, column] as const),
  ] as const;
  const fields = Object.entries(FIELDS).map(([field, words]) => (
    <div key={field}>
      {select(`column:${field}`, words, options, {
        id: `column-${field}`,
        chosen: columnOf[field] ?? '',
      })}
    </div>
  ));
  return (
    <>
      <p>Turnout has guessed which column is which. Change any that are wrong.</p>
      <div class="pairs">{fields.slice(0, USUAL)}</div>
      <details>
        <summary>More columns</summary>
        <div class="pairs">{fields.slice(USUAL)}</div>
      </details>
    </>
  );
}
