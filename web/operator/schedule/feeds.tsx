/** Calendars that are read again and again: what they do, and another one, which is tried before it is added. */

import { useSignal } from '@preact/signals';
import { Field } from '../../pages/setup/field.tsx';
import { SCHEDULE } from '../../words/schedule.ts';
import type { SourceLine } from '../wire.ts';
import { Adding } from './adding.ts';
import { Findings } from './findings.tsx';
import { when } from './tell.ts';

const WORDS = SCHEDULE.feeds;

interface FeedsProps {
  readonly lines: readonly SourceLine[];
  readonly timezone: string;
  readonly whenChanged: () => Promise<void>;
}

export function Feeds({ lines, timezone, whenChanged }: FeedsProps) {
  const adding = useSignal(new Adding(whenChanged)).value;
  return (
    <section aria-labelledby="feeds-title">
      <h3 id="feeds-title">{WORDS.title}</h3>
      {lines.length === 0 ? (
        <p class="note">{WORDS.none}</p>
      ) : (
        <Known
          lines={lines}
          timezone={timezone}
          isBusy={adding.isBusy.value}
          remove={(id) => adding.remove(id)}
        />
      )}
      <AddForm adding={adding} />
    </section>
  );
}

function AddForm({ adding }: { readonly adding: Adding }) {
  const { shown, told, refused, isBusy } = adding;
  return (
    <form
      class="panel"
      aria-labelledby="feed-add"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        void (shown.value === null ? adding.try(form) : adding.add(form));
      }}
      onInput={() => {
        // What was tried is another one now.
        shown.value = null;
      }}
    >
      <h4 id="feed-add">{WORDS.add}</h4>
      <Field
        name="id"
        label={WORDS.id}
        hint={WORDS.idHint}
        required
        maxLength={64}
        pattern="[a-z0-9][a-z0-9\-]*"
      />
      <Field
        name="address.url"
        label={WORDS.url}
        hint={WORDS.urlHint}
        required
        maxLength={2048}
        autocomplete="off"
      />
      <Field name="address.user" label={WORDS.user} autocomplete="off" maxLength={200} />
      <Field
        name="address.password"
        type="password"
        label={WORDS.password}
        autocomplete="new-password"
        maxLength={200}
      />
      <p class={told.value === '' ? undefined : 'said'} role="status">
        {told.value}
      </p>
      {refused.value !== null && (
        <p class="fault" role="alert">
          {refused.value}
        </p>
      )}
      {shown.value !== null && <Findings preview={shown.value} />}
      <button type="submit" disabled={isBusy.value}>
        {shown.value === null ? WORDS.try : WORDS.take}
      </button>
    </form>
  );
}

interface KnownProps extends Pick<FeedsProps, 'lines' | 'timezone'> {
  readonly isBusy: boolean;
  readonly remove: (id: string) => Promise<void>;
}

function Known({ lines, timezone, isBusy, remove }: KnownProps) {
  return (
    <table class="sign-ins">
      <thead>
        <tr>
          {[WORDS.source, WORDS.state, WORDS.classes, WORDS.act].map((word) => (
            <th key={word} scope="col">
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <th scope="row">
              <bdi>{line.id}</bdi>
              {line.kind === 'file' && <span class="note"> {WORDS.file}</span>}
            </th>
            <td data-name={WORDS.state}>
              {WORDS.states[line.state] ?? line.state}
              {line.last_success_at !== null && `, ${when(line.last_success_at, timezone)}`}
              {line.fault !== null && <span class="note"> {line.fault.detail}</span>}
            </td>
            <td data-name={WORDS.classes}>{line.classes}</td>
            <td>
              <button
                type="button"
                class="minor"
                aria-label={WORDS.removeOf(line.id)}
                disabled={isBusy}
                onClick={() => void remove(line.id)}
              >
                {WORDS.remove}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
