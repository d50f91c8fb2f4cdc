/** Looking for cameras, and adding one: the forms of the set-up and of the page of all cameras. */

import { FIND } from '../../words/cameras/devices.ts';
import { SETUP } from '../../words/setup.ts';
import { Field } from '../setup/field.tsx';

/** The list is filled by web/operator/devices/find.ts. @param range of this computer; null where it is not known. */
export function FindCameras({ range }: { readonly range: string | null }) {
  return (
    <form class="panel" data-find-form>
      <h3>{FIND.title}</h3>
      <p class="context">{FIND.text}</p>
      <Field
        name="ranges"
        label={FIND.ranges}
        hint={FIND.rangesHint}
        value={range ?? ''}
        required
        maxLength={160}
      />
      <details>
        <summary>{FIND.login}</summary>
        <Field name="user" label={FIND.user} autocomplete="off" maxLength={200} />
        <Field
          name="password"
          type="password"
          label={FIND.password}
          hint={FIND.loginHint}
          autocomplete="new-password"
          maxLength={200}
        />
        <Field name="rtsp_port" type="number" label={FIND.port} value="554" min="1" max="65535" />
      </details>
      <button type="submit">{FIND.button}</button>
    </form>
  );
}

interface AddCameraProps {
  readonly revision: string | null;
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
}

/** Tried before it is added, by web/operator/camera-form.ts. */
export function AddCamera({ revision, rooms }: AddCameraProps) {
  const words = SETUP.camera;
  return (
    <form class="panel" data-camera-form data-revision={revision ?? '*'}>
      <h3>{words.form}</h3>
      <p class="context">{words.text}</p>
      <label for="room">{words.room}</label>
      <select id="room" name="room">
        {rooms.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Field
        name="id"
        label={words.id}
        hint={words.idHint}
        required
        maxLength={64}
        pattern="[a-z0-9][a-z0-9\-]*"
      />
      <div data-typed>
        <Field name="address.url" label={words.url} hint={words.urlHint} required maxLength={500} />
      </div>
      <div data-taken hidden>
        <input type="hidden" name="address.found" />
        <p role="status" />
        <button type="button" class="minor">
          {FIND.typed}
        </button>
      </div>
      <div data-path hidden>
        <Field name="address.path" label={FIND.path} hint={FIND.pathHint} maxLength={500} />
      </div>
      <Field name="address.user" label={words.user} autocomplete="off" maxLength={100} />
      <Field
        name="address.password"
        type="password"
        label={words.password}
        hint={words.passwordHint}
        autocomplete="new-password"
        maxLength={200}
      />
      <button type="submit">{words.button}</button>
    </form>
  );
}
