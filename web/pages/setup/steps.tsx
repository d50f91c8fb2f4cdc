/** What each step of the set-up asks for. A form is sent as JSON by web/operator/forms.ts, to the call that it names. */

import type { SetupData } from '../../operator-data.ts';
import { SETUP } from '../../words/setup.ts';
import { ROLES } from '../../words/sign-in.ts';
import { AddCamera, FindCameras } from '../operator/find.tsx';
import { Field } from './field.tsx';

interface StepProps {
  readonly content: SetupData;
}

export function FirstCamera({ content }: StepProps) {
  const { cameras, range, revision, rooms } = content;
  return (
    <>
      <Known names={cameras.map(({ id }) => id)} />
      <FindCameras range={range} />
      <AddCamera revision={revision} rooms={rooms} />
      <section class="panel" data-models="short" hidden />
    </>
  );
}

export function ZonesStep({ content }: StepProps) {
  return (
    <div class="panel">
      <p class="context">{SETUP.zones.text}</p>
      <ul>
        {content.cameras.map(({ id }) => (
          <li key={id}>
            <a class="more" href={`/cameras/${encodeURIComponent(id)}`}>
              {SETUP.zones.link} <bdi>{id}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function KeysStep() {
  const words = SETUP.keys;
  return (
    <form class="panel" data-send="POST /keys" data-shows="secret" data-told={words.shown}>
      <p class="context">{words.text}</p>
      <Field name="label" label={words.label} required maxLength={60} />
      <label for="role">{words.role}</label>
      <select id="role" name="role">
        <option value="manager">{ROLES.manager}</option>
        <option value="owner">{ROLES.owner}</option>
      </select>
      <button type="submit">{words.button}</button>
    </form>
  );
}

function Known({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p>
      {names.map((name, at) => (
        <>
          {at > 0 && ', '}
          <bdi>{name}</bdi>
        </>
      ))}
    </p>
  );
}
