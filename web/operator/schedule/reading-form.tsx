/** Which column of a file is which, and which rooms are meant: guessed, and to be changed. */

import { SCHEDULE } from '../../words/schedule.ts';
import type { GymAnswer, PreviewAnswer, PreviewRoom } from '../wire.ts';
import type { Importing } from './importing.ts';

const WORDS = SCHEDULE.reading;
/** What most files have; the rest is behind a summary. */
const USUAL = 16;
const FIELDS = Object.keys(SCHEDULE.fields);
/** No id of a room: these have no sign in front. */
const NEW = '+';

interface ReadingFormProps {
  readonly importing: Importing;
  readonly preview: PreviewAnswer;
  readonly gym: GymAnswer;
}

export function ReadingForm({ importing, preview, gym }: ReadingFormProps) {
  const { columns, rooms } = preview;
  const strange = rooms.filter(({ room }) => room === null);
  if (columns.length === 0 && strange.length === 0) return null;
  const isOpen = strange.length > 0 || preview.classes === 0;
  return (
    <details class="panel" open={isOpen}>
      <summary>{WORDS.title}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const { reading, newRooms } = readingOf(new FormData(event.currentTarget), preview);
          void importing.lookAgain(reading, newRooms);
        }}
      >
        {columns.length > 0 && (
          <>
            <p>{WORDS.text}</p>
            <Fields fields={FIELDS.slice(0, USUAL)} preview={preview} />
            <details>
              <summary>{WORDS.further}</summary>
              <Fields fields={FIELDS.slice(USUAL)} preview={preview} />
            </details>
          </>
        )}
        {strange.length > 0 && <Rooms rooms={strange} gym={gym} />}
        <button type="submit" class="minor" disabled={importing.isBusy.value}>
          {WORDS.again}
        </button>
      </form>
    </details>
  );
}

interface FieldsProps {
  readonly fields: readonly string[];
  readonly preview: PreviewAnswer;
}

function Fields({ fields, preview: { columns, column_of: chosen } }: FieldsProps) {
  return (
    <div class="pairs">
      {fields.map((field) => (
        <div key={field}>
          <label for={`column-${field}`}>{SCHEDULE.fields[field]}</label>
          <select id={`column-${field}`} name={`column.${field}`}>
            <option value="">{WORDS.none}</option>
            {columns.map((column) => (
              <option key={column} value={column} selected={chosen[field] === column}>
                {column}
              </option>
            ))}
          </select>
        </div>
      ))}
    </div>
  );
}

interface RoomsProps {
  readonly rooms: readonly PreviewRoom[];
  readonly gym: GymAnswer;
}

function Rooms({ rooms, gym }: RoomsProps) {
  return (
    <fieldset>
      <legend>{WORDS.rooms}</legend>
      <div class="pairs">
        {rooms.map(({ name, nearest }, at) => (
          <div key={name}>
            <label for={`room-${at}`}>
              <bdi>{name}</bdi>
            </label>
            <select id={`room-${at}`} name={`room.${name}`}>
              <option value="">{WORDS.noRoom}</option>
              <option value={NEW}>{WORDS.newRoom}</option>
              {gym.rooms.map(({ id, name: known }) => (
                <option key={id} value={id} selected={id === nearest}>
                  {known}
                </option>
              ))}
            </select>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** What is chosen. A field that was guessed and is chosen no more is named with no column. */
function readingOf(form: FormData, { column_of: guessed }: PreviewAnswer) {
  const columns: Record<string, string> = {};
  const rooms: Record<string, string> = {};
  const newRooms: string[] = [];
  for (const [key, value] of form) {
    const [kind, name] = [key.slice(0, key.indexOf('.')), key.slice(key.indexOf('.') + 1)];
    const chosen = String(value);
    if (kind === 'column' && (chosen !== '' || guessed[name] !== undefined)) columns[name] = chosen;
    if (kind === 'room' && chosen === NEW) newRooms.push(name);
    else if (kind === 'room' && chosen !== '') rooms[name] = chosen;
  }
  return { reading: { columns, rooms }, newRooms };
}
