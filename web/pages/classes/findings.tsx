/** The forms in which an owner says how many were in a class. They are sent to the server, and need no script. */

import type { FindingsData } from '../../owner-data.ts';
import { number } from '../../words/format.ts';
import { Field } from '../setup/field.tsx';

const FORMS = {
  count: {
    title: 'I counted',
    text: 'Helps the cameras of this room count better. It changes no figure of this class.',
    people: 'People you counted, without staff',
    button: 'Save count',
    back: 'Undo count',
  },
  correct: {
    title: 'Correct',
    text: 'Your number replaces the cameras’ number.',
    people: 'People who were there, without staff',
    button: 'Save correction',
    back: 'Undo correction',
  },
} as const;

interface FindingsProps {
  /** Of the class. */
  readonly id: string;
  readonly findings: FindingsData;
}

export function Findings({ id, findings }: FindingsProps) {
  const { correction, trueCount } = findings;
  const note = correction?.note ?? null;
  return (
    <section class="findings" aria-labelledby="findings">
      <h2 id="findings">Know better?</h2>
      <div class="halves">
        <FindingForm
          {...{ id, findings, form: 'correct' }}
          held={
            correction &&
            `${number(correction.attended)} by hand${note === null ? '' : `, “${note}”`}.`
          }
        />
        <FindingForm
          {...{ id, findings, form: 'count' }}
          held={trueCount === null ? null : `You counted ${number(trueCount)}.`}
        />
      </div>
      <p>
        <a class="more" href="/calibrate">
          See how accurate each room is
        </a>
      </p>
    </section>
  );
}

interface FindingFormProps extends FindingsProps {
  readonly form: keyof typeof FORMS;
  /** What holds now, in words; null for nothing. */
  readonly held: string | null;
}

function FindingForm({ id, findings, form, held }: FindingFormProps) {
  const words = FORMS[form];
  const sent = findings.sent?.form === form ? findings.sent : null;
  const typed = (name: string) => sent?.fields.get(name) ?? '';
  return (
    <form
      class="panel"
      method="post"
      action={`/sessions/${encodeURIComponent(id)}`}
      aria-labelledby={`${form}-title`}
    >
      <h3 id={`${form}-title`}>{words.title}</h3>
      <p class="note">{words.text}</p>
      {held !== null && (
        <p class="held">
          {held}{' '}
          <button type="submit" class="minor" name="act" value={`un${form}`} formNoValidate>
            {words.back}
          </button>
        </p>
      )}
      {sent !== null && (
        <p class="fault" role="alert">
          {sent.fault}
        </p>
      )}
      <label for={form}>{words.people}</label>
      <input
        id={form}
        name="people"
        inputMode="numeric"
        pattern="[0-9]{1,5}"
        required
        autocomplete="off"
        value={typed('people')}
        autofocus={sent !== null}
      />
      {form === 'count' && findings.rooms.length > 0 && (
        <>
          <label for="count-room">Room they were in</label>
          <select id="count-room" name="room">
            {findings.rooms.map((room) => (
              <option key={room.id} value={room.id} selected={typed('room') === room.id}>
                {room.name}
              </option>
            ))}
          </select>
        </>
      )}
      {form === 'correct' && (
        <Field
          name="note"
          label="Why (optional)"
          maxLength={500}
          autocomplete="off"
          value={typed('note')}
        />
      )}
      {sent?.isUnlikely === true && <input type="hidden" name="force" value="yes" />}
      <button type="submit" name="act" value={form}>
        {sent?.isUnlikely === true ? 'Yes, save it' : words.button}
      </button>
    </form>
  );
}
